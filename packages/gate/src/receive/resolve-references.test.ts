import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { checkArguments } from './check-arguments.ts';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';
const NUMBER: JsonObject = { type: 'number' };

describe('a part that says which arguments a tool takes', () => {
  it.each<readonly [string, JsonObject, JsonObject, JsonObject]>([
    ['dependencies on names', { $schema: DRAFT_7, dependencies: { a: ['b'] } }, { a: 1 }, { a: 1, b: 1 }],
    [
      'dependencies on a schema',
      { $schema: DRAFT_4, dependencies: { a: { required: ['b'] } } },
      { a: 1 },
      { a: 1, b: 1 },
    ],
    ['dependencies without a draft', { dependencies: { a: ['b'], c: false } }, { c: 1 }, { a: 1, b: 1 }],
    [
      'dependencies beside others',
      { dependencies: { a: ['b'] }, dependentRequired: { a: ['c'] }, allOf: [{ maxProperties: 3 }] },
      { a: 1, c: 1 },
      { a: 1, b: 1, c: 1 },
    ],
    [
      'a reference into dependencies',
      { dependencies: { a: { properties: { a: NUMBER } } }, properties: { b: { $ref: '#/dependencies/a' } } },
      { b: { a: 'x' } },
      { b: { a: 1 } },
    ],
    [
      'a reference to its own address',
      {
        $id: 'https://e.test/s',
        properties: { x: { $ref: 'https://e.test/s#/$defs/a' } },
        $defs: { a: NUMBER },
      },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'a relative reference to its own address',
      {
        $id: 'https://e.test/s',
        properties: { x: { $ref: 's#a' } },
        $defs: { a: { $anchor: 'a', ...NUMBER } },
      },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'a reference to an address inside',
      {
        properties: { x: { $ref: 'https://e.test/n' } },
        $defs: { n: { $id: 'https://e.test/n', ...NUMBER } },
      },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'a reference within an address inside',
      {
        properties: { x: { $ref: 'n' } },
        $defs: { n: { $id: 'n', $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': NUMBER } }, 'a/b c': {} },
      },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'the address of draft-04',
      {
        $schema: DRAFT_4,
        id: 'https://e.test/s',
        properties: { x: { $ref: '/s#/definitions/a' } },
        definitions: { a: NUMBER },
      },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'an anchor of draft-07',
      { $schema: DRAFT_7, properties: { x: { $ref: '#n' } }, definitions: { a: { $id: '#n', ...NUMBER } } },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'a dynamic reference',
      { properties: { x: { $dynamicRef: '#n' } }, $defs: { a: { $dynamicAnchor: 'n', ...NUMBER } } },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'a dynamic reference to a place',
      { properties: { x: { $ref: '#/$defs/b', $dynamicRef: '#/$defs/a' } }, $defs: { a: NUMBER, b: {} } },
      { x: 'q' },
      { x: 1 },
    ],
    [
      'a recursive reference',
      { type: ['object', 'null'], properties: { x: { $recursiveRef: '#' } }, $recursiveAnchor: true },
      { x: { x: 1 } },
      { x: { x: null } },
    ],
    [
      'a reference into a list',
      {
        anyOf: [{ properties: { a: NUMBER }, required: ['a'] }, true],
        properties: { x: { $ref: '#/anyOf/0' } },
      },
      { x: { a: 'q' } },
      { x: { a: 1 } },
    ],
  ])('counts: %s', (_, schema, unfit, fit) => {
    expect(checkArguments(schema, unfit)?.code).toBe('ARGUMENTS_INVALID');
    expect(checkArguments(schema, fit)).toBeUndefined();
  });

  it.each<readonly [string, string, JsonObject]>([
    [
      'a dynamic reference with two targets',
      '$dynamicRef',
      {
        properties: { x: { $dynamicRef: '#n' } },
        $defs: { a: { $dynamicAnchor: 'n' }, b: { $id: 'b', $dynamicAnchor: 'n' } },
      },
    ],
    ['a dynamic reference to nothing', '$dynamicRef', { properties: { x: { $dynamicRef: '#n' } } }],
    [
      'a dynamic reference elsewhere',
      '$dynamicRef',
      { properties: { x: { $dynamicRef: 'https://e.test/' } } },
    ],
    ['a recursive reference that is none', '$recursiveRef', { properties: { x: { $recursiveRef: '#/a' } } }],
    [
      'a recursive reference with two targets',
      '$recursiveRef',
      { $recursiveAnchor: true, $defs: { a: { $id: 'a', properties: { x: { $recursiveRef: '#' } } } } },
    ],
  ])('that has no one meaning refuses the schema: %s', (_, keyword, schema) => {
    const problem = checkArguments(schema, {});
    expect(problem?.code).toBe('SCHEMA_UNUSABLE');
    expect(problem?.message).toContain(`its \`${keyword}\` leads to several places, or to none`);
    expect(problem?.help).toContain('The author of the server');
  });

  it.each<readonly [string, JsonObject]>([
    ['an address that is none', { $id: 'https://[', properties: { x: { $ref: 'https://[' } } }],
    ['a place that is none', { properties: { x: { $ref: '#/%zz' } } }],
    ['a place below a text', { properties: { x: { $ref: '#/$defs/a/type/b' } }, $defs: { a: NUMBER } }],
    [
      'an address where later drafts have none',
      { id: 'https://e.test/', properties: { x: { $ref: 'https://e.test/' } } },
    ],
  ])('leads nowhere and is skipped: %s', (_, schema) => {
    expect(checkArguments(schema, { x: 'q' })).toBeUndefined();
  });
});
