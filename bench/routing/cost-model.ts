import type { CachedTokens, ModelCatalogue, Tokens } from '@callgate/routing';
import { computeCost, readModelCatalogue, computeSeconds } from '@callgate/routing';

/** The catalogue of the published cost model (docs/routing.md). Prices for a million tokens; everything here is an assumption. */
export const MODELS: ModelCatalogue = readModelCatalogue([
  {
    name: 'small',
    intelligence: 0.3,
    tokensPerSecond: 180,
    cost: { input: 1, output: 5, kept: 0.1 },
    context: 200_000,
    data: 'none',
  },
  {
    name: 'medium',
    intelligence: 0.6,
    tokensPerSecond: 80,
    cost: { input: 3, output: 15, kept: 0.3 },
    context: 200_000,
    data: 'none',
  },
  {
    name: 'big',
    intelligence: 0.95,
    tokensPerSecond: 50,
    cost: { input: 5, output: 25, kept: 0.5 },
    context: 200_000,
    data: 'none',
  },
]);

/** Four bytes are taken to be one token. */
export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

/** What every step reads besides: instructions. Definitions of tools come on top where they are known. */
export const INSTRUCTION_TOKENS = 1500;

/** One time that a model reads results and writes what comes next. */
export interface BenchStep {
  readonly tokens: Tokens;
  /** `server/tool` of the results it reads; none at the beginning. */
  readonly reads: readonly { readonly server: string; readonly tool: string }[];
  /** The least intelligence that reads them well. */
  readonly needs: number;
  /** Which session it belongs to, and how much of it the host's own model read before any result. */
  readonly session: number;
  readonly before: number;
}

export interface RoutingTally {
  readonly cost: number;
  /** The same where providers keep the prompt: every model keeps what it has read, and another one has read nothing. */
  readonly costKept: number;
  readonly seconds: number;
  /** Share of steps whose model was able enough. */
  readonly adequate: number;
  /** Share of steps that another model than the host's own wrote. */
  readonly rerouted: number;
}

/** What a way of choosing comes to on all steps. */
export const tallySteps = (
  steps: readonly BenchStep[],
  choose: (step: BenchStep, kept: CachedTokens) => string,
  own: string,
): RoutingTally => {
  let [cost, costKept, seconds, adequate, rerouted] = [0, 0, 0, 0, 0];
  let session: number | undefined;
  /** What each model has read in this session: all of it, up to its last step. */
  let kept: Record<string, number> = {};
  for (const step of steps) {
    if (step.session !== session) {
      session = step.session;
      kept = { [own]: step.before };
    }
    const name = choose(step, kept);
    const model = MODELS.find((each) => each.name === name);
    if (model === undefined) throw new Error(`no model ${name}`);
    cost += computeCost(model, step.tokens);
    costKept += computeCost(model, step.tokens, kept);
    kept[name] = step.tokens.input + step.tokens.output;
    seconds += computeSeconds(model, step.tokens) ?? 0;
    if (model.intelligence >= step.needs) adequate += 1;
    if (name !== own) rerouted += 1;
  }
  const all = Math.max(1, steps.length);
  return { cost, costKept, seconds, adequate: adequate / all, rerouted: rerouted / all };
};
