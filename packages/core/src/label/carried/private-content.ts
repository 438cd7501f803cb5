import type { Json } from '../../receive/json.ts';
import { isJsonObject, own } from '../../receive/json.ts';
import type { SeenResult } from '../seen/seen-result.ts';
import type { DistinctiveValues } from './distinctive.ts';
import { distinctiveIn, squash, tellingWords } from './distinctive.ts';
import type { LetterRow } from './letter-rows.ts';
import { ROW, letterRow } from './letter-rows.ts';
import { encodedTexts, plainText } from './readings.ts';

/** One text of a result, ready to be compared. */
export interface ComparableText extends DistinctiveValues {
  readonly path: readonly (string | number)[];
  readonly words: readonly string[];
  readonly row: LetterRow;
}

const MAX_NODES = 20_000;

const withoutTags = (text: string): string => text.replace(/<\/?[a-z][^<>]{0,200}>/gi, '');

const comparable = (path: readonly (string | number)[], written: string): ComparableText => {
  const plain = plainText(written);
  const text = [plain, ...encodedTexts(plain)].join('\n');
  return { path, ...distinctiveIn(text), words: tellingWords(text), row: letterRow(text) };
};

const readTexts = (result: Json): readonly ComparableText[] => {
  const texts: ComparableText[] = [];
  const queue: { readonly value: Json; readonly path: readonly (string | number)[] }[] = [
    { value: result, path: [] },
  ];
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const { value, path } = queue[at] ?? { value: null, path: [] };
    if (typeof value === 'string' || typeof value === 'number') texts.push(comparable(path, String(value)));
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) queue.push({ value: item, path: [...path, index] });
    else if (isJsonObject(value)) {
      const keys = Object.keys(value);
      texts.push(comparable(path, keys.join('\n')));
      for (const key of keys) queue.push({ value: own(value, key) ?? null, path: [...path, key] });
    }
  }
  return texts.filter(
    ({ whole, names, opaque, words, row }) =>
      whole.length + names.length + opaque.length + words.length > 0 || row.letters.length >= ROW,
  );
};

const known = new WeakMap<SeenResult, readonly ComparableText[]>();

/** The texts of a kept result. Worked out when first asked for. */
export const comparableTexts = (seen: SeenResult): readonly ComparableText[] => {
  const made = known.get(seen) ?? readTexts(seen.result);
  known.set(seen, made);
  return made;
};

/** Words in a line in which a phrase is found only as whole words. */
export const phraseLine = (words: readonly string[]): string => ` ${words.join(' ')} `;

/** The texts, numbers and keys of a piece of data in their order. */
const textsIn = (data: Json): readonly string[] => {
  const texts: string[] = [];
  const stack: Json[] = [data];
  for (let at = 0; stack.length > 0 && at < MAX_NODES; at++) {
    const value = stack.pop() ?? null;
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) stack.push(...(value as readonly Json[]).toReversed());
    else if (isJsonObject(value))
      for (const key of Object.keys(value).toReversed()) stack.push(own(value, key) ?? null, key);
  }
  return texts;
};

const squashedWholes = new WeakMap<SeenResult, string>();

/** All of a kept result, squashed: also what was wrapped over lines or put into several places. */
export const squashedWhole = (seen: SeenResult): string => {
  const made = squashedWholes.get(seen) ?? squash(withoutTags(plainText(textsIn(seen.result).join('\n'))));
  squashedWholes.set(seen, made);
  return made;
};
