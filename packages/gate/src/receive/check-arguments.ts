import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import { isReservedName } from '@callgate/core/receive';
import { toolErrors } from '@callgate/messages/errors/tool';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { toolArgumentMessages } from '@callgate/messages/tool-arguments';
import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema';
import { dereference, validate } from '@cfworker/json-schema';
import { isLinearPattern } from './linear-pattern.ts';
import { resolveReferences } from './resolve-references.ts';
import { MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES, SchemaBoundsError } from './schema-bounds-error.ts';

/** Why arguments are none that the tool takes, or why that cannot be said. Safe to show. */
export type ArgumentProblem = ErrorText<'ARGUMENTS_INVALID' | 'SCHEMA_UNUSABLE'>;

type ArgumentCheck = (args: JsonObject) => ArgumentProblem | undefined;

const FEWEST_STEPS = 50_000;
const MOST_STEPS = 1_000_000;
/** Steps for each member or item of the arguments. */
const STEPS_EACH = 200;
/** Characters that all steps together may read. */
const MOST_READ = 400_000_000;

const draftOf = (schema: JsonObject): SchemaDraft => {
  const named = getOwn(schema, '$schema');
  const name = typeof named === 'string' ? named : '';
  if (/draft-0[67]/.test(name)) return '7';
  if (name.includes('draft-04')) return '4';
  return name.includes('2019-09') ? '2019-09' : '2020-12';
};

interface SchemaSize {
  nodes: number;
  longest: number;
}

const measure = (value: Json, size: SchemaSize): SchemaSize => {
  size.nodes += 1;
  if (typeof value === 'string') size.longest = Math.max(size.longest, value.length);
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) measure(item, size);
  else if (isJsonObject(value)) for (const key of Object.keys(value)) measure(value[key] ?? null, size);
  return size;
};

/** Every step may read the longest text once. */
const stepsFor = (args: JsonObject): number => {
  const { nodes, longest } = measure(args, { nodes: 0, longest: 1 });
  return Math.min(MOST_STEPS, FEWEST_STEPS + STEPS_EACH * nodes, Math.ceil(MOST_READ / longest));
};

type SchemaLookup = ReturnType<typeof dereference>;

/** Where the library writes what a reference leads to. */
const ABSOLUTE_REF = '__absolute_ref__';

/** References that lead nowhere say nothing. */
const withoutLooseReferences = (lookup: SchemaLookup): void => {
  for (const node of Object.values(lookup)) {
    if (typeof node === 'boolean' || node.$ref === undefined) continue;
    const { [ABSOLUTE_REF]: target } = node;
    if (target === undefined || lookup[target] === undefined) delete node.$ref;
  }
};

const unusable = (error: unknown): ArgumentProblem =>
  toolErrors.schemaUnusable({
    cause: error instanceof SchemaBoundsError ? error.message : toolArgumentMessages.schema.endless,
  });

/** Keywords whose error only says that there is one further inside. */
const OUTER: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'dependentSchemas',
  'if',
  'items',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'properties',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

const placeOf = (pointer: string): string => {
  const names = pointer.split('/').slice(1);
  const place = names.map((name) => decodeURI(name).replaceAll('~1', '/').replaceAll('~0', '~')).join('/');
  return place === '' ? toolArgumentMessages.whole : `\`${display(place, { max: 120 })}\``;
};

const reasonOf = ({ keyword, error }: OutputUnit): string =>
  keyword === 'false'
    ? toolArgumentMessages.notTaken
    : display(error.replace(/^Instance /, '').replace(/\.$/, ''), { max: 200 });

const invalid = (errors: readonly OutputUnit[]): ArgumentProblem => {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const told = (inner.length === 0 ? errors : inner).slice(0, 3);
  const reasons = told.map((unit) =>
    toolArgumentMessages.problem({ place: placeOf(unit.instanceLocation), reason: reasonOf(unit) }),
  );
  return toolErrors.argumentsInvalid({ reasons: [...new Set(reasons)].join('; ') });
};

/** What a gate puts among the arguments is not the agent's. */
const givenArguments = (args: JsonObject): JsonObject =>
  Object.keys(args).some(isReservedName)
    ? Object.fromEntries(Object.entries(args).filter(([key]) => !isReservedName(key)))
    : args;

