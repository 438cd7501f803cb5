import * as fc from 'fast-check';
import { createHash, hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digest, digestText, useSha256 } from './digest.ts';

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;

test('the encoding is fixed: approvals and records of earlier versions depend on it', () => {
  expect(digest('call-arguments', { b: 1, a: 'é' })).toBe(
    sha256('callgate:v1:4:json14:call-arguments20:{"a":"\\u00e9","b":1}'),
  );
  expect(digestText('définition', 'é')).toBe(sha256('callgate:v1:4:text11:définition2:é'));
  expect(digest('x', null)).toBe('sha256:f817f0eed5d013cc972f25c070afa111d2b1fdc1eafe0131302497f77b4772e7');
});

test('key order does not matter, everything else does', () => {
  expect(digest('d', { a: 1, b: 2 })).toBe(digest('d', { b: 2, a: 1 }));
  expect(digest('d', { a: 1 })).not.toBe(digest('d', { a: '1' }));
  expect(digest('d', { a: 1 })).not.toBe(digest('e', { a: 1 }));
  expect(digestText('d', '"a"')).not.toBe(digest('d', 'a'));
});

test('domain and content cannot be shifted into each other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (one, two, three) => {
      if (two === '') return;
      expect(digestText(one + two, three)).not.toBe(digestText(one, two + three));
    }),
    { numRuns: 5000 },
  );
});

test('half of a surrogate pair has no digest', () => {
  expect(() => digestText('d', '\ud800')).toThrow(expect.objectContaining({ code: 'DIGEST_TEXT' }));
  expect(() => digestText('\ud800', 'd')).toThrow(expect.objectContaining({ code: 'DIGEST_TEXT' }));
  expect(() => digest('d', '\ud800')).toThrow(expect.objectContaining({ code: 'JSON_NOT_CANONICAL' }));
});

test('a SHA-256 that is lent gives the same digests, and another one is not taken', () => {
  const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 300 }), 300);
  const own = texts.map((text) => digestText('d', text));
  let asked = 0;
  useSha256((text) => {
    asked += 1;
    return hash('sha256', text);
  });
  asked = 0;
  expect(texts.map((text) => digestText('d', text))).toEqual(own);
  expect(asked).toBe(texts.length);
  for (const wrong of [
    () => '',
    (text: string) => hash('sha256', text, 'base64'),
    (text: string) => hash('sha256', text.slice(0, 9)),
  ])
    useSha256(wrong);
  expect(texts.map((text) => digestText('d', text))).toEqual(own);
  expect(asked).toBe(2 * texts.length);
});
