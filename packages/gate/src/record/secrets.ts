import type { Json, JsonObject, ParseLimits } from '@callgate/core';
import { CallgateError, DEFAULT_LIMITS, canonical, display, isJsonObject, parseStrict } from '@callgate/core';
import type { Keys } from './keys.ts';
import { rewriteArguments } from './redact-path.ts';

/** Marks an object that stands in for a secret value. The same key in arguments gets another `$` in front. */
const SEALED = '$sealed';
const FINGERPRINT = '$fingerprint';
const ESCAPED = /^\$+sealed$/;

/** Escaping and encryption make a text longer than it was when it was let in. */
export const SEALED_LIMITS: ParseLimits = Object.freeze({
  ...DEFAULT_LIMITS,
  bytes: DEFAULT_LIMITS.bytes * 12,
  string: DEFAULT_LIMITS.bytes * 12,
});

const same = (key: string): string => key;
const escaped = (key: string): string => (ESCAPED.test(key) ? `$${key}` : key);
const unescaped = (key: string): string => (ESCAPED.test(key) ? key.slice(1) : key);

/** A secret cannot be moved to another place of the same arguments either. */
const placed = (about: string, path: readonly string[]): string => `${about}\n${canonical([...path])}`;

const objectIn = (text: string): JsonObject => {
  const value = parseStrict(text, SEALED_LIMITS);
  if (isJsonObject(value)) return value;
  throw new CallgateError('CALL_ARGUMENTS', 'arguments are not an object');
};

/** Equal secrets look equal; nobody without the keys can tell what they are. */
export const fingerprintOf = (keys: Keys, value: Json): string => keys.fingerprint(canonical(value));

/**
 * Canonical arguments in which every value at a path of `redact` is encrypted. `about` says where they belong; they
 * open nowhere else.
 */
export const sealArguments = (
  keys: Keys,
  canonicalArguments: string,
  redact: readonly string[],
  about: string,
): string => {
  if (redact.length === 0 && !canonicalArguments.includes(`${SEALED}"`)) return canonicalArguments;
  return canonical(
    rewriteArguments(objectIn(canonicalArguments), redact, {
      protect: (value, path) => ({
        [SEALED]: keys.encrypt(canonical(value), placed(about, path)),
        [FINGERPRINT]: fingerprintOf(keys, value),
      }),
      key: escaped,
    }),
  );
};

const unreadable = (): CallgateError =>
  new CallgateError('SECRET_SEALED', 'a sealed value is damaged', {
    help: 'verify the record: somebody changed it',
  });

const ciphertextIn = (box: JsonObject): string => {
  const text = box[SEALED];
  const isBox = Object.keys(box).length === 2 && typeof box[FINGERPRINT] === 'string';
  if (typeof text !== 'string' || !isBox) throw unreadable();
  return text;
};

const openValue = (keys: Keys, value: Json, about: string, path: readonly string[]): Json => {
  if (Array.isArray(value))
    return value.map((item: Json, index) => openValue(keys, item, about, [...path, String(index)]));
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, SEALED)) {
    const opened = parseStrict(keys.decrypt(ciphertextIn(value), placed(about, path)), SEALED_LIMITS);
    if (fingerprintOf(keys, opened) !== value[FINGERPRINT]) throw unreadable();
    return opened;
  }
  return openObject(keys, value, about, path);
};

const openObject = (keys: Keys, object: JsonObject, about: string, path: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const name = unescaped(key);
      return [name, openValue(keys, value, about, [...path, name])];
    }),
  );

/** The arguments that `sealArguments` was given. Throws SECRET_SEALED where they cannot be opened. */
export const openArguments = (keys: Keys, sealed: string, about: string): JsonObject =>
  openObject(keys, objectIn(sealed), about, []);

/** Canonical arguments for logs: what is secret shows its fingerprint only. */
export const forLogs = (keys: Keys, canonicalArguments: string, redact: readonly string[]): string =>
  canonical(
    rewriteArguments(objectIn(canonicalArguments), redact, {
      protect: (value) => ({ [FINGERPRINT]: fingerprintOf(keys, value) }),
      key: same,
    }),
  );

/** A whole value, sealed. */
export const sealJson = (keys: Keys, value: Json, about: string): string =>
  keys.encrypt(canonical(value), placed(about, []));

export const openJson = (keys: Keys, sealed: string, about: string): Json =>
  parseStrict(keys.decrypt(sealed, placed(about, [])), SEALED_LIMITS);

/** Shorter texts are too common to be looked for inside others. */
const SHORTEST = 4;
/** The core keeps so much of a value that could not be traced. */
const CUT = 200;

const textsIn = (value: Json): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap((inner: Json) => textsIn(inner))
      : [];

/** The texts that stand at the paths of `redact`, for `hideTexts`. */
export const secretTexts = (args: JsonObject, redact: readonly string[]): readonly string[] => {
  const texts: string[] = [];
  rewriteArguments(args, redact, {
    protect: (value) => {
      texts.push(...textsIn(value));
      return null;
    },
    key: same,
  });
  return [...new Set(texts)]
    .filter((text) => text.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
};

/**
 * The same value with the fingerprint of each secret where its text stood: in reasons, in origins, in faults. The
 * texts are looked for as they are, cut, and as `display` shows them; whoever says them otherwise is not understood.
 */
export const hideTexts = <T extends Json>(keys: Keys, value: T, secrets: readonly string[]): T => {
  const hidden = secrets.flatMap((secret) => {
    const mark = fingerprintOf(keys, secret);
    const forms = new Set([secret, display(secret), secret.slice(0, CUT), display(secret.slice(0, CUT))]);
    return [...forms].map((form) => [form, mark] as const);
  });
  const hide = (inner: Json): Json => {
    if (typeof inner === 'string')
      return hidden.reduce((text, [form, mark]) => text.replaceAll(form, () => mark), inner);
    if (Array.isArray(inner)) return inner.map((item: Json) => hide(item));
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, hide(item)]));
  };
  return hidden.length === 0 ? value : (hide(value) as T);
};
