import { routingMessages } from '@callgate/messages/routing';
import { CallgateError, display } from '@callgate/core';
import { catalogueErrors } from '@callgate/messages/errors/catalogue';
import { z } from 'zod';
import type { Model, ModelCatalogue } from './model.ts';
import { DATA_HANDLINGS } from './model.ts';

const texts = routingMessages.catalogue;

const name = z.string().min(1).max(256);
const share = z.number().min(0).max(1);
const price = z.number().min(0).max(1_000_000);

const entry = z.strictObject({
  name: name.describe('As the host names it.').meta({ examples: ['large'] }),
  aliases: z
    .array(name)
    .max(100)
    .optional()
    .describe('Other names of the same model.')
    .meta({ examples: [['large-2027']] }),
  provider: name
    .optional()
    .describe('Who offers it.')
    .meta({ examples: ['example'] }),
  intelligence: share
    .describe('0 to 1: a tool that asks for 0.7 is read well by models from 0.7 on.')
    .meta({ examples: [0.8] }),
  speed: share
    .optional()
    .describe('0 to 1. Or say `tokensPerSecond`.')
    .meta({ examples: [0.5] }),
  tokensPerSecond: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .describe('In place of `speed`.')
    .meta({ examples: [80] }),
  cost: z
    .strictObject({
      input: price.describe('For what it reads.').meta({ examples: [3] }),
      output: price.describe('For what it writes.').meta({ examples: [15] }),
      kept: price
        .optional()
        .describe('For input that the provider has kept. As input if absent.')
        .meta({ examples: [0.3] }),
    })
    .describe('For a million tokens.'),
  context: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .describe('How many tokens it takes.')
    .meta({ examples: [200_000] }),
  data: z
    .enum(DATA_HANDLINGS)
    .optional()
    .describe('What becomes of what it is sent: local, none kept, retained, trains. trains if absent.'),
  region: name
    .optional()
    .describe('Where it runs.')
    .meta({ examples: ['eu'] }),
});

/** A model as people write it down. */
export type ModelEntry = z.infer<typeof entry>;

/** A catalogue as it is written: a list of models. */
export const modelCatalogueSchema: z.ZodType<ModelEntry[]> = z.array(entry).min(1).max(1000);

/** Something about a catalogue that cannot be, and of which of its models. */
export interface CatalogueProblem {
  readonly at: number;
  readonly message: string;
}

const speedProblem = ({ speed, tokensPerSecond }: ModelEntry): string | undefined => {
  if (speed !== undefined && tokensPerSecond !== undefined) return texts.bothSpeeds;
  if (speed === undefined && tokensPerSecond === undefined) return texts.noSpeed;
  return undefined;
};

/** Two models of one name, and speeds that cannot be compared. */
export const findCatalogueProblems = (entries: readonly ModelEntry[]): readonly CatalogueProblem[] => {
  const problems: CatalogueProblem[] = [];
  const taken = new Set<string>();
  const byTokens = entries[0]?.tokensPerSecond !== undefined;
  for (const [at, model] of entries.entries()) {
    const speed = speedProblem(model);
    if (speed !== undefined) problems.push({ at, message: speed });
    else if ((model.tokensPerSecond !== undefined) !== byTokens)
      problems.push({ at, message: texts.mixedSpeeds });
    const names = new Set([model.name, ...(model.aliases ?? [])].map((each) => each.toLowerCase()));
    for (const each of names) {
      if (taken.has(each)) problems.push({ at, message: texts.nameTaken });
      taken.add(each);
    }
  }
  return problems;
};

/** The catalogue of entries without problems. Speeds in tokens are measured by the fastest. */
export const buildCatalogue = (entries: readonly ModelEntry[]): ModelCatalogue => {
  const fastest = Math.max(0, ...entries.map(({ tokensPerSecond = 0 }) => tokensPerSecond));
  return entries.map((model): Model => ({
    name: model.name,
    aliases: model.aliases ?? [],
    provider: model.provider ?? null,
    intelligence: model.intelligence,
    speed: model.speed ?? (fastest === 0 ? 0 : (model.tokensPerSecond ?? 0) / fastest),
    tokensPerSecond: model.tokensPerSecond ?? null,
    cost: {
      input: model.cost.input,
      output: model.cost.output,
      kept: model.cost.kept ?? model.cost.input,
    },
    contextTokens: model.context,
    // what nobody said is taken to be the worst
    data: model.data ?? 'trains',
    region: model.region ?? null,
  }));
};

const refused = (message: string): CallgateError =>
  new CallgateError(catalogueErrors.modelsInvalid({ cause: message }));

/** Reads a catalogue from data of any kind. */
export const readModelCatalogue = (data: unknown): ModelCatalogue => {
  const read = modelCatalogueSchema.safeParse(data);
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = display(issue?.path.join('.') ?? '', { max: 200 });
    throw refused(`${place}: ${display(issue?.message ?? texts.wrongShape, { max: 300 })}`);
  }
  const [problem] = findCatalogueProblems(read.data);
  if (problem !== undefined) throw refused(texts.model({ number: problem.at + 1, problem: problem.message }));
  return buildCatalogue(read.data);
};
