import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import type { SetDetail } from './claim-keys.ts';
import {
  ARGUMENT_ROLES_KEY,
  DIRECTORY_KEY,
  SET_DETAILS,
  TOOL_RESOLUTION_KEY,
  UNDO_KEY,
  listModelPreferencesKeys,
} from './claim-keys.ts';
import type { ClaimSource } from './claim-collector.ts';
import {
  MAX_SET_VALUES,
  MAX_CLAIM_TEXT,
  ClaimCollector,
  openChildSource,
  openClaimHome,
  collectHomeClaims,
  describeJsonType,
} from './claim-collector.ts';
import type { Claim, Claims, ClaimDetails, MalformedClaim, ModelPreferences } from './claim.ts';
import { HINT_NAMES } from './hint-names.ts';
import type { ArgumentRole } from './argument-role.ts';
import { isArgumentRole } from './argument-role.ts';

const MAX_OTHER = 64;

const readPreferences = (reading: ClaimCollector, source: ClaimSource): ModelPreferences | undefined => {
  for (const key of listModelPreferencesKeys(source.object)) {
    const found = openChildSource(reading, source, key, []);
    if (found === undefined) continue;
    const result: { -readonly [K in keyof ModelPreferences]: ModelPreferences[K] } = {};
    for (const name of ['intelligencePriority', 'costPriority', 'speedPriority'] as const) {
      const value = getOwn(found.object, name);
      if (typeof value === 'number' && value >= 0 && value <= 1) result[name] = value;
      else if (value !== undefined)
        reading.problem(source.home, found.prefix + name, [], 'not a number from 0 to 1');
    }
    const hints = getOwn(found.object, 'hints');
    if (Array.isArray(hints)) {
      const names = hints.map((hint: Json) => (isJsonObject(hint) ? getOwn(hint, 'name') : undefined));
      const texts = names
        .filter((name) => typeof name === 'string')
        .filter((name) => name.length <= MAX_CLAIM_TEXT);
      if (texts.length < names.length)
        reading.problem(source.home, `${found.prefix}hints`, [], 'a model hint without a short name');
      result.hints = texts.slice(0, MAX_SET_VALUES);
    } else if (hints !== undefined)
      reading.problem(source.home, `${found.prefix}hints`, [], `${describeJsonType(hints)}, not a list`);
    return result;
  }
  return undefined;
};

const readRoles = (reading: ClaimCollector, meta: ClaimSource): Record<string, ArgumentRole> | undefined => {
  const found = openChildSource(reading, meta, ARGUMENT_ROLES_KEY, []);
  if (found === undefined) return undefined;
  const roles: Record<string, ArgumentRole> = Object.create(null);
  for (const [name, role] of Object.entries(found.object)) {
    if (isArgumentRole(role)) roles[name] = role;
    else reading.problem('_meta', found.prefix + name, [], 'not an argument role');
  }
  return roles;
};

const readFlag = (reading: ClaimCollector, source: ClaimSource, key: string): boolean | undefined => {
  const value = getOwn(source.object, key);
  if (typeof value === 'boolean') return value;
  if (value !== undefined)
    reading.problem(source.home, source.prefix + key, [], `${describeJsonType(value)}, not true or false`);
  return undefined;
};

const readUndo = (reading: ClaimCollector, meta: ClaimSource): string | undefined => {
  const value = getOwn(meta.object, UNDO_KEY);
  if (typeof value === 'string' && value !== '' && value.length <= MAX_CLAIM_TEXT) return value;
  if (value !== undefined) reading.problem('_meta', UNDO_KEY, [], 'not the name of a tool');
  return undefined;
};

const readOther = (meta: JsonObject): Record<string, boolean | number | string> => {
  const other: Record<string, boolean | number | string> = Object.create(null);
  let room = MAX_OTHER;
  for (const [key, value] of Object.entries(meta)) {
    if (!key.includes('/') || key.length > MAX_CLAIM_TEXT || room === 0) continue;
    const scalar =
      typeof value === 'boolean' ||
      typeof value === 'number' ||
      (typeof value === 'string' && value.length <= MAX_CLAIM_TEXT);
    if (!scalar) continue;
    other[key] = value;
    room -= 1;
  }
  return other;
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Reads what a tool definition declares. Total: whatever the definition holds, this returns. */
export const readClaims = (tool: JsonObject): Claims => {
  const reading = new ClaimCollector();
  const annotations = openClaimHome(reading, tool, 'annotations');
  const meta = openClaimHome(reading, tool, '_meta');
  const details: Writable<ClaimDetails> = { sets: {} };
  for (const source of [annotations, meta]) {
    if (source === undefined) continue;
    collectHomeClaims(reading, source);
    const preferences = readPreferences(reading, source);
    if (preferences !== undefined && details.modelPreferences === undefined)
      details.modelPreferences = preferences;
    const level = getOwn(source.object, 'minTrustLevel');
    if (typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 5)
      details.minTrustLevel = Math.max(level, details.minTrustLevel ?? level);
    else if (level !== undefined)
      reading.problem(source.home, 'minTrustLevel', [], 'not a whole number from 1 to 5');
    const title = getOwn(source.object, 'title');
    if (typeof title === 'string' && details.title === undefined) details.title = title;
    else if (title !== undefined && typeof title !== 'string')
      reading.problem(source.home, 'title', [], `${describeJsonType(title)}, not text`);
  }
  if (meta !== undefined) {
    const roles = readRoles(reading, meta);
    if (roles !== undefined) details.roles = roles;
    const directory = readFlag(reading, meta, DIRECTORY_KEY);
    if (directory !== undefined) details.directory = directory;
    const undo = readUndo(reading, meta);
    if (undo !== undefined) details.undo = undo;
    const resolution = openChildSource(reading, meta, TOOL_RESOLUTION_KEY, []);
    const resolvable = resolution === undefined ? undefined : readFlag(reading, resolution, 'resolvable');
    if (resolvable !== undefined) details.resolvable = resolvable;
  }
  const sets: { [D in SetDetail]?: readonly string[] } = {};
  for (const detail of SET_DETAILS) {
    const values = reading.sets.get(detail);
    if (values !== undefined) sets[detail] = values;
  }
  return {
    answers: reading.answers,
    details: { ...details, sets },
    malformed: reading.malformed,
    other: meta === undefined ? {} : readOther(meta.object),
  };
};

/** Reads the annotations of a `tools/resolve` answer: claims about one call, in the home `resolve`. */
export const readResolvedClaims = (
  annotations: Json,
): { answers: readonly Claim[]; malformed: readonly MalformedClaim[] } => {
  const reading = new ClaimCollector();
  if (isJsonObject(annotations))
    collectHomeClaims(reading, { home: 'resolve', prefix: '', object: annotations });
  else
    reading.problem('resolve', 'annotations', HINT_NAMES, `${describeJsonType(annotations)}, not an object`);
  return { answers: reading.answers, malformed: reading.malformed };
};
