/** What a provider does with what a model is sent, from least to most care needed. */
export const DATA_HANDLINGS = ['local', 'none', 'retained', 'trains'] as const;

/** `local`: it leaves no machine of yours; `none`: nothing is kept; `retained`: kept for a while; `trains`: models learn from it. */
export type DataHandling = (typeof DATA_HANDLINGS)[number];

/** One model that a host can use. */
export interface Model {
  /** As the host names it. */
  readonly name: string;
  /** Other names of the same model, as hints and hosts write them. */
  readonly aliases: readonly string[];
  readonly provider: string | null;
  /** 0 to 1, on the operator's own scale: a tool that says 0.7 is read well by models from 0.7 on. */
  readonly intelligence: number;
  /** 0 to 1, 1 the fastest. */
  readonly speed: number;
  readonly tokensPerSecond: number | null;
  /** For a million tokens, in one currency for the whole catalogue. */
  readonly cost: {
    readonly input: number;
    readonly output: number;
    /** For input that the provider has kept since the model read it before. */
    readonly kept: number;
  };
  readonly contextTokens: number;
  readonly data: DataHandling;
  readonly region: string | null;
}

/** Every model there is. The order does not matter. */
export type ModelCatalogue = readonly Model[];

/** How much one step reads and writes. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

const fold = (text: string): string => text.toLowerCase();

/** The model of this name or alias; case does not matter. */
export const findModel = (catalogue: ModelCatalogue, name: string): Model | undefined => {
  const wanted = fold(name);
  return (
    catalogue.find((model) => fold(model.name) === wanted) ??
    catalogue.find((model) => model.aliases.some((alias) => fold(alias) === wanted))
  );
};

/** As in MCP sampling: a hint is part of a name, and case does not matter. */
export const matchesHint = ({ name, aliases }: Model, hint: string): boolean =>
  hint !== '' && [name, ...aliases].some((known) => fold(known).includes(fold(hint)));

/** The models that the first hint with any match means; none where no hint means one. */
export const findHintedModels = (models: ModelCatalogue, hints: readonly string[]): ModelCatalogue => {
  for (const hint of hints) {
    const meant = models.filter((model) => matchesHint(model, hint));
    if (meant.length > 0) return meant;
  }
  return [];
};
