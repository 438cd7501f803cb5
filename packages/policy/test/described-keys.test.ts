import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../..');

interface Schema {
  readonly description?: string;
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

describe('what an editor says of a key', () => {
  it.each([
    'policy/schema/policy',
    'policy/schema/policy-tests',
    'gateway/schema/callgate',
    'manifest/schema/manifest',
  ])('is there for every key of %s', (name) => {
    const schema: Schema = JSON.parse(readFileSync(join(PACKAGES, `${name}.schema.json`), 'utf8'));
    expect(silentKeys(schema)).toEqual([]);
  });
});
