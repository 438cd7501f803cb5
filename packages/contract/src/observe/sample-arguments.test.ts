import type { JsonObject } from '@callgate/core';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { sampleArguments } from './sample-arguments.ts';

const PLACES = { file: '/w/a.txt', folder: '/w', fresh: '/w/new.txt' };

const samples = (schema: JsonObject, most = 8): readonly JsonObject[] =>
  sampleArguments(schema, PLACES, most);

const FULL: JsonObject = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    directory: { type: 'string' },
    destination: { type: 'string' },
    mode: { enum: ['read', 'list', 'write'] },
    force: { type: 'boolean' },
    count: { type: 'integer', minimum: 5, maximum: 9 },
    even: { type: 'number', multipleOf: 4, exclusiveMinimum: 4 },
    id: { type: 'string', format: 'uuid' },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    short: { type: 'string', maxLength: 3 },
    long: { type: 'string', minLength: 40 },
    tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
    pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'boolean' }] },
    nested: { $ref: '#/$defs/inner' },
    either: {
      oneOf: [{ type: 'number' }, { type: 'object', properties: { a: { const: 1 } }, required: ['a'] }],
    },
    both: { allOf: [{ properties: { x: { type: 'string' } } }, { required: ['x'], type: 'object' }] },
    maybe: { type: ['null', 'string'] },
  },
  required: ['path'],
  $defs: { inner: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] } },
};

describe('sampled arguments', () => {
  it('fit the schema that they are made from', () => {
    const validator = new Validator(FULL as ConstructorParameters<typeof Validator>[0], '2020-12');
    const all = samples(FULL);
    expect(all.length).toBeGreaterThan(3);
    for (const args of all) expect(validator.validate(args).errors).toEqual([]);
  });

  it('begin with what is required alone, then take all', () => {
    expect(samples(FULL)[0]).toEqual({ path: '/w/a.txt' });
    expect(Object.keys(samples(FULL)[1] ?? {})).toEqual(Object.keys(FULL['properties'] as JsonObject));
  });

  it('try each value of an enum, of a boolean and of alternatives', () => {
    const all = samples(FULL);
    const values = (key: string): ReadonlySet<unknown> => new Set(all.map((args) => args[key]));
    expect([...values('mode')]).toEqual(expect.arrayContaining(['read', 'list', 'write']));
    expect([...values('force')]).toEqual(expect.arrayContaining([true, false]));
    expect([...values('either')].map((value) => typeof value)).toEqual(
      expect.arrayContaining(['number', 'object']),
    );
  });

  it('lead to places of the sandbox', () => {
    expect(samples(FULL)[1]).toMatchObject({ directory: '/w', destination: '/w/new.txt' });
  });

  it('try a path as a file, as a folder and as something new', () => {
    const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    expect(samples(schema).map(({ path }) => path)).toEqual(['/w/a.txt', '/w', '/w/new.txt']);
  });

  it('are the examples of the schema where it has some', () => {
    expect(samples({ type: 'object', examples: [{ a: 1 }, 'none'], properties: {} })).toEqual([{ a: 1 }, {}]);
  });

  it('are one empty object where nothing is asked for', () => {
    expect(samples({ type: 'object' })).toEqual([{}]);
    expect(samples({})).toEqual([{}]);
  });

  it('end for schemas that contain themselves, and survive broken ones', () => {
    const endless: JsonObject = { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] };
    expect(samples(endless)).not.toEqual([]);
    expect(samples({ $ref: '#', properties: { a: { pattern: '(' } } })).not.toEqual([]);
    expect(
      samples({ properties: { a: { $ref: '#/%zz/~1' }, b: true, c: { items: 3, type: 'array' } } }),
    ).not.toEqual([]);
  });
});
