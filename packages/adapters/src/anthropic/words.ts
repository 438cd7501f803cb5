import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearWords } from '../host/words.ts';

export interface SpokenLike {
  readonly role: string;
  readonly content?: unknown;
}

const partsOf = ({ content }: SpokenLike): readonly object[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content)
    ? content.filter((part): part is object => typeof part === 'object' && part !== null)
    : [];
};

/** Results of tools come under the user's role too: a message that carries one is the host's and not the person's. */
const isPersons = (message: SpokenLike): boolean =>
  message.role === 'user' &&
  !partsOf(message).some((part) => 'type' in part && String(part.type).endsWith('tool_result'));

/** Texts of a person's turn. Documents and pictures are content, not words. */
const wordsOf = (message: SpokenLike): readonly string[] =>
  partsOf(message).flatMap((part) =>
    'type' in part && part.type === 'text' && 'text' in part && typeof part.text === 'string'
      ? [part.text]
      : [],
  );

/** Hears the person's last turn. Returns how many texts were new. */
export const hearMessages = async (
  gate: Gate,
  who: Who,
  messages: readonly SpokenLike[],
): Promise<number> => {
  const lastOther = messages.findLastIndex((message) => !isPersons(message));
  return await hearWords(gate, who, messages.slice(lastOther + 1).flatMap(wordsOf));
};
