import type { HintName, Json, JsonObject } from '@callgate/core';
import { HINTS, isJsonObject, getOwn } from '@callgate/core';
import type { Claim, MalformedClaim } from '@callgate/core/vocabulary';
import type { Finding, Fix } from '../finding.ts';

/** Hints of the specification: every client reads them in `annotations`. */
export const SPECIFIED: readonly HintName[] = ['readOnly', 'destructive', 'idempotent', 'openWorld'];

/** Where a hint survives the SDKs' clients: they keep these keys of `annotations` and drop all others. */
export const findHintHome = (hint: HintName): readonly [string, string] => [
  SPECIFIED.includes(hint) ? 'annotations' : '_meta',
  HINTS[hint].key,
];

/** Declares a hint where clients see it. */
export const declareHint = (hint: HintName, value: 'yes' | 'no'): Fix => ({
  path: findHintHome(hint),
  value: value === 'yes',
});

/** The hint as its author writes it. */
export const hintSpelling = (hint: HintName, value: 'yes' | 'no'): string =>
  `${HINTS[hint].key}: ${String(value === 'yes')}`;

const under = (object: Json | undefined, key: string): readonly string[] => {
  if (object === undefined || !isJsonObject(object)) return [key];
  if (getOwn(object, key) !== undefined) return [key];
  const holder = Object.keys(object).find((name) => key.startsWith(`${name}.`));
  return holder === undefined
    ? [key]
    : [holder, ...under(getOwn(object, holder), key.slice(holder.length + 1))];
};

/** Where a claim stands. Keys have dots of their own, so the definition is asked. */
export const findClaimPath = (
  definition: JsonObject,
  { home, key }: Pick<Claim | MalformedClaim, 'home' | 'key'>,
): Finding['path'] => (home === key ? [home] : [home, ...under(getOwn(definition, home), key)]);

/** What stands at a path, if anything does. */
export const memberAt = (definition: JsonObject, path: Finding['path']): Json | undefined => {
  let at: Json | undefined = definition;
  for (const step of path) {
    if (at === undefined || !isJsonObject(at)) return undefined;
    at = getOwn(at, String(step));
  }
  return at;
};
