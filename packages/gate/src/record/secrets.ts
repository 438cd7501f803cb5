import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject } from '@callgate/core';
import type { Origins } from '@callgate/core/label';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { callErrors } from '@callgate/messages/errors/call';
import { keyErrors } from '@callgate/messages/errors/key';
import type { Keys } from './keys.ts';

/** One step of a path: a name, or `*` for everything here. */
type RedactStep = { readonly name: string; readonly folded: string } | '*';

export type RedactPath = readonly RedactStep[];

// NFKC and lower case: some programs take `Token` and `ｔｏｋｅｎ` for `token`
const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

const named = (name: string): RedactStep => ({ name, folded: fold(name) });

const PIECE = /\[(\d*|\*)\]|\.|((?:\\[^]|[^\\.[]|\[(?!(?:\d*|\*)\])|\\$)+)/g;

/**
 * Reads `body.secret`, `to[].token`, `items[0]`, `*`. Marks of the syntax inside a name are written with a backslash.
 * There is no wrong path: what is no mark is part of a name.
 */
export const parseRedactPath = (path: string): RedactPath => {
  const steps: RedactStep[] = [];
  for (const [, index, name] of path.matchAll(PIECE)) {
    if (index !== undefined) steps.push(index === '' || index === '*' ? '*' : named(index));
    else if (name !== undefined) steps.push(name === '*' ? '*' : named(name.replace(/\\([^])/g, '$1')));
  }
  return steps;
};

/** Where the paths stand that still concern a value; an empty rest means the value itself. */
const below = (paths: readonly RedactPath[], key: string, inArray: boolean): readonly RedactPath[] => {
  const rests: RedactPath[] = [];
  for (const path of paths) {
    const [step, ...rest] = path;
    if (step === undefined) continue;
    if (step === '*' || step.name === key || (!inArray && step.folded === fold(key))) rests.push(rest);
    // a name passes through a list: `items.token` protects the token of every item
    else if (inArray && !/^\d+$/.test(step.name)) rests.push(path);
  }
  return rests;
};

/** Protects rather too much: a text that stands where the path goes on may hold what the path names. */
const isMeant = (paths: readonly RedactPath[], value: Json): boolean =>
  paths.some((path) => path.length === 0 || (typeof value === 'string' && path.length > 0));

export interface ValueRewriter {
  /** What stands in for a protected value. */
  protect(value: Json, path: readonly string[]): Json;
  key(name: string): string;
}

const rewriteAt = (
  value: Json,
  paths: readonly RedactPath[],
  at: readonly string[],
  by: ValueRewriter,
): Json => {
  if (isMeant(paths, value)) return by.protect(value, at);
  if (Array.isArray(value))
    return value.map((item: Json, index) =>
      rewriteAt(item, below(paths, String(index), true), [...at, String(index)], by),
    );
  if (!isJsonObject(value)) return value;
  return rewriteObject(value, paths, at, by);
};

const rewriteObject = (
  object: JsonObject,
  paths: readonly RedactPath[],
  at: readonly string[],
  by: ValueRewriter,
): JsonObject =>
  // fromEntries makes own properties: `__proto__` is a key like any other
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      by.key(key),
      rewriteAt(value, below(paths, key, false), [...at, key], by),
    ]),
  );

/** The same arguments with something else in every place that the paths name. */
export const rewriteArguments = (
  args: JsonObject,
  redact: readonly string[],
  by: ValueRewriter,
): JsonObject => rewriteObject(args, redact.map(parseRedactPath), [], by);

/** Marks an object that stands in for a secret value. The same key in arguments gets another `$` in front. */
const SEALED = '$sealed';
const FINGERPRINT = '$fingerprint';
const ESCAPED = /^\$+sealed$/;

/** Escaping and encryption make a text longer than it was when it was let in. */
export const SEALED_LIMITS: ParseLimits = Object.freeze({
  ...DEFAULT_PARSE_LIMITS,
  bytes: DEFAULT_PARSE_LIMITS.bytes * 12,
  string: DEFAULT_PARSE_LIMITS.bytes * 12,
});

const same = (key: string): string => key;
const escaped = (key: string): string => (ESCAPED.test(key) ? `$${key}` : key);
const unescaped = (key: string): string => (ESCAPED.test(key) ? key.slice(1) : key);

/** A secret cannot be moved to another place of the same arguments either. */
const placed = (about: string, path: readonly string[]): string => `${about}\n${canonical([...path])}`;

const objectIn = (text: string): JsonObject => {
  const value = parseStrict(text, SEALED_LIMITS);
  if (isJsonObject(value)) return value;
  throw new CallgateError(callErrors.sealedArgumentsNotObject());
};

/** Equal secrets look equal; nobody without the keys can tell what they are. */
export const fingerprintValue = (keys: Keys, value: Json): string => keys.fingerprint(canonical(value));

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
        [FINGERPRINT]: fingerprintValue(keys, value),
      }),
      key: escaped,
    }),
  );
};

const unreadable = (): CallgateError => new CallgateError(keyErrors.sealedDamaged());

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
    if (fingerprintValue(keys, opened) !== value[FINGERPRINT]) throw unreadable();
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
export const redactForLogs = (keys: Keys, canonicalArguments: string, redact: readonly string[]): string =>
  canonical(
    rewriteArguments(objectIn(canonicalArguments), redact, {
      protect: (value) => ({ [FINGERPRINT]: fingerprintValue(keys, value) }),
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
export const listSecretTexts = (args: JsonObject, redact: readonly string[]): readonly string[] => {
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
 * texts are looked for as they are, cut, and as `display` shows them; other spellings are not found.
 */
export const hideTexts = <T extends Json>(keys: Keys, value: T, secrets: readonly string[]): T => {
  const hidden = secrets.flatMap((secret) => {
    const mark = fingerprintValue(keys, secret);
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

const secretPaths = (args: JsonObject, redact: readonly string[]): readonly (readonly string[])[] => {
  const paths: (readonly string[])[] = [];
  rewriteArguments(args, redact, {
    protect: (_, path) => {
      paths.push(path);
      return null;
    },
    key: (name) => name,
  });
  return paths;
};

/** Origins that say which secret value could not be traced, and not what it is. */
export const stripSecretTexts = (origins: Origins, args: JsonObject, redact: readonly string[]): Origins => {
  if (redact.length === 0 || origins.unproven.length === 0) return origins;
  const secret = secretPaths(args, redact);
  const unproven = origins.unproven.map((value) => {
    if (!secret.some((path) => path.every((step, at) => String(value.path[at]) === step))) return value;
    const { text: _, ...rest } = value;
    return rest;
  });
  return { ...origins, unproven };
};
