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
  const { sorted, members } = formOf(Object.keys(object));
  out.text += '{';
  for (let index = 0; index < sorted.length; index++) {
    out.text += members[index] ?? '';
    write(object[sorted[index] ?? ''], depth + 1, out);
  }
  out.text += '}';
};

/** The names of an object, and how they are written. */
interface ObjectForm {
  /** As the object has them. */
  readonly keys: readonly string[];
  /** By UTF-16 code unit, which is what RFC 8785 asks for. */
  readonly sorted: readonly string[];
  /** What stands before each value, with the comma that parts it from the one before. */
  readonly members: readonly string[];
}

const makeForm = (keys: readonly string[]): ObjectForm => {
  const sorted = keys.toSorted();
  return { keys, sorted, members: sorted.map((key, index) => `${index === 0 ? '' : ','}${quote(key)}:`) };
};

/** Nearly all objects have a form of ours. Found by their number of names and the first one. */
const forms = Array.from({ length: 33 }, () => new Map<string, ObjectForm>());
let formsKept = 0;
const MOST_FORMS = 512;
const LONGEST_NAME = 64;

const formOf = (keys: readonly string[]): ObjectForm => {
  const [first = ''] = keys;
  const alike = forms[keys.length];
  const form = alike?.get(first);
  if (form !== undefined && hasNames(form, keys)) return form;
  const made = makeForm(keys);
  if (alike !== undefined && keys.every((key) => key.length <= LONGEST_NAME)) {
    if (form === undefined && ++formsKept > MOST_FORMS) forgetForms();
    alike.set(first, made);
  }
  return made;
};

const hasNames = (form: ObjectForm, keys: readonly string[]): boolean => {
  for (let index = 0; index < keys.length; index++) if (form.keys[index] !== keys[index]) return false;
  return true;
};

const forgetForms = (): void => {
  for (const alike of forms) alike.clear();
  formsKept = 1;
};

/** Plain in any realm: no prototype, or one that is a root. A Date or a Map would lose what it holds. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
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
