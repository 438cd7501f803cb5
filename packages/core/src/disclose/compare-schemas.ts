import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import type { DefinitionChange, ChangeDirection } from './compare-change.ts';
import { isAnnotation } from './compare-change.ts';
import { joinPath, listDifferences, unionKeys, isEqualJson, tryCanonical } from './compare-json.ts';
import { KEYWORD_RULES } from './compare-keywords.ts';

const MAX_DEPTH = 32;
const MAX_BRANCHES = 256;

type SchemaSide = Json | undefined;
type DefinitionChanges = readonly DefinitionChange[];

const WORDS: Readonly<Record<ChangeDirection, string>> = {
  tightened: 'accepts less than before',
  loosened: 'accepts more than before, or nobody can tell',
  neutral: 'written differently, accepts the same',
};

const changed = (
  path: string,
  change: ChangeDirection,
  before: SchemaSide,
  after: SchemaSide,
  words: string = WORDS[change],
): DefinitionChange => ({ part: 'schema', path, change, before, after, words });

const texts = (before: SchemaSide, after: SchemaSide, path: string, name: string): DefinitionChanges =>
  listDifferences(before, after, path, name).map((difference) => ({
    part: 'text',
    path: difference.path,
    change: 'neutral',
    before: difference.before,
    after: difference.after,
    words: 'a text that people and models read',
  }));

/** A schema that says no more than what type a value has: nothing is lost where nobody checks it any longer. */
const isPlain = (schema: SchemaSide): boolean =>
  schema === true ||
  (schema !== undefined &&
    isJsonObject(schema) &&
    Object.keys(schema).every((keyword) => keyword === 'type' || isAnnotation(keyword)));

const replaced = (was: Json, rest: Json, path: string, depth: number): DefinitionChanges => {
  const found = compare(was, rest, path, depth);
  return found.length > 0 ? found : [changed(path, 'neutral', was, rest)];
};

const properties = (one: JsonObject, two: JsonObject, path: string, depth: number): DefinitionChanges => {
  const before = getOwn(one, 'properties') ?? {};
  const after = getOwn(two, 'properties') ?? {};
  if (!isJsonObject(before) || !isJsonObject(after)) return [changed(path, 'loosened', before, after)];
  const found = unionKeys(before, after).flatMap((name): DefinitionChanges => {
    const was = getOwn(before, name);
    const is = getOwn(after, name);
    const place = joinPath(path, name);
    if (was === undefined)
      return [changed(place, 'loosened', was, is, 'an argument that was not there before')];
    if (is !== undefined) return compare(was, is, place, depth);
    const rest = getOwn(two, 'additionalProperties');
    // Its values are now those of any other name.
    if (rest !== undefined && isJsonObject(rest)) return replaced(was, rest, place, depth);
    return rest !== false && !isPlain(was)
      ? [changed(place, 'loosened', was, is, 'the argument is no longer checked, and still accepted')]
      : [changed(place, 'tightened', was, is, 'the argument is gone')];
  });
  // An empty list of properties came or went.
  return found.length > 0
    ? found
    : [changed(path, 'neutral', getOwn(one, 'properties'), getOwn(two, 'properties'))];
};

/**
 * Schemas by name or by pattern. `added` is what one more does: nothing where it is only referred to, and nobody knows
 * where patterns overlap. One less leaves its users undefined.
 */
const named = (
  before: SchemaSide,
  after: SchemaSide,
  path: string,
  depth: number,
  added: ChangeDirection,
): DefinitionChanges => {
  const one = before ?? {};
  const two = after ?? {};
  if (!isJsonObject(one) || !isJsonObject(two)) return [changed(path, 'loosened', before, after)];
  const found = unionKeys(one, two).flatMap((name): DefinitionChanges => {
    const was = getOwn(one, name);
    const is = getOwn(two, name);
    if (was !== undefined && is !== undefined) return compare(was, is, joinPath(path, name), depth);
    return [changed(joinPath(path, name), was === undefined ? added : 'loosened', was, is)];
  });
  return found.length > 0 ? found : [changed(path, 'neutral', before, after)];
};

