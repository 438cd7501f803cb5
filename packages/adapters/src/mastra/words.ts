import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { isObject } from '../host/host.ts';
import { hearLastTurn, textsIn } from '../host/words.ts';
import type { MessageLike } from './shapes.ts';

const partsIn = (value: unknown): readonly string[] =>
  isObject(value) && Array.isArray(value['parts']) ? textsIn(value['parts'], 'text') : [];

/** Texts of a person's turn, in the forms that Mastra takes. */
const wordsOf = (message: MessageLike): readonly string[] => {
  if (typeof message === 'string') return [message];
  const content = 'content' in message ? message.content : undefined;
  if (Array.isArray(content) || (typeof content === 'string' && content !== ''))
    return textsIn(content, 'text');
  return partsIn(isObject(content) && 'parts' in content ? content : message);
};

/** Hears the person's last turn in what `generate` or `stream` is given. Returns how many texts were new. */
export const hearMessages = (
  gate: Gate,
  who: Who,
  messages: MessageLike | readonly MessageLike[],
): Promise<number> =>
  hearLastTurn(
    gate,
    who,
    Array.isArray(messages) ? (messages as readonly MessageLike[]) : [messages],
    (message) => typeof message === 'string' || ('role' in message && message.role === 'user'),
    wordsOf,
  );
