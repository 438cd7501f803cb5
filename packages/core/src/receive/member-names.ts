import type { Json, JsonObject } from './json.ts';
import { isJsonObject } from './json.ts';

/**
 * Two keys of one object, at any depth, that some program would take for the same key:
 * Go takes `Name` and `paramſ` for `name` and `params`, and others stop reading at NUL.
 */
export const findCollidingKeys = (object: JsonObject): [string, string] | undefined => {
  const seen = new Map<string, string>();
  for (const key of Object.keys(object)) {
    const folded = foldKey(key);
    const earlier = seen.get(folded);
    if (earlier !== undefined) return [earlier, key];
    seen.set(folded, key);
  }
  return firstInside(Object.values(object));
};

const firstInside = (values: readonly Json[]): [string, string] | undefined => {
  for (const value of values) {
    const pair = isJsonObject(value)
      ? findCollidingKeys(value)
      : Array.isArray(value)
        ? firstInside(value)
        : undefined;
    if (pair) return pair;
  }
  return undefined;
};

// Lower case first: `ẞ` has no upper case but `ß` has, and they must meet.
/** What keys have in common that some program would take for the same. */
export const foldKey = (key: string): string => (PLAIN_NAME.test(key) ? key.toLowerCase() : foldAny(key));

/** Nothing in it is composed or left out. */
const PLAIN_NAME = /^[\u0020-\u007e]*$/;

const foldAny = (key: string): string =>
  key.replaceAll('\0', '').normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

const OWN_NAME = 'dev.callgate';
const LOWER_D = 0x64;
const FIRST_PRINTABLE = 0x21;
const DELETE = 0x7f;

/** Whether a name is one that only Callgate writes, or would be taken for one. */
export const isReservedName = (name: string): boolean => {
  if (name.length < OWN_NAME.length) return false;
  const first = name.charCodeAt(0);
  // most names are told apart by one character; other characters may fold into it
  if (first >= FIRST_PRINTABLE && first < DELETE && (first | 0x20) !== LOWER_D) return false;
  const folded = foldKey(name).trim();
  return (
    folded.startsWith(OWN_NAME) && (folded.length === OWN_NAME.length || folded[OWN_NAME.length] === '/')
  );
};

/** The object without members, at any depth, that only Callgate writes. The very same object where there are none. */
export const stripReservedMembers = (object: JsonObject): JsonObject => {
  let changed: Record<string, Json> | undefined;
  for (const key of Object.keys(object)) {
    const before = object[key] ?? null;
    const own = isReservedName(key);
    const after = own ? before : strip(before);
    if (!own && after === before) continue;
    changed ??= Object.assign(Object.create(null) as Record<string, Json>, object);
    if (own) delete changed[key];
    else changed[key] = after;
  }
  return changed ?? object;
};

const strip = (value: Json): Json => {
  if (Array.isArray(value)) return stripItems(value);
  return isJsonObject(value) ? stripReservedMembers(value) : value;
};

const stripItems = (items: readonly Json[]): readonly Json[] => {
  let changed: Json[] | undefined;
  for (const [place, before] of items.entries()) {
    const after = strip(before);
    if (after === before) continue;
    changed ??= [...items];
    changed[place] = after;
  }
  return changed ?? items;
};
