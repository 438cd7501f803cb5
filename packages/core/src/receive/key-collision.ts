import { isJsonObject, type Json, type JsonObject } from './json.ts';

/**
 * Two keys of one object, at any depth, that some program would take for the same key:
 * Go takes `Name` and `paramſ` for `name` and `params`, and others stop reading at NUL.
 */
export const collidingKeys = (object: JsonObject): [string, string] | undefined => {
  const seen = new Map<string, string>();
  for (const key of Object.keys(object)) {
    const folded = fold(key);
    const earlier = seen.get(folded);
    if (earlier !== undefined) return [earlier, key];
    seen.set(folded, key);
  }
  return firstInside(Object.values(object));
};

const firstInside = (values: readonly Json[]): [string, string] | undefined => {
  for (const value of values) {
    const pair = isJsonObject(value)
      ? collidingKeys(value)
      : Array.isArray(value)
        ? firstInside(value)
        : undefined;
    if (pair) return pair;
  }
  return undefined;
};

// Lower case first: `ẞ` has no upper case but `ß` has, and they must meet.
/** What keys have in common that some program would take for the same. */
export const fold = (key: string): string =>
  key.replaceAll('\0', '').normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
