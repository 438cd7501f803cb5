import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../receive/json.ts';
import type { ChangeDirection } from './compare-change.ts';
import { compareSchemas } from './compare-schemas.ts';
import { cases } from '../../test/specification/cases.ts';

const verdict = (before: Json | undefined, after: Json | undefined): ChangeDirection => {
  const all = new Set(compareSchemas(before, after, 'inputSchema').map((change) => change.change));
  return all.has('loosened') ? 'loosened' : all.has('tightened') ? 'tightened' : 'neutral';
};

const string: Json = { type: 'string' };

const nest = (schema: Json | undefined): Json => ({ properties: { deep: { items: schema ?? true } } });

describe('one way loosens, the other tightens', () => {
  const pairs: readonly (readonly [string, Json | undefined, Json | undefined])[] = [
    ['a new optional property', { properties: {} }, { properties: { a: string } }],
    ['a requirement less', { required: ['a', 'b'] }, { required: ['a'] }],
    ['a wider type', string, { type: ['string', 'null'] }],
    ['numbers instead of integers', { type: 'integer' }, { type: 'number' }],
    ['no type', string, {}],
    ['a longer enum', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['no enum', { enum: ['a'] }, {}],
    ['an enum instead of a constant', { const: 'a' }, { enum: ['a', 'b'] }],
    ['no constant', { const: null }, {}],
    ['a lower minimum', { minimum: 1 }, { minimum: 0 }],
    ['no minimum', { minimum: 1 }, {}],
    ['a higher maximum', { maxLength: 1 }, { maxLength: 2 }],
    ['no maximum', { maxItems: 1 }, {}],
    ['a finer step', { multipleOf: 4 }, { multipleOf: 2 }],
    ['no step', { multipleOf: 4 }, {}],
    ['no pattern', { pattern: '^a' }, {}],
    ['no format', { format: 'uri' }, {}],
    ['no exception', { not: string }, {}],
    ['repeated elements', { uniqueItems: true }, { uniqueItems: false }],
    ['any further property', { additionalProperties: false }, {}],
    ['any further property said aloud', { additionalProperties: false }, { additionalProperties: true }],
    ['further properties of a kind', { additionalProperties: false }, { additionalProperties: string }],
    ['a branch more', { anyOf: [string] }, { anyOf: [string, { type: 'null' }] }],
    ['no branches', { anyOf: [string] }, {}],
    ['a part less', { allOf: [string, { minLength: 1 }] }, { allOf: [string] }],
    ['a wider branch', { anyOf: [string, { maximum: 1 }] }, { anyOf: [string, { maximum: 2 }] }],
    ['wider elements', { items: string }, { items: {} }],
    ['wider elements at a position', { prefixItems: [string] }, { prefixItems: [true] }],
    ['a wider named schema', { $defs: { a: { maximum: 1 } } }, { $defs: { a: { maximum: 2 } } }],
    ['something instead of nothing', { properties: { a: false } }, { properties: { a: string } }],
    ['no schema at all', string, undefined],
    ['anything', string, true],
  ];

  test.each(pairs)('%s', (_, tight, loose) => {
    expect(verdict(tight, loose)).toBe('loosened');
    expect(verdict(loose, tight)).toBe('tightened');
    expect(verdict(nest(tight), nest(loose))).toBe('loosened');
    expect(verdict(nest(loose), nest(tight))).toBe('tightened');
  });
});

describe('loosened either way, because nobody can tell', () => {
  const pairs: readonly (readonly [string, Json, Json])[] = [
    ['another pattern', { pattern: '^a' }, { pattern: '^b' }],
    ['another format', { format: 'uri' }, { format: 'email' }],
    ['another enum', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }],
    ['another type', string, { type: 'number' }],
    ['another step', { multipleOf: 2 }, { multipleOf: 3 }],
    ['another reference', { $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
    ['another exception', { not: string }, { not: { type: 'number' } }],
    ['another dialect', { $schema: 'a' }, { $schema: 'b' }],
    ['an unknown keyword', {}, { mystery: 1 }],
    ['a condition', {}, { if: string }],
    [
      'another branch of exactly one',
      { oneOf: [string, { maximum: 1 }] },
      { oneOf: [string, { maximum: 2 }] },
    ],
    ['a branch of exactly one more or less', { oneOf: [string] }, { oneOf: [string, { type: 'null' }] }],
    ['a type that is none', string, { type: 5 }],
    ['a bound that is none', { minimum: 1 }, { minimum: 'x' }],
    ['an enum that is none', { enum: ['a'] }, { enum: 5 }],
    ['an enum without canonical form', { enum: ['a'] }, { enum: [Number.NaN] }],
    ['requirements that are none', { required: ['a'] }, { required: [5] }],
    ['properties that are none', { properties: { a: string } }, { properties: 5 }],
    ['named schemas that are none', { $defs: { a: string } }, { $defs: 5 }],
    ['branches that are none', { anyOf: [string] }, { anyOf: 5 }],
    ['a schema that is none', { items: string }, { items: 5 }],
    ['positions instead of elements', { items: string }, { items: [string] }],
    ['more positions', { items: [string] }, { items: [string, string] }],
    ['a pattern of names', { patternProperties: {} }, { patternProperties: { a: string } }],
    ['both less and more', { minimum: 1, maximum: 2 }, { minimum: 0, maximum: 1 }],
    ['too many branches', { anyOf: [string] }, { anyOf: Array.from({ length: 300 }, () => string) }],
  ];

  test.each(pairs)('%s', (_, one, two) => {
    expect(verdict(one, two)).toBe('loosened');
    expect(verdict(two, one)).toBe('loosened');
  });

  test('whatever lies deeper than anybody looks', () => {
    let one: Json = { maximum: 2 };
    let two: Json = { maximum: 1 };
    for (let level = 0; level < 40; level++) {
      one = { items: one };
      two = { items: two };
    }
    expect(verdict(one, two)).toBe('loosened');
  });

  test('a named schema that is narrower, where an exception or a choice of one refers to it', () => {
    for (const keyword of ['not', 'oneOf']) {
      const schema = (maximum: number): Json => ({
        $defs: { a: { maximum } },
        [keyword]: [{ $ref: '#/$defs/a' }],
      });
      expect(verdict(schema(2), schema(1))).toBe('loosened');
    }
    const wide: Json = Array.from({ length: 100_001 }, () => 0);
    expect(verdict({ maximum: 2, default: wide }, { maximum: 1, default: wide })).toBe('loosened');
  });
});

const gone = (schema: Json, more: Record<string, Json> = {}): ChangeDirection =>
  verdict({ properties: { a: schema }, ...more }, { properties: {}, ...more });

describe('properties that go', () => {
  test('are tightened where nothing else is accepted, or nothing but a type was checked', () => {
    expect(gone({ enum: ['x'] }, { additionalProperties: false })).toBe('tightened');
    expect(gone({ type: 'string', description: 'x' })).toBe('tightened');
    expect(gone(true)).toBe('tightened');
  });

  test('are loosened where their values are accepted unchecked from now on', () => {
    expect(gone({ enum: ['x'] })).toBe('loosened');
  });

  test('are compared with what is accepted for any other name', () => {
    expect(gone({ type: 'number' }, { additionalProperties: string })).toBe('loosened');
    expect(gone({ type: ['string', 'number'] }, { additionalProperties: string })).toBe('tightened');
    expect(gone(string, { additionalProperties: string })).toBe('neutral');
  });
});

describe('neutral, and told', () => {
  const pairs: readonly (readonly [string, Json, Json])[] = [
    ['another order of requirements', { required: ['a', 'b'] }, { required: ['b', 'a'] }],
    ['another order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
    ['another order of values', { enum: [1, 2] }, { enum: [2, 1] }],
    ['another order of branches', { anyOf: [string, true] }, { anyOf: [true, string] }],
    ['a constant written as an enum', { const: 1 }, { enum: [1] }],
    ['an enum beside a constant in it', { const: 1 }, { const: 1, enum: [1, 2] }],
    ['an empty list of properties', {}, { properties: {} }],
    ['an empty list of named schemas', {}, { $defs: {} }],
    ['no uniqueness said aloud', {}, { uniqueItems: false }],
    ['anything said aloud', {}, { additionalProperties: true }],
    ['a description', { description: 'a' }, { description: 'b' }],
    ['a default', { properties: { a: { default: 1 } } }, { properties: { a: { default: 2 } } }],
    ['examples', {}, { examples: [1] }],
    ['an extension', {}, { 'x-order': 1 }],
  ];

  test.each(pairs)('%s', (_, one, two) => {
    expect(verdict(one, two)).toBe('neutral');
    expect(verdict(two, one)).toBe('neutral');
    expect(compareSchemas(one, two, '').length).toBeGreaterThan(0);
  });

  test('a named schema nobody uses yet; to lose one is not', () => {
    expect(verdict({ $defs: {} }, { $defs: { a: string } })).toBe('neutral');
    expect(verdict({ $defs: { a: string } }, { $defs: {} })).toBe('loosened');
  });

  test('a property called description is a property', () => {
    expect(verdict({ properties: { description: string } }, { properties: { description: {} } })).toBe(
      'loosened',
    );
  });
});

test('an enum beside a constant outside of it accepts nothing', () => {
  expect(verdict({ const: 1 }, { const: 1, enum: [2] })).toBe('tightened');
});

// An oracle that does not know the comparison: small schemas, and every small value tried.
const VALUES: readonly Json[] = [
  null,
  true,
  0,
  1,
  2,
  3,
  1.5,
  '',
  'a',
  'ab',
  [],
  [1],
  ['a', 'a'],
  {},
  { a: 1 },
  { b: 'a' },
  { a: 'a', b: 2 },
];

const KINDS: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
};

type Small = { readonly [keyword: string]: Json } | boolean;

const accepts = (schema: Json | undefined, value: Json): boolean => {
  if (schema === undefined || schema === true) return true;
  if (schema === false) return false;
  const s = schema as Record<string, Json>;
  const list = (key: string): readonly Json[] | undefined => s[key] as readonly Json[] | undefined;
  const object =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, Json>)
      : undefined;
  const properties = (s['properties'] ?? {}) as Record<string, Json>;
  return (
    (s['type'] === undefined || [s['type']].flat().some((type) => KINDS[String(type)]?.(value) === true)) &&
    (list('enum')?.includes(value) ?? true) &&
    (s['const'] === undefined || s['const'] === value) &&
    (typeof value !== 'number' ||
      (value >= Number(s['minimum'] ?? -9) && value <= Number(s['maximum'] ?? 9))) &&
    (typeof value !== 'string' || value.length <= Number(s['maxLength'] ?? 9)) &&
    (list('anyOf')?.some((branch) => accepts(branch, value)) ?? true) &&
    (list('allOf')?.every((branch) => accepts(branch, value)) ?? true) &&
    (list('oneOf') === undefined || list('oneOf')?.filter((branch) => accepts(branch, value)).length === 1) &&
    (s['not'] === undefined || !accepts(s['not'], value)) &&
    (!Array.isArray(value) || value.every((item: Json) => accepts(s['items'], item))) &&
    (object === undefined ||
      ((list('required') ?? []).every((name) => Object.hasOwn(object, String(name))) &&
        Object.entries(object).every(([name, item]) =>
          accepts(Object.hasOwn(properties, name) ? properties[name] : s['additionalProperties'], item),
        )))
  );
};

const { schema } = fc.letrec<{ schema: Small }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom<Json>(
          'string',
          'number',
          'integer',
          'array',
          ['string', 'null'],
          ['integer', 'string'],
        ),
        enum: fc.subarray<Json>([1, 2, 'a', 'ab'], { minLength: 1 }),
        const: fc.constantFrom<Json>(1, 'a'),
        minimum: fc.integer({ min: 0, max: 3 }),
        maximum: fc.integer({ min: 0, max: 3 }),
        maxLength: fc.integer({ min: 0, max: 2 }),
        required: fc.subarray<Json>(['a', 'b']),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
        additionalProperties: tie('schema'),
        items: tie('schema'),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        not: tie('schema'),
      },
      { requiredKeys: [] },
    ),
  ),
})) as { schema: fc.Arbitrary<Small> };

