import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';

/** One step of a path: a name, or `*` for everything here. */
type Step = { readonly name: string; readonly folded: string } | '*';

export type RedactPath = readonly Step[];

// NFKC and lower case: some programs take `Token` and `ｔｏｋｅｎ` for `token`
const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

const named = (name: string): Step => ({ name, folded: fold(name) });

const PIECE = /\[(\d*|\*)\]|\.|((?:\\[^]|[^\\.[]|\[(?!(?:\d*|\*)\])|\\$)+)/g;

/**
 * Reads `body.secret`, `to[].token`, `items[0]`, `*`. Marks of the syntax inside a name are written with a backslash.
 * There is no wrong path: what is no mark is part of a name.
 */
export const parseRedactPath = (path: string): RedactPath => {
  const steps: Step[] = [];
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

export interface Rewrite {
  /** What stands in for a protected value. */
  protect(value: Json, path: readonly string[]): Json;
  key(name: string): string;
}

const rewriteAt = (value: Json, paths: readonly RedactPath[], at: readonly string[], by: Rewrite): Json => {
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
  by: Rewrite,
): JsonObject =>
  // fromEntries makes own properties: `__proto__` is a key like any other
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      by.key(key),
      rewriteAt(value, below(paths, key, false), [...at, key], by),
    ]),
  );

/** The same arguments with something else in every place that the paths name. */
export const rewriteArguments = (args: JsonObject, redact: readonly string[], by: Rewrite): JsonObject =>
  rewriteObject(args, redact.map(parseRedactPath), [], by);
