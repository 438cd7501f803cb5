import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import type { ClaimKey, ClaimContainer, HintValues, SetDetail } from './claim-keys.ts';
import { ACTION_METADATA_KEY, CLAIM_KEYS } from './claim-keys.ts';
import type { Claim, ClaimHome, MalformedClaim } from './claim.ts';
import type { HintName } from './hint-names.ts';
import { HINT_NAMES } from './hint-names.ts';
import { HINTS } from './hints.ts';

export const MAX_SET_VALUES = 64;
export const MAX_CLAIM_TEXT = 256;

export type ClaimSource = { home: ClaimHome; prefix: string; object: JsonObject };

export class ClaimCollector {
  readonly answers: Claim[] = [];
  readonly malformed: MalformedClaim[] = [];
  readonly sets: Map<SetDetail, string[]> = new Map();

  problem(home: ClaimHome, key: string, hints: readonly HintName[], problem: string): void {
    this.malformed.push({ home, key, hints, problem });
  }

  say(home: ClaimHome, key: string, says: HintValues): void {
    for (const hint of HINT_NAMES) {
      const answer = says[hint];
      if (answer !== undefined) this.answers.push({ hint, answer, home, key });
    }
  }

  note(detail: SetDetail, values: readonly string[]): void {
    const known = this.sets.get(detail) ?? [];
    for (const value of values) if (!known.includes(value)) known.push(value);
    this.sets.set(detail, known);
  }
}

export const describeJsonType = (value: Json): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;

const hintsOfKey = (key: ClaimKey): HintName[] => {
  const all =
    key.type === 'boolean' ? [key.yes, key.no] : key.type === 'enum' ? Object.values(key.values) : [];
  return HINT_NAMES.filter((hint) => all.some((says) => says[hint] !== undefined));
};

const HINTS_OF: ReadonlyMap<ClaimKey, readonly HintName[]> = new Map(
  CLAIM_KEYS.map((key) => [key, hintsOfKey(key)]),
);

const hintsOf = (key: ClaimKey): readonly HintName[] => HINTS_OF.get(key) ?? [];

/**
 * What a set of possible values says: a tightening word of any member counts,
 * a relaxing one only if every member (also an unreadable one) says it.
 */
const combine = (members: readonly (HintValues | undefined)[]): HintValues => {
  const result: { [H in HintName]?: 'yes' | 'no' } = {};
  for (const hint of HINT_NAMES) {
    const relaxing = HINTS[hint].relaxing;
    const said = members.map((says) => says?.[hint]);
    if (said.some((answer) => answer !== undefined && answer !== relaxing))
      result[hint] = relaxing === 'yes' ? 'no' : 'yes';
    else if (said.length > 0 && said.every((answer) => answer === relaxing)) result[hint] = relaxing;
  }
  return result;
};

/** What a set of values of one detail says about the hints. */
export const readSetAnswers = (detail: SetDetail, values: readonly string[]): HintValues => {
  const key = CLAIM_KEYS.find((entry) => entry.type === 'enum' && entry.detail === detail);
  if (key?.type !== 'enum') return {};
  return combine(values.map((value) => (Object.hasOwn(key.values, value) ? key.values[value] : undefined)));
};

/** `{regulated: {scopes}}` is the one member of an enum that is an object. */
const memberName = (value: Json): string | undefined => {
  if (typeof value === 'string') return value;
  if (isJsonObject(value) && isJsonObject(getOwn(value, 'regulated') ?? null)) return 'regulated';
  return undefined;
};

const readEnum = (
  reading: ClaimCollector,
  source: ClaimSource,
  key: ClaimKey & { type: 'enum' },
  value: Json,
): void => {
  const name = source.prefix + key.key;
  const members = Array.isArray(value) ? value.slice(0, MAX_SET_VALUES) : [value];
  const known: string[] = [];
  const says: (HintValues | undefined)[] = [];
  for (const member of members) {
    const text = memberName(member);
    const said = text !== undefined && Object.hasOwn(key.values, text) ? key.values[text] : undefined;
    says.push(said);
    if (text !== undefined && said !== undefined) known.push(text);
    else reading.problem(source.home, name, hintsOf(key), `not one of ${Object.keys(key.values).join(', ')}`);
  }
  if (Array.isArray(value) && value.length > MAX_SET_VALUES) {
    says.push(undefined);
    reading.problem(source.home, name, hintsOf(key), `more than ${MAX_SET_VALUES} values`);
  }
  reading.say(source.home, name, combine(says));
  if (known.length > 0) reading.note(key.detail, known);
};

