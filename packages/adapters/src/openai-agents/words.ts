import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearWords } from '../host/words.ts';
import type { InputLike, ItemLike } from './shapes.ts';

const isText = (part: unknown): part is { readonly text: string } =>
  typeof part === 'object' &&
  part !== null &&
  'type' in part &&
  part.type === 'input_text' &&
  'text' in part &&
  typeof part.text === 'string';

/** Texts of a person's turn. Files, pictures and recordings are content, not words. */
const wordsOf = (item: ItemLike): readonly string[] => {
  const content = 'content' in item ? item.content : undefined;
  if (typeof content === 'string') return [content];
  return Array.isArray(content) ? content.filter(isText).map(({ text }) => text) : [];
};

/** Hears the person's last turn in what `run` is given. Returns how many texts were new. */
export const hearInput = async (gate: Gate, who: Who, input: InputLike): Promise<number> => {
  if (typeof input === 'string') return await hearWords(gate, who, [input]);
  const lastOther = input.findLastIndex((item) => !('role' in item) || item.role !== 'user');
  return await hearWords(gate, who, input.slice(lastOther + 1).flatMap(wordsOf));
};
