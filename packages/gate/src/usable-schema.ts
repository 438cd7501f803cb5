import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { isLinearPattern } from './linear-pattern.ts';
import { resolveReferences } from './resolve-references.ts';
import { MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES, SchemaBounds } from './schema-bounds.ts';

/** A schema as the validator reads it. */
export type UsableSchema = boolean | Readonly<Record<string, unknown>>;

const MAX_PATTERN_PROPERTIES = 8;
/** Characters of fixed values that count as one step. */
const STEP_TEXT = 32;
const PATTERN_STEPS = 64;

/** The work that is left for one check; every schema that is read takes of it. */
class Meter {
  #left = 0;

  start(steps: number): void {
    this.#left = steps;
  }

  take(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new SchemaBounds('it takes too long');
  }
}

export const METER: Meter = new Meter();

const STEPS = Symbol('steps');

interface Metered {
  readonly [STEPS]: number;
}

/** The validator reads this member of every schema it applies, and no schema here has it. */
const METERED: object = Object.create(null, {
  $recursiveAnchor: {
    get(this: Metered): undefined {
      METER.take(this[STEPS]);
      return undefined;
    },
  },
});

type Shape = (value: Json, copy: Copying) => unknown;

const SKIPPED = Symbol('skipped');

const only =
  (isFit: (value: Json) => boolean): Shape =>
  (value) =>
    isFit(value) ? value : SKIPPED;

const isText = (value: Json): value is string => typeof value === 'string';
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every(isText);
const text = only((value) => isText(value));
const texts = only(isTexts);
const number = only((value) => typeof value === 'number' && Number.isFinite(value));
const list = only((value) => Array.isArray(value));

const schema: Shape = (value, copy) => copy.schema(value);
const schemas: Shape = (value, copy) =>
  Array.isArray(value) && value.length > 0 ? value.map((each: Json) => copy.schema(each)) : SKIPPED;
const mapOf =
  (shape: Shape): Shape =>
  (value, copy) =>
    isJsonObject(value) ? copy.map(value, shape) : SKIPPED;

/**
 * Every keyword that is checked. Not among them: `format`, which asserts nothing by default; `uniqueItems`, whose work
 * is not bounded; references to other documents. What `resolveReferences` rewrites is none of them any more.
 */
const KEYWORDS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['$ref', only((value) => isText(value) && value.startsWith('#'))],
  ['$anchor', text],
  ['$defs', mapOf(schema)],
  ['definitions', mapOf(schema)],
  ['type', only((value) => isText(value) || isTexts(value))],
  ['const', (value) => value],
  ['enum', list],
  ['required', texts],
  ...(['not', 'if', 'then', 'else', 'contains', 'propertyNames'] as const).map(
    (key) => [key, schema] as const,
  ),
  ...(['additionalProperties', 'unevaluatedProperties', 'additionalItems', 'unevaluatedItems'] as const).map(
    (key) => [key, schema] as const,
  ),
  ...(['anyOf', 'allOf', 'oneOf', 'prefixItems'] as const).map((key) => [key, schemas] as const),
  ['items', (value, copy) => (Array.isArray(value) ? schemas(value, copy) : copy.schema(value))],
  ['properties', mapOf(schema)],
  ['patternProperties', mapOf(schema)],
  ['dependentSchemas', mapOf(schema)],
  ['dependentRequired', mapOf(texts)],
  ...(
    [
      'minProperties',
      'maxProperties',
      'minItems',
      'maxItems',
      'minContains',
      'maxContains',
      'minLength',
      'maxLength',
      'minimum',
      'maximum',
    ] as const
  ).map((key) => [key, number] as const),
  ['exclusiveMinimum', only((value) => typeof value === 'number' || typeof value === 'boolean')],
  ['exclusiveMaximum', only((value) => typeof value === 'number' || typeof value === 'boolean')],
  ['multipleOf', only((value) => typeof value === 'number' && value > 0)],
  ['pattern', only((value) => isText(value) && isLinearPattern(value))],
]);

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
};

const stepsOf = (copy: Readonly<Record<string, unknown>>): number => {
  const fixed = [copy['const'], copy['enum']].map((value) => JSON.stringify(value ?? 0).length / STEP_TEXT);
  return Object.values(copy).reduce<number>(
    (sum, value) => sum + sizeOf(value),
    1 + fixed.reduce((one, other) => one + other, copy['pattern'] === undefined ? 0 : PATTERN_STEPS),
  );
};

/** What a name may match that is not looked at, other keywords cannot know of. */
const withoutLoosePatterns = (copy: Record<string, unknown>): void => {
  const patterns = Object.keys((copy['patternProperties'] ?? {}) as object);
  if (patterns.length <= MAX_PATTERN_PROPERTIES && patterns.every(isLinearPattern)) return;
  for (const key of ['patternProperties', 'additionalProperties', 'unevaluatedProperties']) delete copy[key];
};

/** Copies what can be checked of a schema. */
class Copying {
  #nodes = 0;
  #depth = 0;

  schema(value: Json): UsableSchema {
    if (typeof value === 'boolean') return value;
    if (!isJsonObject(value)) return true;
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#nodes > MAX_SCHEMA_NODES || this.#depth > MAX_SCHEMA_DEPTH)
      throw new SchemaBounds('it is too large');
    const copy: Record<string, unknown> = Object.create(METERED);
    for (const [key, shape] of KEYWORDS) {
      if (!Object.hasOwn(value, key)) continue;
      const copied = shape(value[key] ?? null, this);
      if (copied !== SKIPPED) copy[key] = copied;
    }
    withoutLoosePatterns(copy);
    Object.defineProperty(copy, STEPS, { value: stepsOf(copy) });
    this.#depth -= 1;
    return copy;
  }

  map(value: JsonObject, shape: Shape): Readonly<Record<string, unknown>> {
    const copy: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(value)) {
      const copied = shape(value[key] ?? null, this);
      if (copied !== SKIPPED) copy[key] = copied;
    }
    return copy;
  }
}

/** The parts of a schema that can be checked within bounds. Throws where it is too large to look at. */
export const usableSchema = (
  given: JsonObject,
  options: Parameters<typeof resolveReferences>[1],
): UsableSchema => new Copying().schema(resolveReferences(given, options));
