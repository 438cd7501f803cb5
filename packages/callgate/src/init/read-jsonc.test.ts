import { CallgateError } from '@callgate/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonc } from './read-jsonc.ts';
import type { ConfigNode } from './config-node.ts';

/** The value again, each part of it from the text that its span names. */
const valueIn = (text: string, node: ConfigNode): unknown => {
  if (node.kind === 'list') return node.items.map((item) => valueIn(text, item));
  if (node.kind === 'map')
    return Object.fromEntries(
      node.members.map(({ keys: [key], value }) => [
        JSON.parse(text.slice(key?.start, key?.end)),
        valueIn(text, value),
      ]),
    );
  return JSON.parse(text.slice(node.start, node.end));
};

const problemOf = (text: string): unknown => {
  try {
    readJsonc(text);
  } catch (error) {
    if (error instanceof CallgateError)
      return [error.message, error.position?.line, error.position?.column, error.help];
  }
  return undefined;
};

it('reads every JSON value as JSON.parse does, and knows where each part stands', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(valueIn(text, readJsonc(text))).toEqual(JSON.parse(text));
    }),
  );
});

it('passes over comments, a comma at the end, and a byte order mark', () => {
  const text = '\ufeff// one\n{ /* two \n */ "a" /* , */ : [ 1, "//", ] , // "b": 2\n}\n// end';
  expect(valueIn(text, readJsonc(text))).toEqual({ a: [1, '//'] });
});

it('keeps keys that stand there twice apart', () => {
  expect(readJsonc('{"a":1,"a":2}')).toMatchObject({ members: [{ key: 'a' }, { key: 'a' }] });
});

it('reads long texts', () => {
  const long = 'x'.repeat(3_000_000);
  expect(readJsonc(JSON.stringify({ long }))).toMatchObject({ members: [{ value: { value: long } }] });
});

describe('what is no JSON', () => {
  it('is told with where and what to do', () => {
    const help = 'Correct the JSON. Comments and a comma at the end of a list are fine.';
    expect(problemOf('{\n  "a": 1\n  "b": 2\n}')).toEqual(['Expected `,` or `}`, found `"`', 3, 3, help]);
    expect(problemOf('{"a"')).toEqual(['Expected `:`, but the file ends', 1, 5, help]);
    expect(problemOf("{'a': 1}")).toEqual(["Expected a key in double quotes, found `'`", 1, 2, help]);
  });

  it('is refused in every form', () => {
    for (const text of [
      '',
      '{',
      '[,]',
      '[1,,]',
      '{,}',
      '01',
      '1.',
      '+1',
      'nul',
      'truex',
      '"a',
      '"\n"',
      '"\\x"',
    ])
      expect(problemOf(text), text).toBeDefined();
    for (const text of ['1 2', '{} x', '/* a', '{"a":}', '{a:1}', "['a']", '"\\u12"', `${'['.repeat(300)}`])
      expect(problemOf(text), text).toBeDefined();
  });
});
