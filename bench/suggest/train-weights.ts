import type { WordWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';
import { BIAS } from '../../packages/catalogue/src/suggest/read-only-model.ts';

/** A definition as the words that stand in it, and what it is. */
export interface WordExample {
  readonly words: readonly string[];
  readonly is: boolean;
  /** How much it counts beside others. */
  readonly weight: number;
}

const ROUNDS = 12;
const STEP = 0.2;

/** Always the same order, so that the same examples give the same weights. */
const shuffled = <T>(list: readonly T[], seed: number): readonly T[] => {
  let state = seed + 1;
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
};

/** How strongly weights are drawn to where they began. */
const DECAY = 0.002;

/** Logistic regression over the words of a vocabulary, beginning at what is known. */
export const trainWeights = (
  examples: readonly WordExample[],
  vocabulary: ReadonlySet<string>,
  known: WordWeights = new Map(),
): WordWeights => {
  const names = [BIAS, ...new Set([...known.keys(), ...vocabulary])];
  const places = new Map(names.map((word, at) => [word, at]));
  const rows = examples.map(({ words, is, weight }) => ({
    at: [0, ...words.flatMap((word) => places.get(word) ?? [])],
    is: is ? 1 : 0,
    weight,
  }));
  const start = Float64Array.from(names, (word) => known.get(word) ?? 0);
  const weights = Float64Array.from(start);
  const squares = new Float64Array(names.length).fill(1);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { at, is, weight } of shuffled(rows, round)) {
      let sum = 0;
      for (const place of at) sum += weights[place] ?? 0;
      const error = (1 / (1 + Math.exp(-sum)) - is) * weight;
      for (const place of at) {
        const drawn = place === 0 ? 0 : DECAY * ((weights[place] ?? 0) - (start[place] ?? 0));
        const slope = error + drawn;
        squares[place] = (squares[place] ?? 0) + slope * slope;
        weights[place] = (weights[place] ?? 0) - (STEP * slope) / Math.sqrt(squares[place] ?? 1);
      }
    }
  return new Map(names.map((word, at) => [word, weights[at] ?? 0]));
};

/** The heaviest weights, and how much stands in every definition. */
export const heaviest = (weights: WordWeights, most: number): WordWeights =>
  new Map(
    [...weights]
      .toSorted(
        ([one, a], [other, b]) => Number(other === BIAS) - Number(one === BIAS) || Math.abs(b) - Math.abs(a),
      )
      .slice(0, most + 1),
  );

/** Sources with many definitions count like those with some. */
export const evenOut = <T extends { readonly source: string }>(
  examples: readonly T[],
  weight: number,
): readonly (T & { readonly weight: number })[] => {
  const counts = new Map<string, number>();
  for (const { source } of examples) counts.set(source, (counts.get(source) ?? 0) + 1);
  return examples.map((each) => ({
    ...each,
    weight: weight * Math.min(1, MOST_OF_SOURCE / (counts.get(each.source) ?? 1)),
  }));
};

const MOST_OF_SOURCE = 30;

/** The words that at least so many sources use: what only one product is called is not among them. */
export const sharedWords = (
  examples: readonly { readonly source: string; readonly words: readonly string[] }[],
  least: number,
): ReadonlySet<string> => {
  const sources = new Map<string, Set<string>>();
  for (const { source, words } of examples)
    for (const word of words) sources.set(word, (sources.get(word) ?? new Set()).add(source));
  return new Set([...sources].flatMap(([word, of]) => (of.size >= least ? [word] : [])));
};