const compile = (schema: JsonObject): ArgumentCheck => {
  let usable: UsableSchema;
  let lookup: SchemaLookup;
  const draft = draftOf(schema);
  try {
    usable = makeUsableSchema(schema, { isDraft4: draft === '4' });
    lookup = dereference(usable as Parameters<typeof dereference>[0]);
    withoutLooseReferences(lookup);
  } catch (error) {
    const problem = unusable(error);
    return () => problem;
  }
  return (args) => {
    try {
      METER.start(stepsFor(args));
      const { valid, errors } = validate(
        givenArguments(args),
        usable as Parameters<typeof validate>[1],
        draft,
        lookup,
      );
      return valid ? undefined : invalid(errors);
    } catch (error) {
      return unusable(error);
    }
  };
};

const checks = new WeakMap<JsonObject, ArgumentCheck>();

/**
 * Checks arguments by the `inputSchema` of a tool. No code is made of a schema, and the work is bounded whatever the
 * schema is: parts that could take for ever are skipped, and a schema that does so as a whole is refused.
 */
export const checkArguments = (schema: Json, args: JsonObject): ArgumentProblem | undefined => {
  if (!isJsonObject(schema)) return undefined;
  let check = checks.get(schema);
  if (check === undefined) checks.set(schema, (check = compile(schema)));
  return check(args);
};

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
    if (this.#left < 0) throw new SchemaBoundsError(toolArgumentMessages.schema.slow);
  }
}

export const METER: Meter = new Meter();

const STEPS = Symbol('steps');

interface MeteredSchema {
  readonly [STEPS]: number;
}

/** The validator reads this member of every schema it applies, and no schema here has it. */
const METERED: object = Object.create(null, {
  $recursiveAnchor: {
    get(this: MeteredSchema): undefined {
      METER.take(this[STEPS]);
      return undefined;
    },
  },
});

type KeywordCopier = (value: Json, copy: SchemaCopier) => unknown;

const SKIPPED = Symbol('skipped');

const only =
  (isFit: (value: Json) => boolean): KeywordCopier =>
  (value) =>
    isFit(value) ? value : SKIPPED;

const isText = (value: Json): value is string => typeof value === 'string';
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every(isText);
const text = only((value) => isText(value));
const texts = only(isTexts);
const number = only((value) => typeof value === 'number' && Number.isFinite(value));
const list = only((value) => Array.isArray(value));

const schema: KeywordCopier = (value, copy) => copy.schema(value);
const schemas: KeywordCopier = (value, copy) =>
  Array.isArray(value) && value.length > 0 ? value.map((each: Json) => copy.schema(each)) : SKIPPED;
const mapOf =
  (shape: KeywordCopier): KeywordCopier =>
  (value, copy) =>
    isJsonObject(value) ? copy.map(value, shape) : SKIPPED;

/**
 * Every keyword that is checked. Not among them: `format`, which asserts nothing by default; `uniqueItems`, whose work
 * is not bounded; references to other documents. What `resolveReferences` rewrites is none of them any more.
 */
const KEYWORDS: ReadonlyMap<string, KeywordCopier> = new Map<string, KeywordCopier>([
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
class SchemaCopier {
  #nodes = 0;
  #depth = 0;

  schema(value: Json): UsableSchema {
    if (typeof value === 'boolean') return value;
    if (!isJsonObject(value)) return true;
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#nodes > MAX_SCHEMA_NODES || this.#depth > MAX_SCHEMA_DEPTH)
      throw new SchemaBoundsError(toolArgumentMessages.schema.tooLarge);
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

  map(value: JsonObject, shape: KeywordCopier): Readonly<Record<string, unknown>> {
    const copy: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(value)) {
      const copied = shape(value[key] ?? null, this);
      if (copied !== SKIPPED) copy[key] = copied;
    }
    return copy;
  }
}

/** The parts of a schema that can be checked within bounds. Throws where it is too large to look at. */
export const makeUsableSchema = (
  given: JsonObject,
  options: Parameters<typeof resolveReferences>[1],
): UsableSchema => new SchemaCopier().schema(resolveReferences(given, options));
