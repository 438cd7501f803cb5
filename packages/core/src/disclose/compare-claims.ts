import type { Json } from '../receive/json.ts';
import type { EnumKey, SetDetail } from '../vocabulary/claim-keys.ts';
import { CLAIM_KEYS, DIRECTORY_KEY, SET_DETAILS, TOOL_RESOLUTION_KEY } from '../vocabulary/claim-keys.ts';
import type { Claims } from '../vocabulary/claim.ts';
import type { HintName } from '../vocabulary/hint-names.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import type { DefinitionChange, ChangeDirection } from './compare-change.ts';
import { compareRanks } from './compare-change.ts';
import { isEqualJson } from './compare-json.ts';
import type { CustomHint } from './custom-hint.ts';

type YesNo = 'yes' | 'no';

const HOMES: readonly string[] = ['annotations', '_meta'];

/** A relaxing claim asks for least care, none at all for the default, a tightening one for most. */
const care = (claim: YesNo | undefined, relaxing: YesNo): number =>
  claim === undefined ? 1 : claim === relaxing ? 0 : 2;

const tightest = (claims: Claims, hint: HintName): YesNo | undefined => {
  const said = claims.answers.filter((claim) => claim.hint === hint).map((claim) => claim.answer);
  return said.find((answer) => answer !== HINTS[hint].relaxing) ?? said[0];
};

const hintChange = (
  name: string,
  relaxing: YesNo,
  before: YesNo | undefined,
  after: YesNo | undefined,
): DefinitionChange[] =>
  before === after
    ? []
    : [
        {
          part: 'hint',
          path: name,
          change: compareRanks(care(before, relaxing), care(after, relaxing)),
          before,
          after,
          words: `the claim was ${before ?? 'not made'} and is now ${after ?? 'not made'}`,
        },
      ];

const customAnswer = (claims: Claims, hint: CustomHint): YesNo | undefined => {
  if (!Object.hasOwn(claims.other, hint.key)) return undefined;
  const value = String(claims.other[hint.key]);
  return Object.hasOwn(hint.values, value) ? hint.values[value] : undefined;
};

const enumsOf = (detail: SetDetail): readonly EnumKey[] =>
  CLAIM_KEYS.filter((key) => key.type === 'enum').filter((key) => key.detail === detail);

type ClaimDirection = ChangeDirection | 'unclear';

const relaxes = ([hint, answer]: [string, YesNo]): boolean =>
  HINT_NAMES.some((name) => name === hint && HINTS[name].relaxing === answer);

/** What a set leans to against saying nothing. */
const leaning = (key: EnumKey, values: readonly string[]): ClaimDirection => {
  const order = Object.keys(key.values);
  const ranks = values.map((value) => order.indexOf(value));
  const says = values.flatMap((value) => Object.entries(key.values[value] ?? {}));
  if (says.length > 0) return says.every(relaxes) ? 'loosened' : 'tightened';
  if (Math.max(...ranks) === order.length - 1) return 'tightened';
  return Math.max(...ranks) === 0 ? 'loosened' : 'unclear';
};

const setDirection = (
  detail: SetDetail,
  before: readonly string[],
  after: readonly string[],
): ChangeDirection => {
  const enums = enumsOf(detail);
  // Declared texts, such as side effects: one less named is one less to care about.
  if (enums.length === 0)
    return before.some((text) => !after.includes(text))
      ? 'loosened'
      : after.some((text) => !before.includes(text))
        ? 'tightened'
        : 'neutral';
  const all = [...before, ...after];
  const key = enums.find((candidate) => all.every((value) => Object.hasOwn(candidate.values, value)));
  if (key === undefined) return 'loosened';
  if (before.length === 0) return leaning(key, after) === 'tightened' ? 'tightened' : 'loosened';
  if (after.length === 0) return leaning(key, before) === 'loosened' ? 'tightened' : 'loosened';
  const order = Object.keys(key.values);
  const rank = (values: readonly string[]): number[] => values.map((value) => order.indexOf(value));
  const ceiling = compareRanks(Math.max(...rank(before)), Math.max(...rank(after)));
  const floor = compareRanks(Math.min(...rank(before)), Math.min(...rank(after)));
  if (ceiling === 'loosened' || floor === 'loosened')
    return ceiling === 'tightened' ? 'tightened' : 'loosened';
  return ceiling === 'neutral' ? floor : ceiling;
};

