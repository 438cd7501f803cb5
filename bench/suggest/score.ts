import { suggestHints } from '../../packages/catalogue/src/suggest/suggest-hints.ts';
import type { WordWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';
import type { Suggestions } from '../../packages/catalogue/src/suggestion.ts';
import type { CatalogueTool, HintValues, JudgedHint } from './catalogue-tools.ts';
import { bothSay } from './catalogue-tools.ts';

/** What was suggested for a tool, by weights that its server had no part in. */
export interface ScoredTool {
  readonly tool: CatalogueTool;
  readonly suggestions: Suggestions;
}

const FOLDS = 10;

/** Every tool as it is judged by what the other servers taught. */
export const crossValidate = (
  tools: readonly CatalogueTool[],
  train: (tools: readonly CatalogueTool[]) => WordWeights,
): readonly ScoredTool[] => {
  const servers = [...new Set(tools.map(({ server }) => server))];
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isHeldOut = ({ server }: CatalogueTool): boolean => servers.indexOf(server) % FOLDS === fold;
    const weights = train(tools.filter((tool) => !isHeldOut(tool)));
    return tools.filter(isHeldOut).map((tool) => ({
      tool,
      suggestions: suggestHints(
        { definition: tool.definition, siblings: tool.siblings, server: tool.server },
        weights,
      ),
    }));
  }).flat();
};

/** Which values suggestions are held against. What both readers say leaves out the hard cases; each alone does not. */
export const TRUTH_NAMES = ['both readers', 'first reader', 'second reader', 'declared'] as const;
export type TruthName = (typeof TRUTH_NAMES)[number];

const TRUTHS: Readonly<Record<TruthName, (tool: CatalogueTool) => HintValues>> = {
  'both readers': ({ judged, truth }) => (judged === undefined ? {} : truth),
  'first reader': ({ judged }) => (judged === undefined ? {} : bothSay(...judged.first)),
  'second reader': ({ judged }) => judged?.second ?? {},
  declared: ({ declared }) => declared,
};

const TIGHT: Readonly<Record<JudgedHint, 'yes' | 'no'>> = {
  readOnly: 'no',
  destructive: 'yes',
  idempotent: 'no',
  openWorld: 'yes',
};

/** A share of counted things, with the interval it lies in nineteen times of twenty (Wilson). */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

const percent = (value: number): string => (Math.min(1, Math.max(0, value)) * 100).toFixed(1);

export const shareText = ({ part, whole }: Share): string => {
  if (whole === 0) return '–';
  const [z, rate] = [1.96, part / whole];
  const middle = (rate + (z * z) / (2 * whole)) / (1 + (z * z) / whole);
  const half =
    (z / (1 + (z * z) / whole)) * Math.sqrt((rate * (1 - rate)) / whole + (z * z) / (4 * whole * whole));
  return `${percent(rate)} % (${percent(middle - half)}–${percent(middle + half)})`;
};

export interface HintScore {
  readonly answered: Share;
  readonly right: Share;
  /** The careful value is right, and the careless one was suggested. */
  readonly relaxed: Share;
}

const countOf = <T>(list: readonly T[], test: (each: T) => boolean): Share => ({
  part: list.filter(test).length,
  whole: list.length,
});

export const scoreHint = (scored: readonly ScoredTool[], hint: JudgedHint, truth: TruthName): HintScore => {
  const of = TRUTHS[truth];
  const told = scored.filter(({ tool }) => of(tool)[hint] !== undefined);
  const answered = told.filter(({ suggestions }) => suggestions[hint] !== undefined);
  const careful = told.filter(({ tool }) => of(tool)[hint] === TIGHT[hint]);
  return {
    answered: { part: answered.length, whole: told.length },
    right: countOf(answered, ({ tool, suggestions }) => suggestions[hint]?.value === of(tool)[hint]),
    relaxed: countOf(
      careful,
      ({ suggestions }) => suggestions[hint] !== undefined && suggestions[hint].value !== TIGHT[hint],
    ),
  };
};

/** How often suggestions of one confidence were right. */
export interface ConfidenceBand {
  readonly value: 'yes' | 'no';
  readonly told: number;
  readonly right: Share;
}

export const confidenceBands = (
  scored: readonly ScoredTool[],
  hint: JudgedHint,
  truth: TruthName,
): readonly ConfidenceBand[] => {
  const of = TRUTHS[truth];
  const bands = new Map<
    string,
    { readonly value: 'yes' | 'no'; readonly told: number; part: number; whole: number }
  >();
  for (const { tool, suggestions } of scored) {
    const [suggestion, wanted] = [suggestions[hint], of(tool)[hint]];
    if (suggestion === undefined || wanted === undefined) continue;
    const { value, confidence } = suggestion;
    const key = `${value} ${confidence}`;
    const band = bands.get(key) ?? { value, told: confidence, part: 0, whole: 0 };
    band.whole += 1;
    if (value === wanted) band.part += 1;
    bands.set(key, band);
  }
  return [...bands.values()]
    .map(({ value, told, part, whole }) => ({ value, told, right: { part, whole } }))
    .toSorted((a, b) => a.value.localeCompare(b.value) || a.told - b.told);
};
