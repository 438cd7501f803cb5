import type { WordWeights } from '../suggest/read-only-model.ts';
import { BIAS, parseWeights } from '../suggest/read-only-model.ts';
import CONCEPT_WEIGHTS from './concept-weights.json' with { type: 'json' };
import { isDefence, isEnglish, isForeignOrder } from './foreign-orders.ts';
import { aboutForeignWord } from './order-concepts.ts';
import ORDER_WEIGHTS from './order-weights.json' with { type: 'json' };
import { orderConcepts, orderWords } from './order-words.ts';
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

/** Harmless texts that were written to sound like orders seldom weigh more. */
const LEAST_CONCEPTS = 2.5;

/** Paths, members and values as programs write them: no prose. */
const CODE = /[`{}=]|\w\/\w+\/|\w_\w|[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/u;

let shippedConcepts: WordWeights | undefined;

/** The same of a sentence in another language, by what its words are about. */
const weighForeignOrder = (sentence: string): number => {
  shippedConcepts ??= parseWeights(CONCEPT_WEIGHTS);
  if (CODE.test(sentence)) return 0;
  let sum = shippedConcepts.get(BIAS) ?? 0;
  for (const concept of orderConcepts(sentence, aboutForeignWord)) sum += shippedConcepts.get(concept) ?? 0;
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
        (text.length >= SHORTEST &&
          (isEnglish(text) ? weighOrder(text, weights) > LEAST : weighForeignOrder(text) > LEAST_CONCEPTS))),
  );
