import type { Gate } from '@callgate/gate';
import type { ConversationRef } from '../host/host-options.ts';
import { isObject } from '../host/host-options.ts';
import { recordLastTurn, textsIn } from '../host/record-user-texts.ts';
import type { MastraMessageLike } from './shapes.ts';

const partsIn = (value: unknown): readonly string[] =>
  isObject(value) && Array.isArray(value['parts']) ? textsIn(value['parts'], 'text') : [];

/** Texts of a person's turn, in the forms that Mastra takes. */
const textsOf = (message: MastraMessageLike): readonly string[] => {
  if (typeof message === 'string') return [message];
  const content = 'content' in message ? message.content : undefined;
  if (Array.isArray(content) || (typeof content === 'string' && content !== ''))
    return textsIn(content, 'text');
  return partsIn(isObject(content) && 'parts' in content ? content : message);
};

/** Hears the person's last turn in what `generate` or `stream` is given. Returns how many texts were new. */
export const recordUserMessages = (
  gate: Gate,
  who: ConversationRef,
  messages: MastraMessageLike | readonly MastraMessageLike[],
): Promise<number> =>
  recordLastTurn(
    gate,
    who,
    Array.isArray(messages) ? (messages as readonly MastraMessageLike[]) : [messages],
    (message) => typeof message === 'string' || ('role' in message && message.role === 'user'),
    textsOf,
  );