const RUNS = cases(1000, 100_000);

/** Arguments that went from an open object are told as tightened on purpose, though a validator lets them pass. */
const dropsArgument = (before: Json, after: Json): boolean =>
  compareSchemas(before, after, '').some((change) => change.words === 'the argument is gone');

/** Values refused before and accepted now, though the comparison did not say loosened. */
const overlooked = (before: Json, after: Json): readonly Json[] =>
  verdict(before, after) === 'loosened' || dropsArgument(before, after)
    ? []
    : VALUES.filter((value) => accepts(after, value) && !accepts(before, value));

test('whatever is called tightened or neutral accepts no value that was refused before', () => {
  fc.assert(
    fc.property(schema, schema, (before, after) => {
      expect(overlooked(before, after)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('the same with one keyword changed, where most pairs are related', () => {
  fc.assert(
    fc.property(schema, schema, fc.nat(), (base, donor, pick) => {
      if (typeof base === 'boolean' || typeof donor === 'boolean') return;
      const keyword = Object.keys(donor)[pick % Math.max(1, Object.keys(donor).length)];
      if (keyword === undefined) return;
      const after: Json = { ...base, [keyword]: donor[keyword] ?? true };
      expect(overlooked(base, after)).toEqual([]);
      expect(overlooked(after, base)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