const readTexts = (
  reading: ClaimCollector,
  source: ClaimSource,
  key: ClaimKey & { type: 'texts' },
  value: Json,
): void => {
  const members = Array.isArray(value) ? value : [value];
  const texts = members
    .filter((member) => typeof member === 'string')
    .filter((text) => text.length <= MAX_CLAIM_TEXT);
  if (texts.length < members.length || texts.length > MAX_SET_VALUES)
    reading.problem(source.home, source.prefix + key.key, [], 'not a list of short texts');
  if (texts.length > 0) reading.note(key.detail, texts.slice(0, MAX_SET_VALUES));
};

const readKey = (reading: ClaimCollector, source: ClaimSource, key: ClaimKey): void => {
  const value = getOwn(source.object, key.key);
  if (value === undefined) return;
  if (key.type === 'enum') return readEnum(reading, source, key, value);
  if (key.type === 'texts') return readTexts(reading, source, key, value);
  if (typeof value === 'boolean') reading.say(source.home, source.prefix + key.key, value ? key.yes : key.no);
  else
    reading.problem(
      source.home,
      source.prefix + key.key,
      hintsOf(key),
      `${describeJsonType(value)}, not true or false`,
    );
};

const KEYS_IN: Readonly<Record<ClaimContainer, readonly ClaimKey[]>> = {
  top: CLAIM_KEYS.filter((key) => key.in === 'top'),
  inputMetadata: CLAIM_KEYS.filter((key) => key.in === 'inputMetadata'),
  returnMetadata: CLAIM_KEYS.filter((key) => key.in === 'returnMetadata'),
  actionMetadata: CLAIM_KEYS.filter((key) => key.in === 'actionMetadata'),
};

/** The object below `key`, or undefined with the problem noted. */
export const openChildSource = (
  reading: ClaimCollector,
  source: ClaimSource,
  key: string,
  hints: readonly HintName[],
): ClaimSource | undefined => {
  const value = getOwn(source.object, key);
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return { home: source.home, prefix: `${source.prefix}${key}.`, object: value };
  reading.problem(source.home, source.prefix + key, hints, `${describeJsonType(value)}, not an object`);
  return undefined;
};

const readContainer = (
  reading: ClaimCollector,
  source: ClaimSource | undefined,
  container: ClaimContainer,
): void => {
  if (source === undefined) return;
  for (const key of KEYS_IN[container]) readKey(reading, source, key);
};

const hintsInContainer = (container: ClaimContainer): HintName[] =>
  HINT_NAMES.filter((hint) => KEYS_IN[container].some((key) => hintsOf(key).includes(hint)));

const HINTS_IN: Readonly<Record<ClaimContainer, readonly HintName[]>> = {
  top: HINT_NAMES,
  inputMetadata: hintsInContainer('inputMetadata'),
  returnMetadata: hintsInContainer('returnMetadata'),
  actionMetadata: hintsInContainer('actionMetadata'),
};

const readMetadata = (reading: ClaimCollector, source: ClaimSource): void => {
  readContainer(
    reading,
    openChildSource(reading, source, 'inputMetadata', HINTS_IN.inputMetadata),
    'inputMetadata',
  );
  readContainer(
    reading,
    openChildSource(reading, source, 'returnMetadata', HINTS_IN.returnMetadata),
    'returnMetadata',
  );
};

/** Reads every key of the vocabulary out of one home. */
export const collectHomeClaims = (reading: ClaimCollector, source: ClaimSource): void => {
  readContainer(reading, source, 'top');
  readMetadata(reading, source);
  const action = openChildSource(reading, source, ACTION_METADATA_KEY, HINTS_IN.actionMetadata);
  readContainer(reading, action, 'actionMetadata');
  if (action !== undefined) readMetadata(reading, action);
};

export const openClaimHome = (
  reading: ClaimCollector,
  tool: JsonObject,
  home: 'annotations' | '_meta',
): ClaimSource | undefined => {
  const value = getOwn(tool, home);
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return { home, prefix: '', object: value };
  reading.problem(home, home, HINT_NAMES, `${describeJsonType(value)}, not an object`);
  return undefined;
};
