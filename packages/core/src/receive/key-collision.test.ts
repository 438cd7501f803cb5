import { describe, expect, test } from 'vitest';
import type { JsonObject } from './json.ts';
import { isJsonObject } from './json.ts';
import { findCollidingKeys } from './member-names.ts';
import { parseStrict } from './strict-parse.ts';

const object = (...keys: readonly string[]): JsonObject => {
  const parsed = parseStrict(`{${keys.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
  if (!isJsonObject(parsed)) throw new Error('not an object');
  return parsed;
};

describe('keys that can be taken for each other', () => {
  test.each([
    ['case', 'name', 'Name'],
    ['long s', 'params', 'paramſ'],
    ['Kelvin sign', 'task', 'tas\u212a'],
    ['NUL at the end', 'name', 'name\0'],
    ['NUL inside', 'name', 'na\0me'],
    ['composition', '\u00e9', 'e\u0301'],
    ['full width', 'delete', 'ｄｅｌｅｔｅ'],
    ['ligature', 'field', 'ﬁeld'],
    ['sharp s', 'straße', 'STRASSE'],
    ['capital sharp s', 'ß', 'ẞ'],
    ['dotless i', 'id', 'ıd'],
    ['final sigma', 'ΟΔΟΣ', 'οδος'],
    ['sigma', 'οδοσ', 'οδος'],
    ['empty and NUL', '', '\0'],
    ['Angstrom sign', '\u00e5', '\u212b'],
    ['iota subscript', 'ᾳ', 'ᾼ'],
  ])('%s', (_, one, other) => {
    expect(findCollidingKeys(object(one, other))).toEqual([one, other]);
    expect(findCollidingKeys(object(other, one))).toEqual([other, one]);
  });

  test.each([
    ['name', 'names'],
    ['a', 'а'],
    ['a_b', 'ab'],
    ['a b', 'ab'],
    ['__proto__', 'proto'],
    ['1', '2'],
  ])('not `%s` and `%s`', (one, other) => {
    expect(findCollidingKeys(object(one, other))).toBeUndefined();
  });

  test('are found at any depth, the outermost first', () => {
    expect(findCollidingKeys({ a: [1, null, [{ b: { x: 1, X: 2 } }]] })).toEqual(['x', 'X']);
    expect(findCollidingKeys({ a: { x: 1, X: 2 }, b: 1, B: 2 })).toEqual(['b', 'B']);
    expect(findCollidingKeys({ a: { name: 1 }, b: { Name: 1 } })).toBeUndefined();
    expect(findCollidingKeys({})).toBeUndefined();
  });

  test('include every assigned character and each of its cases and compatible forms', () => {
    const apart: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (/\p{Cn}|\p{Co}|\p{Cs}/u.test(character)) continue;
      const key = `x${character}`;
      for (const other of new Set([
        key.toLowerCase(),
        key.toUpperCase(),
        key.normalize('NFKC'),
        key.normalize('NFD'),
      ])) {
        if (other !== key && findCollidingKeys({ [key]: 0, [other]: 0 }) === undefined)
          apart.push(code.toString(16));
      }
    }
    expect(apart).toEqual([]);
  });
});
