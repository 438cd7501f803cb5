import type { Json, JsonObject, Session } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { DecisiveValue, ValuePath } from '../api/inbox.ts';

const MAX_TEXTS = 100;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

const listTexts = (value: Json, path: ValuePath): readonly (readonly [ValuePath, string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item: Json, at) => listTexts(item, [...path, at]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => listTexts(item, [...path, key]));
};

/** Texts of a call that stand in none of the user's requests and were not judged: letter case and spaces do not count. */
export const unsaidTexts = (
  { said, dropped }: Session,
  args: JsonObject,
  judged: readonly DecisiveValue[],
): readonly ValuePath[] => {
  // what is forgotten may have said it
  if (said.length === 0 || dropped.words > 0) return [];
  const requests = said.map(({ text }) => plain(text));
  const known = new Set(judged.map(({ path }) => JSON.stringify(path)));
  return listTexts(args, [])
    .filter(([path, text]) => {
      const wanted = plain(text);
      return (
        wanted !== '' &&
        !known.has(JSON.stringify(path)) &&
        !requests.some((request) => request.includes(wanted))
      );
    })
    .slice(0, MAX_TEXTS)
    .map(([path]) => path);
};
