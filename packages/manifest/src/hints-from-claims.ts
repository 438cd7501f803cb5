import type { HintName, JsonObject } from '@callgate/core';
import { HINTS, HINT_NAMES, describeTool } from '@callgate/core';
import { disclose } from '@callgate/core/disclose';
import type { Claims, SetDetail } from '@callgate/core/vocabulary';
import { CLAIM_KEYS, SET_DETAILS, readClaims } from '@callgate/core/vocabulary';
import { annotationsOf } from './annotations-of.ts';
import type { ConditionalHints, Hints } from './manifest.ts';
import { byDocument, keyOfValue, listOf, saysOf, tighteningOf, valuesOf } from './set-values.ts';

type Mutable = { [H in HintName]?: boolean } & { [D in SetDetail]?: string | readonly string[] };

export interface ReadHints {
  readonly hints: Hints;
  /** What contradicted what, in words. */
  readonly conflicts: readonly string[];
}

const BOOLEAN_KEYS: ReadonlySet<string> = new Set(
  CLAIM_KEYS.filter(({ type }) => type === 'boolean').map(({ key }) => key),
);

const lastPart = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** What is believed does not depend on schemas, which may be large. */
const claimsOnly = (definition: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(definition).filter(([key]) => key === 'annotations' || key === '_meta'));

const conflictsOf = (
  definition: JsonObject,
): readonly { readonly hints: readonly HintName[]; readonly between: readonly string[] }[] =>
  disclose(describeTool({ server: '', trust: 'owned', definition: claimsOnly(definition) }), 'all', [], [])
    .conflicts;

/** The least careful value above those of a set that does not lower care about a hint any more. */
const nextStep = (detail: SetDetail, values: readonly string[], hint: HintName): string | undefined => {
  const key = keyOfValue(detail, values[0] ?? '');
  const steps = key === undefined ? valuesOf(detail) : Object.keys(key.values);
  return steps.find((value) => saysOf(detail, [...values, value])[hint] !== HINTS[hint].relaxing);
};

/** Takes the relaxing word about a hint out of the sets, by the next value that does not say it. */
const raiseSets = (hints: Mutable, hint: HintName): void => {
  for (const detail of SET_DETAILS) {
    const given = hints[detail];
    if (given === undefined) continue;
    const steps = byDocument(detail, listOf(given))
      .filter((group) => saysOf(detail, group)[hint] === HINTS[hint].relaxing)
      .flatMap((group) => nextStep(detail, group, hint) ?? []);
    if (steps.length > 0) hints[detail] = [...listOf(given), ...steps];
  }
};

const saidBySets = (hints: ConditionalHints, hint: HintName): ('yes' | 'no')[] =>
  SET_DETAILS.flatMap((detail) =>
    byDocument(detail, listOf(hints[detail] ?? [])).flatMap((group) => saysOf(detail, group)[hint] ?? []),
  );

const oneOrList = (values: readonly string[]): string | readonly string[] => {
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : values;
};

/** Values in the order of the registry: which home they came from is no part of what they say. */
const orderedSets = (hints: Mutable): Mutable => {
  const sets: Mutable = {};
  for (const detail of SET_DETAILS) {
    const given = hints[detail];
    const order = valuesOf(detail);
    if (given === undefined || order.length === 0) continue;
    sets[detail] = oneOrList(listOf(given).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  }
  return sets;
};

/** Contradictions of claims have no place in a manifest: both sides become the more careful word. Each round only tightens. */
const settle = (hints: Mutable): void => {
  for (let round = 0; round < HINT_NAMES.length; round += 1) {
    const found = new Set(
      conflictsOf({ name: 'x', annotations: annotationsOf(hints) }).flatMap((conflict) => conflict.hints),
    );
    if (found.size === 0) return;
    for (const hint of found) {
      hints[hint] = tighteningOf(hint) === 'yes';
      raiseSets(hints, hint);
    }
  }
};

/** What claims declare, in the words of a manifest: the tightest word over all homes, never a looser one. */
export const hintsFromClaims = (
  definition: JsonObject,
  claims: Claims = readClaims(definition),
): ReadHints => {
  const { sets, modelPreferences, minTrustLevel } = claims.details;
  const hints: Mutable = {};
  for (const detail of SET_DETAILS) {
    const values = sets[detail];
    if (values !== undefined) hints[detail] = oneOrList(values);
  }
  const conflicts = conflictsOf(definition);
  const conflicting = new Set(conflicts.flatMap((conflict) => conflict.hints));
  for (const hint of HINT_NAMES) {
    const said = claims.answers.filter((claim) => claim.hint === hint);
    const tight = conflicting.has(hint) || said.some(({ answer }) => answer === tighteningOf(hint));
    const want = tight ? tighteningOf(hint) : said[0]?.answer;
    if (want !== HINTS[hint].relaxing) raiseSets(hints, hint);
    if (want === undefined) continue;
    const named = said.some(({ key }) => BOOLEAN_KEYS.has(lastPart(key)));
    if (named || !saidBySets(hints, hint).includes(want)) hints[hint] = want === 'yes';
  }
  settle(hints);
  return {
    hints: {
      ...hints,
      ...orderedSets(hints),
      ...(modelPreferences === undefined ? {} : { modelPreferences }),
      ...(minTrustLevel === undefined ? {} : { minTrustLevel }),
    },
    conflicts: conflicts.map(({ between }) => [...new Set(between)].join(' and ')),
  };
};
