import type { WordWeights } from '../../packages/catalogue/src/suggest/read-only-model.ts';

/** A word a line, after a hundred times what it weighs. */
export const weightLines = (weights: WordWeights): string =>
  [...weights].map(([word, weight]) => `${Math.round(weight * 100)} ${word}\n`).join('');

/** A source file that holds weights. */
export const weightsSource = (name: string, weights: WordWeights): string =>
  `/** Made by \`npm run train\`: a hundred times what a word weighs, and the word. */\nexport const ${name}: readonly string[] = \`${weightLines(weights)}\`.split('\\n');\n`;
