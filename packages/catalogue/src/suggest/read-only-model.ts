import type { DefinitionContent } from './definition-content.ts';
import { modelWords } from './model-words.ts';
import READ_ONLY_WEIGHTS from './read-only-weights.json' with { type: 'json' };

/** What a model that knows nothing but words makes of a definition: above 0 for a read, below for a change. */
export interface WordScore {
  readonly sum: number;
  /** How many of its words the model knows. */
  readonly known: number;
  /** The words that weigh most in the direction of the sum, heaviest first. */
  readonly words: readonly string[];
}

export type WordWeights = ReadonlyMap<string, number>;

/** The word that stands in every definition. */
export const BIAS = '';

const TOLD = 3;

export const scoreWords = (weights: WordWeights, shown: DefinitionContent): WordScore => {
  let sum = weights.get(BIAS) ?? 0;
  const weighed: { readonly word: string; readonly weight: number }[] = [];
  for (const word of modelWords(shown)) {
    const weight = weights.get(word);
    if (weight === undefined) continue;
    sum += weight;
    weighed.push({ word: word.replace(/^\w /u, ''), weight });
  }
  const words = weighed
    .filter(({ weight, word }) => weight * sum > 0 && word !== '')
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .map(({ word }) => word);
  return { sum, known: weighed.length, words: [...new Set(words)].slice(0, TOLD) };
};

/** Of each line a hundred times what a word weighs, and the word. */
export const parseWeights = (lines: readonly string[]): WordWeights =>
  new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(' ');
      return at === -1 ? [] : [[line.slice(at + 1), Number(line.slice(0, at)) / 100]];
    }),
  );

let shipped: WordWeights | undefined;

/** The weights that come with Callgate. */
export const shippedWeights = (): WordWeights => (shipped ??= parseWeights(READ_ONLY_WEIGHTS));
