import { decisionMessages } from '@callgate/messages/decision';
import type { CardQuestion } from './inbox-types.ts';

/** Words about the request of `principal`: only the requester reads “your request”. */
export const wordsForReader = (text: string, principal: string, reader: string): string =>
  principal === reader ? text : decisionMessages.toAnotherPerson({ text });

/** A card in words for its reader. What the operator wrote stays as it is. */
export const questionForReader = (asked: CardQuestion, reader: string): CardQuestion => {
  const { principal, operatorReason } = asked.question;
  if (principal === reader) return asked;
  const words = (text: string): string =>
    text === operatorReason ? text : wordsForReader(text, principal, reader);
  return {
    ...asked,
    because: words(asked.because),
    reasons: asked.reasons.map(words),
    values: asked.values.map((value) => ({ ...value, words: words(value.words) })),
    automaticIf: { ...asked.automaticIf, ways: asked.automaticIf.ways.map(words) },
  };
};
