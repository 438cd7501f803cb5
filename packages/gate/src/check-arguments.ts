import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject, isOwnName, own } from '@callgate/core';
import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema';
import { dereference, validate } from '@cfworker/json-schema';
import type { UsableSchema } from './usable-schema.ts';
import { SchemaBounds } from './schema-bounds.ts';
import { METER, usableSchema } from './usable-schema.ts';

/** Why arguments are none that the tool takes, or why that cannot be said. Safe to show. */
export interface ArgumentProblem {
  readonly code: 'ARGUMENTS_INVALID' | 'SCHEMA_UNUSABLE';
  readonly message: string;
  readonly help: string;
}

type Check = (args: JsonObject) => ArgumentProblem | undefined;

const FEWEST_STEPS = 50_000;
const MOST_STEPS = 1_000_000;
/** Steps for each member or item of the arguments. */
const STEPS_EACH = 200;
/** Characters that all steps together may read. */
const MOST_READ = 400_000_000;

const draftOf = (schema: JsonObject): SchemaDraft => {
  const named = own(schema, '$schema');
  const name = typeof named === 'string' ? named : '';
  if (/draft-0[67]/.test(name)) return '7';
  if (name.includes('draft-04')) return '4';
  return name.includes('2019-09') ? '2019-09' : '2020-12';
};

interface Size {
  nodes: number;
  longest: number;
}

const measure = (value: Json, size: Size): Size => {
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

type Lookup = ReturnType<typeof dereference>;

/** Where the library writes what a reference leads to. */
const ABSOLUTE_REF = '__absolute_ref__';

/** References that lead nowhere say nothing. */
const withoutLooseReferences = (lookup: Lookup): void => {
  for (const node of Object.values(lookup)) {
    if (typeof node === 'boolean' || node.$ref === undefined) continue;
    const { [ABSOLUTE_REF]: target } = node;
    if (target === undefined || lookup[target] === undefined) delete node.$ref;
  }
};

const unusable = (error: unknown): ArgumentProblem => ({
  code: 'SCHEMA_UNUSABLE',
  message: `the arguments cannot be checked by the tool's inputSchema: ${error instanceof SchemaBounds ? error.message : 'it refers to itself without end'}`,
  help: 'the author of the server has to make the schema simpler; until then the tool is not called',
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
  return place === '' ? 'the arguments' : `\`${display(place, { max: 120 })}\``;
};

const reasonOf = ({ keyword, error }: OutputUnit): string =>
  keyword === 'false'
    ? 'the tool does not take it'
    : display(error.replace(/^Instance /, '').replace(/\.$/, ''), { max: 200 });

const invalid = (errors: readonly OutputUnit[]): ArgumentProblem => {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const told = (inner.length === 0 ? errors : inner).slice(0, 3);
  const reasons = told.map((unit) => `${placeOf(unit.instanceLocation)}: ${reasonOf(unit)}`);
  return {
    code: 'ARGUMENTS_INVALID',
    message: `the arguments do not fit the tool's inputSchema: ${[...new Set(reasons)].join('; ')}`,
    help: 'correct them and call again',
  };
};

/** What a gate puts among the arguments is not the agent's. */
const givenArguments = (args: JsonObject): JsonObject =>
  Object.keys(args).some(isOwnName)
    ? Object.fromEntries(Object.entries(args).filter(([key]) => !isOwnName(key)))
    : args;

const compile = (schema: JsonObject): Check => {
  let usable: UsableSchema;
  let lookup: Lookup;
  const draft = draftOf(schema);
  try {
    usable = usableSchema(schema, { isDraft4: draft === '4' });
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

const checks = new WeakMap<JsonObject, Check>();

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
