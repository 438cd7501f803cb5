import { writeFileSync } from 'node:fs';
import type { WordWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';

/** Of each word a hundred times what it weighs, and the word. */
const listWeights = (weights: WordWeights): readonly string[] =>
  [...weights].map(([word, weight]) => `${Math.round(weight * 100)} ${word}`);

/** A word a line. */
export const weightLines = (weights: WordWeights): string =>
  listWeights(weights)
    .map((line) => `${line}\n`)
    .join('');

/** Weights as the package ships them. */
export const writeWeights = (path: URL, weights: WordWeights): void =>
  writeFileSync(
    path,
    `[\n${listWeights(weights)
      .map((line) => JSON.stringify(line))
      .join(',\n')}\n]\n`,
  );
