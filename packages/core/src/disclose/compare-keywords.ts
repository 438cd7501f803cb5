import type { Json } from '../receive/json.ts';
import type { ChangeDirection } from './compare-change.ts';
import { tryCanonical } from './compare-json.ts';

/** What a change of one keyword does, both values known to differ; absent means no constraint. */
export type KeywordRule = (before: Json | undefined, after: Json | undefined) => ChangeDirection;

const presence = (before: Json | undefined, after: Json | undefined): ChangeDirection | undefined =>
  before === undefined ? 'tightened' : after === undefined ? 'loosened' : undefined;

const isBound = (value: Json | undefined): boolean => value === undefined || typeof value === 'number';

/** A bound that tightens as it rises. */
const rising: KeywordRule = (before, after) => {
  if (!isBound(before) || !isBound(after)) return 'loosened';
  if (typeof before !== 'number' || typeof after !== 'number') return presence(before, after) ?? 'loosened';
  return after > before ? 'tightened' : 'loosened';
};

const falling: KeywordRule = (before, after) =>
  before === undefined || after === undefined ? rising(before, after) : rising(after, before);

const multiple: KeywordRule = (before, after) => {
  if (typeof before !== 'number' || typeof after !== 'number') return rising(before, after);
  return before > 0 && Number.isInteger(before) && Number.isInteger(after) && after % before === 0
    ? 'tightened'
    : 'loosened';
};

/** Texts whose languages nobody compares: any other one may accept more. */
const opaque: KeywordRule = (before, after) => presence(before, after) ?? 'loosened';

const textsOnly = (value: Json | undefined): ReadonlySet<string> | undefined => {
  const values: readonly Json[] =
    typeof value === 'string' ? [value] : Array.isArray(value) ? value : [false];
  const texts = values.filter((item) => typeof item === 'string');
  return texts.length === values.length ? new Set(texts) : undefined;
};

const subset = (inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean =>
  [...inner].every((item) => outer.has(item));

/** Between two sets of what is accepted. */
const accepted = (before: ReadonlySet<string>, after: ReadonlySet<string>): ChangeDirection =>
  !subset(after, before) ? 'loosened' : subset(before, after) ? 'neutral' : 'tightened';

const withIntegers = (types: ReadonlySet<string>): ReadonlySet<string> =>
  types.has('number') ? new Set([...types, 'integer']) : types;

const type: KeywordRule = (before, after) => {
  const one = before === undefined ? undefined : textsOnly(before);
  const two = after === undefined ? undefined : textsOnly(after);
  if ((before !== undefined && one === undefined) || (after !== undefined && two === undefined))
    return 'loosened';
  if (one === undefined || two === undefined) return presence(before, after) ?? 'loosened';
  return accepted(withIntegers(one), withIntegers(two));
};

const required: KeywordRule = (before, after) => {
  const one = textsOnly(before ?? []);
  const two = textsOnly(after ?? []);
  if (one === undefined || two === undefined) return 'loosened';
  // More names demanded is less accepted.
  return accepted(two, one);
};

const unique: KeywordRule = (before, after) =>
  after === true ? 'tightened' : before === true ? 'loosened' : 'neutral';

const keys = (value: Json | undefined): ReadonlySet<string> | undefined => {
  if (!Array.isArray(value)) return undefined;
  const found = value.map(tryCanonical);
  const texts = found.filter((text) => text !== undefined);
  return texts.length === found.length ? new Set(texts) : undefined;
};

const values: KeywordRule = (before, after) => {
  const one = keys(before);
  const two = keys(after);
  if ((before !== undefined && one === undefined) || (after !== undefined && two === undefined))
    return 'loosened';
  if (one === undefined || two === undefined) return presence(before, after) ?? 'loosened';
  return accepted(one, two);
};

/** Keywords judged whole. One that is not here, holds no schema and is no annotation is unknown: loosened. */
export const KEYWORD_RULES: ReadonlyMap<string, KeywordRule> = new Map([
  ['type', type],
  ['required', required],
  ['enum', values],
  ['uniqueItems', unique],
  ['multipleOf', multiple],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(
    (name): [string, KeywordRule] => [name, rising],
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(
    (name): [string, KeywordRule] => [name, falling],
  ),
  ...['pattern', 'format', 'contentEncoding', 'contentMediaType', 'dependentRequired', 'not', 'contains'].map(
    (name): [string, KeywordRule] => [name, opaque],
  ),
]);
