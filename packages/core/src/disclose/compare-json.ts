import { canonical } from '../receive/canonical.ts';
import type { Json } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';

const MAX_PAIRS = 200_000;

/** Equal up to key order. Without recursion and bounded: a value inside itself counts as different. */
export const isEqualJson = (one: Json | undefined, two: Json | undefined): boolean => {
  const pending: (readonly [Json | undefined, Json | undefined])[] = [[one, two]];
  for (let count = 0; count < MAX_PAIRS; count++) {
    const pair = pending.pop();
    if (pair === undefined) return true;
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (let index = 0; index < a.length; index++) pending.push([a[index], b[index]]);
      continue;
    }
    if (a === undefined || b === undefined || !isJsonObject(a) || !isJsonObject(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      pending.push([getOwn(a, key), getOwn(b, key)]);
    }
  }
  return false;
};

/** One text for equal values, or undefined where a value has no canonical form. */
export const tryCanonical = (value: Json): string | undefined => {
  try {
    return canonical(value);
  } catch {
    return undefined;
  }
};

export interface JsonDifference {
  readonly path: string;
  /** The last name on the way, array positions left out. */
  readonly name: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

const MAX_DEPTH = 32;

export const unionKeys = (one: Json | undefined, two: Json | undefined): readonly string[] => [
  ...new Set(
    [one, two].flatMap((side) => (side !== undefined && isJsonObject(side) ? Object.keys(side) : [])),
  ),
];

export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const isObjectOrAbsent = (value: Json | undefined): boolean => value === undefined || isJsonObject(value);

const ownOf = (value: Json | undefined, key: string): Json | undefined =>
  value !== undefined && isJsonObject(value) ? getOwn(value, key) : undefined;

/** Every smallest part that differs. At least one wherever `sameJson` says no. */
export const listDifferences = (
  before: Json | undefined,
  after: Json | undefined,
  path: string,
  name: string,
  depth: number = MAX_DEPTH,
): readonly JsonDifference[] => {
  if (isEqualJson(before, after)) return [];
  if (depth > 0 && Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
      listDifferences(before[index], after[index], `${path}[${index}]`, name, depth - 1),
    ).flat();
  // An absent object has no keys: what came or went with it is told key by key.
  const keys = isObjectOrAbsent(before) && isObjectOrAbsent(after) ? unionKeys(before, after) : [];
  if (depth > 0 && keys.length > 0)
    return keys.flatMap((key) =>
      listDifferences(ownOf(before, key), ownOf(after, key), joinPath(path, key), key, depth - 1),
    );
  return [{ path, name, before, after }];
};
