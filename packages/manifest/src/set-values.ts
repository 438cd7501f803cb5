import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { ClaimKey, HintValues, SetDetail } from '@callgate/core/vocabulary';
import { CLAIM_KEYS } from '@callgate/core/vocabulary';

export type EnumClaimKey = ClaimKey & { readonly type: 'enum' };

/** Where a set is written: the container of SEP-1913, or the top of the home. */
export const SET_HOMES: Readonly<
  Record<SetDetail, { readonly in: 'top' | 'inputMetadata' | 'returnMetadata'; readonly key: string }>
> = {
  destination: { in: 'inputMetadata', key: 'destination' },
  outcomes: { in: 'inputMetadata', key: 'outcomes' },
  source: { in: 'returnMetadata', key: 'source' },
  inputSensitivity: { in: 'inputMetadata', key: 'sensitivity' },
  returnSensitivity: { in: 'returnMetadata', key: 'sensitivity' },
  riskLevel: { in: 'top', key: 'riskLevel' },
  category: { in: 'top', key: 'category' },
  blastRadius: { in: 'top', key: 'blastRadius' },
  reversibility: { in: 'top', key: 'reversibility' },
  sideEffects: { in: 'top', key: 'sideEffects' },
  approvalRecommendation: { in: 'top', key: 'approvalRecommendation' },
  attribution: { in: 'top', key: 'attribution' },
};

const enumKeys = (detail: SetDetail): readonly EnumClaimKey[] =>
  CLAIM_KEYS.filter((key): key is EnumClaimKey => key.type === 'enum' && key.detail === detail);

/** The key a value of a set is written under; a set can have values of two documents. */
export const findValueKey = (detail: SetDetail, value: string): EnumClaimKey | undefined =>
  enumKeys(detail).find((key) => Object.hasOwn(key.values, value));

/** All values of a set, each document's from least to most care. Empty where it is free text. */
export const listSetValues = (detail: SetDetail): readonly string[] => [
  ...new Set(enumKeys(detail).flatMap((key) => Object.keys(key.values))),
];

export const toValueList = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

export const getTighteningAnswer = (hint: HintName): 'yes' | 'no' =>
  HINTS[hint].relaxing === 'yes' ? 'no' : 'yes';

/** The tightest of what is said: a tightening word of anybody counts, a relaxing one only if all say it. */
export const tightestAnswers = (members: readonly HintValues[]): HintValues => {
  const result: { [H in HintName]?: 'yes' | 'no' } = {};
  for (const hint of HINT_NAMES) {
    const said = members.map((says) => says[hint]);
    if (said.includes(getTighteningAnswer(hint))) result[hint] = getTighteningAnswer(hint);
    else if (said.length > 0 && said.every((answer) => answer !== undefined))
      result[hint] = HINTS[hint].relaxing;
  }
  return result;
};

/** The values of a set by the document they are of: each is written, and speaks, for itself. */
export const groupByDocument = (
  detail: SetDetail,
  values: readonly string[],
): readonly (readonly string[])[] => {
  const groups = new Map<EnumClaimKey | undefined, string[]>();
  for (const value of values) {
    const key = findValueKey(detail, value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups.values()];
};

/** What possible values of one document say about the hints, by the registry's table. */
export const readValueAnswers = (detail: SetDetail, values: readonly string[]): HintValues =>
  tightestAnswers(values.map((value) => findValueKey(detail, value)?.values[value] ?? {}));
