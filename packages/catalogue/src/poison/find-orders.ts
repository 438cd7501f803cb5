import type { WordWeights } from '../suggest/read-only-model.ts';
import { BIAS, parseWeights } from '../suggest/read-only-model.ts';
import { isDefence, isForeignOrder } from './foreign-orders.ts';
import { ORDER_WEIGHTS } from './order-weights.ts';
import { orderWords } from './order-words.ts';
import { isPlainOrder } from './plain-orders.ts';

/** A sentence, and where it begins. */
export interface TextSentence {
  readonly from: number;
  readonly text: string;
}

const SENTENCE = /[^\s][^\n]*?(?:[.!?](?=\s|$)|[。！？]|(?=\n)|$)/gu;
const LONGEST = 400;
const SHORTEST = 12;

export const sentencesOf = (text: string): readonly TextSentence[] =>
  [...text.matchAll(SENTENCE)].map(({ index, 0: sentence }) => ({
    from: index,
    text: sentence.slice(0, LONGEST),
  }));

/** Of a thousand tools of servers that had no part in the weights, few have a sentence that weighs more. */
const LEAST = 2.5;

let shipped: WordWeights | undefined;

/** How much a sentence sounds like an order to a model, by its words alone. */
export const weighOrder = (
  sentence: string,
  weights: WordWeights = (shipped ??= parseWeights(ORDER_WEIGHTS)),
): number => {
  let sum = weights.get(BIAS) ?? 0;
  for (const word of orderWords(sentence)) sum += weights.get(word) ?? 0;
  return sum;
};

/** Sentences that order something of the model: about other tools, hiding, the values of the person, what it knows. */
export const findOrders = (
  sentences: readonly TextSentence[],
  weights?: WordWeights,
): readonly TextSentence[] =>
  sentences.filter(
    ({ text }) =>
      !isDefence(text) &&
      (isForeignOrder(text) ||
        isPlainOrder(text) ||
        (text.length >= SHORTEST && weighOrder(text, weights) > LEAST)),
  );
