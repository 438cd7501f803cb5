import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearWords } from '../host/words.ts';
import type { MessageLike } from './shapes.ts';

const textsIn = (parts: unknown): readonly string[] =>
  Array.isArray(parts)
    ? parts.flatMap((part: unknown) =>
        typeof part === 'object' &&
        part !== null &&
        'type' in part &&
        part.type === 'text' &&
        'text' in part &&
        typeof part.text === 'string'
          ? [part.text]
          : [],
      )
    : [];

/** Texts of a person's turn, in the forms that Mastra takes. Files and pictures are content, not words. */
const wordsOf = (message: MessageLike): readonly string[] => {
  if (typeof message === 'string') return [message];
  const content = 'content' in message ? message.content : undefined;
  if (typeof content === 'string' && content !== '') return [content];
  if (Array.isArray(content)) return textsIn(content);
  if (typeof content === 'object' && content !== null && 'parts' in content) return textsIn(content.parts);
  return 'parts' in message ? textsIn(message.parts) : [];
};

const isPersons = (message: MessageLike): boolean =>
  typeof message === 'string' || ('role' in message && message.role === 'user');

/** Hears the person's last turn in what `generate` or `stream` is given. Returns how many texts were new. */
export const hearMessages = async (
  gate: Gate,
  who: Who,
  messages: MessageLike | readonly MessageLike[],
): Promise<number> => {
  const list: readonly MessageLike[] = Array.isArray(messages) ? messages : [messages as MessageLike];
  const lastOther = list.findLastIndex((message) => !isPersons(message));
  return await hearWords(gate, who, list.slice(lastOther + 1).flatMap(wordsOf));
};
