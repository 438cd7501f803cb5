import { jsonErrors } from '@callgate/messages/errors/json';
import { CallgateError } from '../callgate-error.ts';
import type { Json, JsonObject } from './json.ts';
import { findNumberFault } from './json.ts';
import { MAX_DEPTH } from './limits.ts';
import { findLoneSurrogate } from './utf8.ts';

const { notCanonical } = jsonErrors;

/**
 * The one text of a value: RFC 8785 key order and numbers, everything outside printable ASCII escaped.
 * It refuses whatever the strict parser would not give back unchanged.
 */
export const canonical = (value: Json): string => {
  const out: CanonicalOutput = { text: '' };
  write(value, 1, out);
  return out.text;
};

/** Texts of values that are frozen all through, so that they stay true. */
const known = new WeakMap<object, string>();

/** Deeper values are written out anew each time: a text does not tell how deep it goes. */
const KNOWN_DEPTH = MAX_DEPTH / 2;

const isFrozen = (value: Json | undefined, depth: number = KNOWN_DEPTH): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0 || !Object.isFrozen(value)) return false;
  if (isArray(value)) return value.every((inner) => isFrozen(inner, depth - 1));
  for (const key in value) if (!isFrozen(value[key], depth - 1)) return false;
  return true;
};

/** The same, remembered for a value that is frozen all through: inside another one it is not written out again. */
export const canonicalCached = (value: readonly Json[] | JsonObject): string => {
  const before = known.get(value);
  if (before !== undefined) return before;
  const text = canonical(value);
  if (isFrozen(value)) known.set(value, text);
  return text;
};

/** Far above any message; it stops a small value that mentions itself many times over, as YAML aliases can. */
export const MAX_CANONICAL_LENGTH: number = 64 * 1024 * 1024;

interface CanonicalOutput {
  text: string;
}

const write = (value: Json | undefined, depth: number, out: CanonicalOutput): void => {
  if (out.text.length > MAX_CANONICAL_LENGTH) {
    throw new CallgateError(notCanonical.tooLong({ max: MAX_CANONICAL_LENGTH }));
  }
  switch (typeof value) {
    case 'string':
      out.text += quote(value);
      return;
    case 'number':
      out.text += numeral(value);
      return;
    case 'boolean':
      out.text += value ? 'true' : 'false';
      return;
    case 'object':
      if (value === null) out.text += 'null';
      else writeContainer(value, depth, out);
      return;
    default:
      throw new CallgateError(notCanonical.type({ type: typeof value }));
  }
};

const isArray = (value: readonly Json[] | JsonObject): value is readonly Json[] => Array.isArray(value);

const writeContainer = (value: readonly Json[] | JsonObject, depth: number, out: CanonicalOutput): void => {
  const text = known.get(value);
  if (text !== undefined && depth + KNOWN_DEPTH <= MAX_DEPTH + 1) {
    out.text += text;
    return;
  }
  if (depth > MAX_DEPTH) throw new CallgateError(notCanonical.tooDeep({ max: MAX_DEPTH }));
  if (isArray(value)) writeArray(value, depth, out);
  else if (isPlain(value)) writeObject(value, depth, out);
  else throw new CallgateError(notCanonical.object());
};

const writeArray = (array: readonly Json[], depth: number, out: CanonicalOutput): void => {
  out.text += '[';
  // By index: iteration could be overridden, and holes must be met.
  for (let index = 0; index < array.length; index++) {
    if (index > 0) out.text += ',';
    write(array[index], depth + 1, out);
  }
  out.text += ']';
};

const writeObject = (object: JsonObject, depth: number, out: CanonicalOutput): void => {
  out.text += '{';
  let isFirst = true;
  for (const key of sortedKeys(object)) {
    const member = memberName(key);
    out.text += isFirst ? member.slice(1) : member;
    write(object[key], depth + 1, out);
    isFirst = false;
  }
  out.text += '}';
};

/** What stands before the value of a member, with the comma that parts it from the one before. */
const memberName = (key: string): string => {
  const before = memberNames.get(key);
  if (before !== undefined) return before;
  const name = `,${quote(key)}:`;
  if (key.length > LONGEST_NAME) return name;
  if (memberNames.size === MOST_NAMES) memberNames.clear();
  memberNames.set(key, name);
  return name;
};

/** Nearly all names are those of our own formats. */
const memberNames = new Map<string, string>();
const MOST_NAMES = 1024;
const LONGEST_NAME = 64;

/** By UTF-16 code unit, which is what RFC 8785 asks for. */
const sortedKeys = (object: JsonObject): readonly string[] => {
  const keys = Object.keys(object);
  if (keys.length > FEW_KEYS) return keys.toSorted();
  // in place: most are in order, and sorting makes lists of its own
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index] ?? '';
    let at = index;
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? '';
    keys[at] = key;
  }
  return keys;
};

const FEW_KEYS = 32;

/** Plain in any realm: no prototype, or one that is a root. A Date or a Map would lose what it holds. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** Printable ASCII that needs no escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

const LONG = 4096;
const TOO_LONG = 262_144;
const MOST_QUOTED = 4;

/** Long texts that were read or written last. What is read is recorded and passed on within a moment. */
const quotedTexts: { readonly text: string; readonly quoted: string }[] = [];

/** Tells the canonical form of a long text to those who write it out next. */
export const rememberQuoted = (text: string, quoted: string): void => {
  if (text.length < LONG || text.length > TOO_LONG) return;
  if (quotedTexts.length === MOST_QUOTED) quotedTexts.shift();
  quotedTexts.push({ text, quoted });
};

const quote = (text: string): string => {
  if (PLAIN.test(text)) return `"${text}"`;
  if (text.length < LONG) return quoteAnew(text);
  const before = quotedTexts.find((each) => each.text === text);
  if (before !== undefined) return before.quoted;
  const quoted = quoteAnew(text);
  rememberQuoted(text, quoted);
  return quoted;
};

const quoteAnew = (text: string): string => {
  if (!text.isWellFormed()) throw new CallgateError(notCanonical.surrogate({ at: findLoneSurrogate(text) }));
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

const numeral = (value: number): string => {
  if (Number.isSafeInteger(value) && value !== 0) return String(value);
  const text = String(value);
  const fault = findNumberFault(text, value);
  if (fault !== undefined) throw new CallgateError(notCanonical.number({ fault }));
  return text;
};