const setChange = (detail: SetDetail, before: Claims, after: Claims): DefinitionChange[] => {
  const one = before.details.sets[detail];
  const two = after.details.sets[detail];
  if (isEqualJson(one, two)) return [];
  const change = setDirection(detail, one ?? [], two ?? []);
  const words =
    one === undefined
      ? 'declared now, not before'
      : two === undefined
        ? 'no longer declared'
        : 'other values are declared';
  return [{ part: 'detail', path: detail, change, before: one, after: two, words }];
};

const detail = (
  path: string,
  before: Json | undefined,
  after: Json | undefined,
  change: ChangeDirection,
  words: string,
): DefinitionChange[] =>
  isEqualJson(before, after) ? [] : [{ part: 'detail', path, change, before, after, words }];

const flag = (
  path: string,
  before: boolean | undefined,
  after: boolean | undefined,
  words: string,
): DefinitionChange[] =>
  detail(path, before, after, compareRanks(before === true ? 0 : 1, after === true ? 0 : 1), words);

/** What changed in the claims, hint by hint and detail by detail; roles have their own comparison. */
export const compareClaims = (
  before: Claims,
  after: Claims,
  custom: readonly CustomHint[],
): readonly DefinitionChange[] => {
  const one = before.details;
  const two = after.details;
  return [
    ...HINT_NAMES.flatMap((hint) =>
      hintChange(hint, HINTS[hint].relaxing, tightest(before, hint), tightest(after, hint)),
    ),
    ...custom.flatMap((hint) =>
      hintChange(hint.name, hint.relaxing, customAnswer(before, hint), customAnswer(after, hint)),
    ),
    ...SET_DETAILS.flatMap((name) => setChange(name, before, after)),
    ...detail(
      'minTrustLevel',
      one.minTrustLevel,
      two.minTrustLevel,
      compareRanks(one.minTrustLevel ?? 0, two.minTrustLevel ?? 0),
      'another trust level is asked for',
    ),
    ...flag('directory', one.directory, two.directory, 'what it returns counts as a directory, or no longer'),
    ...flag(
      'resolvable',
      one.resolvable,
      two.resolvable,
      'it offers to say more about single calls, or no longer',
    ),
  ];
};

/** Whether a differing part of `annotations` or `_meta` stands behind a hint or a detail that is already told. */
export const isReportedChange = (
  path: string,
  claims: readonly Claims[],
  changes: readonly DefinitionChange[],
  custom: readonly CustomHint[],
): boolean => {
  const under = (key: string): boolean =>
    path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
  const hints = new Set(changes.filter((change) => change.part === 'hint').map((change) => change.path));
  const details = new Set(changes.filter((change) => change.part === 'detail').map((change) => change.path));
  return (
    claims.some((side) =>
      side.answers.some((claim) => hints.has(claim.hint) && under(`${claim.home}.${claim.key}`)),
    ) ||
    custom.some((hint) => hints.has(hint.name) && under(`_meta.${hint.key}`)) ||
    CLAIM_KEYS.some(
      (key) =>
        key.type !== 'boolean' &&
        details.has(key.detail) &&
        HOMES.some((home) => under(`${home}.${key.in === 'top' ? '' : `${key.in}.`}${key.key}`)),
    ) ||
    (details.has('minTrustLevel') && HOMES.some((home) => under(`${home}.minTrustLevel`))) ||
    (details.has('directory') && under(`_meta.${DIRECTORY_KEY}`)) ||
    (details.has('resolvable') && under(`_meta.${TOOL_RESOLUTION_KEY}.resolvable`))
  );
};
