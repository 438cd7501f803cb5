import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, own } from '../receive/json.ts';
import type { ClaimKey, Container, Says, SetDetail } from './claim-keys.ts';
import { ACTION_METADATA_KEY, CLAIM_KEYS } from './claim-keys.ts';
import type { Claim, ClaimHome, MalformedClaim } from './claim.ts';
import type { HintName } from './hint-names.ts';
import { HINT_NAMES } from './hint-names.ts';
import { HINTS } from './hints.ts';

export const MAX_SET = 64;
export const MAX_TEXT = 256;

export type Source = { home: ClaimHome; prefix: string; object: JsonObject };

export class Reading {
  readonly answers: Claim[] = [];
  readonly malformed: MalformedClaim[] = [];
  readonly sets: Map<SetDetail, string[]> = new Map();

  problem(home: ClaimHome, key: string, hints: readonly HintName[], problem: string): void {
    this.malformed.push({ home, key, hints, problem });
  }

  say(home: ClaimHome, key: string, says: Says): void {
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

export const typeName = (value: Json): string =>
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
const combine = (members: readonly (Says | undefined)[]): Says => {
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
export const saysOfSet = (detail: SetDetail, values: readonly string[]): Says => {
  const key = CLAIM_KEYS.find((entry) => entry.type === 'enum' && entry.detail === detail);
  if (key?.type !== 'enum') return {};
  return combine(values.map((value) => (Object.hasOwn(key.values, value) ? key.values[value] : undefined)));
};

/** `{regulated: {scopes}}` is the one member of an enum that is an object. */
const memberName = (value: Json): string | undefined => {
  if (typeof value === 'string') return value;
  if (isJsonObject(value) && isJsonObject(own(value, 'regulated') ?? null)) return 'regulated';
  return undefined;
};

const readEnum = (reading: Reading, source: Source, key: ClaimKey & { type: 'enum' }, value: Json): void => {
  const name = source.prefix + key.key;
  const members = Array.isArray(value) ? value.slice(0, MAX_SET) : [value];
  const known: string[] = [];
  const says: (Says | undefined)[] = [];
  for (const member of members) {
    const text = memberName(member);
    const said = text !== undefined && Object.hasOwn(key.values, text) ? key.values[text] : undefined;
    says.push(said);
    if (text !== undefined && said !== undefined) known.push(text);
    else reading.problem(source.home, name, hintsOf(key), `not one of ${Object.keys(key.values).join(', ')}`);
  }
  if (Array.isArray(value) && value.length > MAX_SET) {
    says.push(undefined);
    reading.problem(source.home, name, hintsOf(key), `more than ${MAX_SET} values`);
  }
  reading.say(source.home, name, combine(says));
  if (known.length > 0) reading.note(key.detail, known);
};

const readTexts = (
  reading: Reading,
  source: Source,
  key: ClaimKey & { type: 'texts' },
  value: Json,
): void => {
  const members = Array.isArray(value) ? value : [value];
  const texts = members
    .filter((member) => typeof member === 'string')
    .filter((text) => text.length <= MAX_TEXT);
  if (texts.length < members.length || texts.length > MAX_SET)
    reading.problem(source.home, source.prefix + key.key, [], 'not a list of short texts');
  if (texts.length > 0) reading.note(key.detail, texts.slice(0, MAX_SET));
};

const readKey = (reading: Reading, source: Source, key: ClaimKey): void => {
  const value = own(source.object, key.key);
  if (value === undefined) return;
  if (key.type === 'enum') return readEnum(reading, source, key, value);
  if (key.type === 'texts') return readTexts(reading, source, key, value);
  if (typeof value === 'boolean') reading.say(source.home, source.prefix + key.key, value ? key.yes : key.no);
  else
    reading.problem(
      source.home,
      source.prefix + key.key,
      hintsOf(key),
      `${typeName(value)}, not true or false`,
    );
};

const KEYS_IN: Readonly<Record<Container, readonly ClaimKey[]>> = {
  top: CLAIM_KEYS.filter((key) => key.in === 'top'),
  inputMetadata: CLAIM_KEYS.filter((key) => key.in === 'inputMetadata'),
  returnMetadata: CLAIM_KEYS.filter((key) => key.in === 'returnMetadata'),
  actionMetadata: CLAIM_KEYS.filter((key) => key.in === 'actionMetadata'),
};

/** The object below `key`, or undefined with the problem noted. */
export const below = (
  reading: Reading,
  source: Source,
  key: string,
  hints: readonly HintName[],
): Source | undefined => {
  const value = own(source.object, key);
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return { home: source.home, prefix: `${source.prefix}${key}.`, object: value };
  reading.problem(source.home, source.prefix + key, hints, `${typeName(value)}, not an object`);
  return undefined;
};

const readContainer = (reading: Reading, source: Source | undefined, container: Container): void => {
  if (source === undefined) return;
  for (const key of KEYS_IN[container]) readKey(reading, source, key);
};

const hintsInContainer = (container: Container): HintName[] =>
  HINT_NAMES.filter((hint) => KEYS_IN[container].some((key) => hintsOf(key).includes(hint)));

const HINTS_IN: Readonly<Record<Container, readonly HintName[]>> = {
  top: HINT_NAMES,
  inputMetadata: hintsInContainer('inputMetadata'),
  returnMetadata: hintsInContainer('returnMetadata'),
  actionMetadata: hintsInContainer('actionMetadata'),
};

const readMetadata = (reading: Reading, source: Source): void => {
  readContainer(reading, below(reading, source, 'inputMetadata', HINTS_IN.inputMetadata), 'inputMetadata');
  readContainer(reading, below(reading, source, 'returnMetadata', HINTS_IN.returnMetadata), 'returnMetadata');
};

/** Reads every key of the vocabulary out of one home. */
export const readHome = (reading: Reading, source: Source): void => {
  readContainer(reading, source, 'top');
  readMetadata(reading, source);
  const action = below(reading, source, ACTION_METADATA_KEY, HINTS_IN.actionMetadata);
  readContainer(reading, action, 'actionMetadata');
  if (action !== undefined) readMetadata(reading, action);
};

export const homeOf = (
  reading: Reading,
  tool: JsonObject,
  home: 'annotations' | '_meta',
): Source | undefined => {
  const value = own(tool, home);
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return { home, prefix: '', object: value };
  reading.problem(home, home, HINT_NAMES, `${typeName(value)}, not an object`);
  return undefined;
};