/** A list of schemas without those that both sides have, each with its position. */
const unmatched = (list: readonly Json[], other: readonly Json[]): readonly (readonly [number, Json])[] => {
  const spare = new Map<string, number>();
  for (const text of other.map(tryCanonical))
    if (text !== undefined) spare.set(text, (spare.get(text) ?? 0) + 1);
  return list.flatMap((schema, index): (readonly [number, Json])[] => {
    const text = tryCanonical(schema);
    const left = text === undefined ? 0 : (spare.get(text) ?? 0);
    if (text === undefined || left === 0) return [[index, schema]];
    spare.set(text, left - 1);
    return [];
  });
};

/** `more` is what one more branch does: a union grows, an intersection shrinks. */
const branches = (
  before: SchemaSide,
  after: SchemaSide,
  path: string,
  depth: number,
  more: ChangeDirection,
): DefinitionChanges => {
  if (before === undefined) return [changed(path, 'tightened', before, after)];
  if (after === undefined) return [changed(path, 'loosened', before, after)];
  if (!Array.isArray(before) || !Array.isArray(after)) return [changed(path, 'loosened', before, after)];
  if (Math.max(before.length, after.length) > MAX_BRANCHES) return [changed(path, 'loosened', before, after)];
  const gone = unmatched(before, after);
  const come = unmatched(after, before);
  if (gone.length === 0 && come.length === 0) return [changed(path, 'neutral', before, after)];
  const less: ChangeDirection = more === 'loosened' ? 'tightened' : 'loosened';
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index): DefinitionChanges => {
    const [from, was] = gone[index] ?? [undefined, undefined];
    const [to, is] = come[index] ?? [undefined, undefined];
    const place = `${path}[${to ?? from ?? index}]`;
    if (was !== undefined && is !== undefined) return compare(was, is, place, depth);
    return [changed(place, was === undefined ? more : less, was, is)];
  }).flat();
};

/** In a part that turns acceptance round, or counts it, less is not surely less. */
const unsure = (changes: DefinitionChanges): DefinitionChanges =>
  changes.map((change) =>
    change.change === 'tightened' ? changed(change.path, 'loosened', change.before, change.after) : change,
  );

const exclusive = (before: SchemaSide, after: SchemaSide, path: string, depth: number): DefinitionChanges =>
  before === undefined
    ? branches(before, after, path, depth, 'loosened')
    : unsure(branches(before, after, path, depth, 'loosened'));

const positions = (
  before: readonly Json[],
  after: readonly Json[],
  path: string,
  depth: number,
): DefinitionChanges =>
  before.length === after.length
    ? before.flatMap((was, index) => compare(was, after[index], `${path}[${index}]`, depth))
    : [changed(path, 'loosened', before, after)];

const elements = (before: SchemaSide, after: SchemaSide, path: string, depth: number): DefinitionChanges => {
  if (Array.isArray(before) && Array.isArray(after)) return positions(before, after, path, depth);
  if (Array.isArray(before) || Array.isArray(after)) return [changed(path, 'loosened', before, after)];
  return compare(before, after, path, depth);
};

/** `const` is an `enum` of one; where both stand, both hold. */
const valuesOf = (schema: JsonObject): SchemaSide => {
  const constant = getOwn(schema, 'const');
  const list = getOwn(schema, 'enum');
  if (constant === undefined) return list;
  if (list === undefined) return [constant];
  return Array.isArray(list) && list.some((value) => isEqualJson(value, constant)) ? [constant] : [];
};

const values = (
  one: JsonObject,
  two: JsonObject,
  path: string,
  keyword: 'const' | 'enum',
): DefinitionChanges => {
  // Both keywords changed: told once.
  if (keyword === 'const' && !isEqualJson(getOwn(one, 'enum'), getOwn(two, 'enum'))) return [];
  const before = valuesOf(one);
  const after = valuesOf(two);
  const change = isEqualJson(before, after)
    ? 'neutral'
    : (KEYWORD_RULES.get('enum')?.(before, after) ?? 'loosened');
  return [changed(joinPath(path, keyword), change, getOwn(one, keyword), getOwn(two, keyword))];
};

