import type { Json, JsonObject } from '@callgate/core';
import { Validator } from '@cfworker/json-schema';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkArguments } from './check-arguments.ts';

const MAIL: JsonObject = {
  type: 'object',
  properties: {
    to: { type: 'array', items: { type: 'string' }, minItems: 1 },
    subject: { type: 'string', maxLength: 20 },
    priority: { enum: ['low', 'high'] },
    count: { type: 'integer', minimum: 1 },
    code: { type: 'string', pattern: '^[a-z]{2}\\d+$' },
    part: { $ref: '#/$defs/part' },
  },
  required: ['to'],
  additionalProperties: false,
  $defs: {
    part: {
      type: 'object',
      properties: { name: { type: 'string' }, parts: { items: { $ref: '#/$defs/part' } } },
      required: ['name'],
    },
  },
};

describe('arguments that fit', () => {
  it.each<JsonObject>([
    { to: ['a'] },
    { to: ['a'], subject: 'x', priority: 'low', count: 3, code: 'ab1' },
    { to: ['a'], part: { name: 'x', parts: [{ name: 'y', parts: [] }] } },
    { to: ['a'], 'dev.callgate/inputResponses': { any: 1 } },
  ])('%j pass', (args) => expect(checkArguments(MAIL, args)).toBeUndefined());

  it('pass where there is no schema', () => {
    for (const schema of [null, true, 'x', 5]) expect(checkArguments(schema, { a: 1 })).toBeUndefined();
  });
});

describe('arguments that do not fit', () => {
  it.each<readonly [JsonObject, string]>([
    [{}, 'the arguments: does not have required property "to"'],
    [{ to: 'a' }, '`to`: type "string" is invalid. Expected "array"'],
    [{ to: [1] }, '`to/0`: type "number" is invalid. Expected "string"'],
    [{ to: ['a'], bcc: 'x' }, '`bcc`: the tool does not take it'],
    [{ to: ['a'], priority: 'urgent' }, '`priority`: does not match any of ["low","high"]'],
    [{ to: ['a'], count: 1.5 }, '`count`: type "number" is invalid. Expected "integer"'],
    [{ to: ['a'], code: 'x' }, '`code`: String does not match pattern'],
    [{ to: ['a'], part: { name: 'x', parts: [{ name: 1 }] } }, '`part/parts/0/name`: type'],
  ])('%j are refused with path and reason', (args, reason) => {
    const problem = checkArguments(MAIL, args);
    expect(problem?.code).toBe('ARGUMENTS_INVALID');
    expect(problem?.message).toContain(reason);
  });

  it('are told of without anything that could be taken for more than it is', () => {
    const problem = checkArguments(MAIL, { to: ['a'], ['x\u001b[31m\u202e\n'.repeat(100)]: 1 });
    for (const hidden of ['\u001b', '\u202e', '\n']) expect(problem?.message).not.toContain(hidden);
    expect(problem?.message.length).toBeLessThan(1000);
  });

  it('are judged as the dialect says that the schema names', () => {
    const tuple = { items: [{ type: 'string' }], additionalItems: false };
    const older = { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: tuple } };
    expect(checkArguments(older, { a: ['x', 'y'] })?.code).toBe('ARGUMENTS_INVALID');
    const newer = { properties: { a: { prefixItems: [{ type: 'string' }], items: false } } };
    expect(checkArguments(newer, { a: ['x', 'y'] })?.code).toBe('ARGUMENTS_INVALID');
    expect(checkArguments(newer, { a: ['x'] })).toBeUndefined();
    const oldest = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      properties: { a: { minimum: 1, exclusiveMinimum: true } },
    };
    expect(checkArguments(oldest, { a: 1 })?.code).toBe('ARGUMENTS_INVALID');
    const between = {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      properties: { a: { const: 1 } },
    };
    expect(checkArguments(between, { a: 2 })?.code).toBe('ARGUMENTS_INVALID');
  });
});

const doubling: JsonObject = {
  $ref: '#/$defs/d0',
  $defs: {
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, place) => [
        `d${place}`,
        { allOf: [{ $ref: `#/$defs/d${place + 1}` }, { $ref: `#/$defs/d${place + 1}` }] },
      ]),
    ),
    d40: {},
  },
};

const nested = (depth: number): JsonObject => (depth === 0 ? {} : { a: nested(depth - 1) });

