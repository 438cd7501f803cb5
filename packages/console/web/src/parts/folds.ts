import type { Json } from '@callgate/core';
import { isJsonObject } from '@callgate/core';

/** Texts up to this length are shown whole at once. */
export const SHOWN_LENGTH = 200;
/** Lists and objects up to this many entries are shown whole at once. */
export const SHOWN_ENTRIES = 40;

export type JsonPath = readonly (string | number)[];

/** A name of a place in a value, different for different places. */
export const placeName = (path: JsonPath): string => JSON.stringify(path);

export const entriesOf = (value: Json): readonly (readonly [string | number, Json])[] | undefined => {
  if (Array.isArray(value)) return value.map((item: Json, index) => [index, item] as const);
  return isJsonObject(value)
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    : undefined;
};

/** Every place of a value that is shown only in part until somebody opens it. */
export const foldsOf = (value: Json, path: JsonPath = []): readonly string[] => {
  if (typeof value === 'string') return value.length > SHOWN_LENGTH ? [placeName(path)] : [];
  const entries = entriesOf(value);
  if (entries === undefined) return [];
  return [
    ...(entries.length > SHOWN_ENTRIES ? [placeName(path)] : []),
    ...entries.flatMap(([key, item]) => foldsOf(item, [...path, key])),
  ];
};
