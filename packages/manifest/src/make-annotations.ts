import type { Json, JsonObject } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { SET_DETAILS } from '@callgate/core/vocabulary';
import type { ManifestHints } from './manifest.ts';
import { SET_HOMES, findValueKey, toValueList } from './set-values.ts';

/** The keys every SDK passes on. All others need a second home, because SDKs drop annotations they do not know. */
const STANDARD: ReadonlySet<string> = new Set([
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
]);

const written = (value: string): Json => (value === 'regulated' ? { regulated: {} } : value);

const oneOrList = (values: readonly Json[]): Json => {
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : values;
};

const preferencesOf = ({ hints, ...priorities }: ModelPreferences): JsonObject => ({
  ...priorities,
  ...(hints === undefined ? {} : { hints: hints.map((name) => ({ name })) }),
});

/** Hints under the keys of the documents that introduced them, as `annotations` hold them. */
export const makeAnnotations = (hints: ManifestHints): JsonObject => {
  const top: Record<string, Json> = {};
  const inputMetadata: Record<string, Json> = {};
  const returnMetadata: Record<string, Json> = {};
  const homes = { top, inputMetadata, returnMetadata };
  for (const name of HINT_NAMES) {
    const value = hints[name];
    if (value !== undefined) top[HINTS[name].key] = value;
  }
  for (const detail of SET_DETAILS) {
    const given = hints[detail];
    if (given === undefined) continue;
    const home = SET_HOMES[detail];
    const byKey = new Map<string, { readonly in: string; readonly values: Json[] }>();
    for (const value of toValueList(given)) {
      const key = findValueKey(detail, value) ?? home;
      const into = byKey.get(key.key) ?? { in: key.in, values: [] };
      into.values.push(written(value));
      byKey.set(key.key, into);
    }
    for (const [key, { in: container, values }] of byKey) {
      const into = container === 'top' ? homes.top : homes[home.in];
      into[key] = detail === 'sideEffects' || detail === 'attribution' ? values : oneOrList(values);
    }
  }
  return {
    ...top,
    ...(Object.keys(inputMetadata).length === 0 ? {} : { inputMetadata }),
    ...(Object.keys(returnMetadata).length === 0 ? {} : { returnMetadata }),
    ...(hints.modelPreferences === undefined
      ? {}
      : { modelPreferences: preferencesOf(hints.modelPreferences) }),
    ...(hints.minTrustLevel === undefined ? {} : { minTrustLevel: hints.minTrustLevel }),
  };
};

/** What of them goes into `_meta` too. */
export const makeMeta = (annotations: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(annotations).filter(([key]) => !STANDARD.has(key)));