describe('a schema that takes for ever', () => {
  it.each<readonly [string, JsonObject, JsonObject]>([
    ['refers to itself', { $ref: '#' }, {}],
    ['refers to itself by a recursive reference', { $recursiveAnchor: true, $recursiveRef: '#' }, { a: 1 }],
    [
      'refers to itself in a circle',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      {},
    ],
    ['doubles with every reference', doubling, {}],
    [
      'doubles with every member',
      { properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } },
      nested(50),
    ],
    [
      'has many long values',
      { anyOf: Array.from({ length: 5000 }, () => ({ enum: ['x'.repeat(500)] })) },
      {},
    ],
    ['is too large', { allOf: Array.from({ length: 30_000 }, () => ({})) }, {}],
    [
      'is too deep',
      Array.from({ length: 100 }).reduce<JsonObject>((inner) => ({ properties: { a: inner } }), {}),
      {},
    ],
    [
      'reads a long text again and again',
      {
        properties: {
          a: { anyOf: Array.from({ length: 9000 }, (_, place) => ({ pattern: `^a*${place}$` })) },
        },
      },
      { a: 'a'.repeat(1_000_000) },
    ],
  ])('is refused: it %s', (_, schema, args) => {
    expect(checkArguments(schema, args)?.code).toBe('SCHEMA_UNUSABLE');
  });

  it('says why, and what to do', () => {
    expect(checkArguments({ $ref: '#' }, {})).toEqual({
      code: 'SCHEMA_UNUSABLE',
      message: "The arguments cannot be checked by the tool's inputSchema: it refers to itself without end",
      help: expect.stringContaining('author of the server'),
    });
    expect(checkArguments(doubling, {})?.message).toContain('it takes too long');
  });
});

describe('parts of a schema that cannot be checked', () => {
  const long = `${'a'.repeat(40)}!`;

  it.each<readonly [string, JsonObject, JsonObject]>([
    ['a pattern that takes for ever', { properties: { a: { pattern: '^(a+)+$' } } }, { a: long }],
    ['a reference elsewhere', { properties: { a: { $ref: 'https://evil.test/s' } } }, { a: 1 }],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/none' } } }, { a: 1 }],
    ['a format', { properties: { a: { format: 'email' } } }, { a: 'none' }],
    [
      'names by such a pattern',
      { patternProperties: { '^(a+)+$': false }, additionalProperties: false },
      { [long]: 1 },
    ],
    [
      'keywords that are none',
      { type: 5, required: 'x', properties: [], enum: 1, anyOf: [], $defs: 1 },
      { a: 1 },
    ],
    ['members of our own', { __absolute_ref__: 'x', $recursiveAnchor: true }, { a: 1 }],
  ])('are skipped: %s', (_, schema, args) => expect(checkArguments(schema, args)).toBeUndefined());

  it('leave the rest checked', () => {
    const schema = {
      properties: { a: { type: 'string', pattern: '^(a+)+$', format: 'email' } },
      required: ['a'],
    };
    expect(checkArguments(schema, { a: 1 })?.code).toBe('ARGUMENTS_INVALID');
    expect(checkArguments(schema, {})?.code).toBe('ARGUMENTS_INVALID');
  });
});

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 1, 1.5, '', 'ab', 'abc'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const TYPES = ['string', 'number', 'integer', 'object', 'array', 'boolean', 'null'];

const FLAT: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      type: fc.oneof(fc.constantFrom(...TYPES), fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1 })),
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      const: value,
      required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
      minLength: fc.nat(3),
      maximum: fc.integer({ min: -2, max: 2 }),
      minItems: fc.nat(2),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((schema) => schema as JsonObject);

const around = (inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      FLAT,
      fc.constantFrom('properties', 'additionalProperties', 'items', 'anyOf', 'oneOf', 'allOf', 'not', 'if'),
      inner,
      inner,
    )
    .map(([flat, keyword, one, other]) => {
      if (keyword === 'properties') return { ...flat, properties: { a: one, b: other } };
      if (keyword.endsWith('Of')) return { ...flat, [keyword]: [one, other] };
      return keyword === 'if' ? { ...flat, if: one, then: other } : { ...flat, [keyword]: one };
    });

const schemas: fc.Arbitrary<JsonObject> = around(fc.oneof(FLAT, around(fc.oneof(FLAT, around(FLAT)))));

it('a schema whose every part can be checked says what it says without bounds', () => {
  fc.assert(
    fc.property(
      schemas,
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { noNullPrototype: true }),
      (schema, args) => {
        const whole = new Validator(structuredClone(schema) as object, '2020-12').validate(args).valid;
        expect(checkArguments(schema, args) === undefined).toBe(whole);
      },
    ),
    { numRuns: 2000 },
  );
});

it('whatever is given as a schema, there is an answer', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('type', 'properties', '$ref', 'anyOf', 'items', 'enum', 'pattern', '__proto__', 'a'),
        value,
      ),
      value,
      (schema, given) => {
        expect(['ARGUMENTS_INVALID', 'SCHEMA_UNUSABLE', undefined]).toContain(
          checkArguments(schema, { a: given })?.code,
        );
      },
    ),
  );
});
