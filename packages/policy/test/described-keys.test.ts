import type { Schema as JsonSchema } from '@cfworker/json-schema';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../..');

interface Schema {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Keys without a word about them. */
const silentKeys = (schema: Schema, path = ''): readonly string[] => {
  const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [
      ...(inner.description === undefined ? [`${path}${key}`] : []),
      ...silentKeys(inner, `${path}${key}.`),
    ]),
    ...(typeof additionalProperties === 'object' ? silentKeys(additionalProperties, `${path}*.`) : []),
    ...(items === undefined ? [] : silentKeys(items, `${path}*.`)),
    ...[...anyOf, ...oneOf].flatMap((each) => silentKeys(each, path)),
  ];
};

const branchesOf = ({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] => [...anyOf, ...oneOf];

/** What can be written is listed, or is what its own keys say. */
const saysItself = (schema: Schema): boolean => {
  const { type, properties, items, additionalProperties, examples, $ref } = schema;
  if (examples !== undefined || properties !== undefined || $ref !== undefined) return true;
  if (schema.enum !== undefined || schema.const !== undefined || type === 'boolean') return true;
  const branches = branchesOf(schema);
  if (branches.length > 0)
    return branches.every(saysItself) || branches.some((each) => each.examples !== undefined);
  if (type === 'array') return items !== undefined && saysItself(items);
  // anything at all
  if (type === undefined) return true;
  return typeof additionalProperties === 'object' && saysItself(additionalProperties);
};

interface KeyedSchema {
  readonly path: string;
  readonly schema: Schema;
}

const keysOf = (schema: Schema, path = ''): readonly KeyedSchema[] => {
  const { properties = {}, additionalProperties, items } = schema;
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [
      { path: `${path}${key}`, schema: inner },
      ...keysOf(inner, `${path}${key}.`),
    ]),
    ...(typeof additionalProperties === 'object' ? keysOf(additionalProperties, `${path}*.`) : []),
    ...(items === undefined ? [] : keysOf(items, `${path}*.`)),
    ...branchesOf(schema).flatMap((each) => keysOf(each, path)),
  ];
};

const SCHEMAS = [
  'policy/schema/policy',
  'policy/schema/policy-tests',
  'gateway/schema/callgate',
  'manifest/schema/manifest',
] as const;

const readSchema = (name: string): Schema =>
  JSON.parse(readFileSync(join(PACKAGES, `${name}.schema.json`), 'utf8'));

describe('what an editor says of a key', () => {
  it.each(SCHEMAS)('is there for every key of %s', (name) => {
    expect(silentKeys(readSchema(name))).toEqual([]);
  });

  it.each(SCHEMAS)(
    'has an example where a key of %s may be anything, and each example may be written',
    (name) => {
      const root = readSchema(name);
      const keys = keysOf(root);
      expect(keys.filter(({ schema }) => !saysItself(schema)).map(({ path }) => path)).toEqual([]);
      const examples = keys.flatMap(({ path, schema }) =>
        (schema.examples ?? []).map((example) => ({ path, schema, example })),
      );
      expect(examples.length).toBeGreaterThan(10);
      const wrong = examples.filter(({ schema, example }) => {
        const { $defs } = root as { readonly $defs?: object };
        return !new Validator({
          ...schema,
          ...($defs === undefined ? {} : { $defs }),
        } as JsonSchema).validate(example).valid;
      });
      expect(wrong.map(({ path, example }) => [path, example])).toEqual([]);
    },
  );
});