const keywordChanges = (
  one: JsonObject,
  two: JsonObject,
  keyword: string,
  path: string,
  depth: number,
): DefinitionChanges => {
  const before = getOwn(one, keyword);
  const after = getOwn(two, keyword);
  const place = joinPath(path, keyword);
  if (isAnnotation(keyword)) return texts(before, after, place, keyword);
  const rule = KEYWORD_RULES.get(keyword);
  switch (keyword) {
    case 'const':
    case 'enum':
      return values(one, two, path, keyword);
    case 'properties':
      return properties(one, two, place, depth);
    case '$defs':
    case 'definitions':
      return named(before, after, place, depth, 'neutral');
    case 'patternProperties':
      return named(before, after, place, depth, 'loosened');
    case 'anyOf':
      return branches(before, after, place, depth, 'loosened');
    case 'oneOf':
      return exclusive(before, after, place, depth);
    case 'allOf':
      return branches(before, after, place, depth, 'tightened');
    case 'items':
    case 'prefixItems':
      return elements(before, after, place, depth);
    case 'additionalProperties':
    case 'propertyNames':
    case 'additionalItems':
    case 'unevaluatedProperties':
    case 'unevaluatedItems':
      return compare(before, after, place, depth);
    default:
      return [changed(place, rule?.(before, after) ?? 'loosened', before, after)];
  }
};

/** Absent and `true` accept everything; only the root may be anything else than a schema. */
const compare = (before: SchemaSide, after: SchemaSide, path: string, depth: number): DefinitionChanges => {
  if (isEqualJson(before, after)) return [];
  const one = before === undefined || before === true ? {} : before;
  const two = after === undefined || after === true ? {} : after;
  if (one === false) return [changed(path, 'loosened', before, after)];
  if (two === false) return [changed(path, 'tightened', before, after)];
  if (depth === 0 || !isJsonObject(one) || !isJsonObject(two))
    return [changed(path, 'loosened', before, after)];
  const found = unionKeys(one, two)
    .filter((keyword) => !isEqualJson(getOwn(one, keyword), getOwn(two, keyword)))
    .flatMap((keyword) => keywordChanges(one, two, keyword, path, depth - 1));
  return found.length > 0 ? found : [changed(path, 'neutral', before, after)];
};

const TURNING: ReadonlySet<string> = new Set(
  'not oneOf if then else contains dependencies dependentSchemas'.split(' '),
);
const MAX_VISITS = 100_000;

/**
 * Whether a part that turns acceptance round refers elsewhere: then what became narrower there may accept more here.
 * Looks at property names as if they were keywords, which only ever errs towards yes.
 */
const refersTurned = (schema: SchemaSide): boolean => {
  const pending: (readonly [SchemaSide, boolean])[] = [[schema, false]];
  for (let visits = 0; visits < MAX_VISITS; visits++) {
    const next = pending.pop();
    if (next === undefined) return false;
    const [value, turned] = next;
    if (Array.isArray(value)) for (const item of value) pending.push([item, turned]);
    else if (value !== undefined && isJsonObject(value))
      for (const key of Object.keys(value)) {
        if (turned && (key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef')) return true;
        pending.push([getOwn(value, key), turned || TURNING.has(key)]);
      }
  }
  return true;
};

/**
 * What changed between two input schemas, keyword by keyword. Keywords all have to hold, so each may be judged by
 * itself. Empty only where the two are equal up to key order.
 */
export const compareSchemas = (before: SchemaSide, after: SchemaSide, path: string): DefinitionChanges => {
  const changes = compare(before, after, path, MAX_DEPTH);
  if (changes.every((change) => change.change !== 'tightened')) return changes;
  return refersTurned(before) || refersTurned(after) ? unsure(changes) : changes;
};
