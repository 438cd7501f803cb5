import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearWords } from '../host/words.ts';

const isPersons = (item: object): boolean => 'role' in item && item.role === 'user';

/** Texts of a person's turn. Files and pictures are content, not words. */
const wordsOf = (item: object): readonly string[] => {
  const content: unknown = 'content' in item ? item.content : undefined;
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null || !('type' in part) || !('text' in part)) return [];
    const isText = part.type === 'input_text' || part.type === 'text';
    return isText && typeof part.text === 'string' ? [part.text] : [];
  });
};

/** Hears the person's last turn, from the input of a response or the messages of a chat. Returns how many texts were new. */
export const hearMessages = async (
  gate: Gate,
  who: Who,
  input: string | readonly object[],
): Promise<number> => {
  if (typeof input === 'string') return await hearWords(gate, who, [input]);
  const lastOther = input.findLastIndex((item) => !isPersons(item));
  return await hearWords(gate, who, input.slice(lastOther + 1).flatMap(wordsOf));
};
