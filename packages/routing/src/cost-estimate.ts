import type { Model, Tokens } from './model.ts';

const MILLION = 1_000_000;

/** By name: how many tokens of the next step's input each model has read before, where its provider keeps them. */
export type CachedTokens = Readonly<Record<string, number>>;

/** What a step costs with a model, in the catalogue's currency. */
export const computeCost = (
  { name, cost }: Model,
  { input, output }: Tokens,
  kept: CachedTokens = {},
): number => {
  const again = Math.min(input, Math.max(0, Object.hasOwn(kept, name) ? (kept[name] ?? 0) : 0));
  return (cost.input * (input - again) + cost.kept * again + cost.output * output) / MILLION;
};

/** How long a model writes; null where nobody said how fast it is. */
export const computeSeconds = ({ tokensPerSecond }: Model, { output }: Tokens): number | null =>
  tokensPerSecond === null || tokensPerSecond <= 0 ? null : output / tokensPerSecond;

/** What a choice comes to, as far as it can be told. */
export interface CostEstimate {
  /** null where the model is not in the catalogue. */
  readonly cost: number | null;
  /** Less than the host's own model by this much; below 0 it is dearer. */
  readonly saved: number | null;
  readonly seconds: number | null;
}

export const estimateCost = (
  model: Model | undefined,
  current: Model | undefined,
  tokens: Tokens,
  kept: CachedTokens = {},
): CostEstimate => ({
  cost: model === undefined ? null : computeCost(model, tokens, kept),
  saved:
    model === undefined || current === undefined
      ? null
      : computeCost(current, tokens, kept) - computeCost(model, tokens, kept),
  seconds: model === undefined ? null : computeSeconds(model, tokens),
});
