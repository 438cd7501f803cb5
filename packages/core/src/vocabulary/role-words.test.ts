import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WordClass } from './role-words.ts';
import { ROLE_WORDS, classifyWord, splitName } from './role-words.ts';

test('names are split at case, underscores, dashes, digits and dots', () => {
  for (const name of ['toRecipients', 'to_recipients', 'TO-recipients2', 'to.Recipients', 'TORecipients'])
    expect(splitName(name)).toEqual(['to', 'recipients']);
  expect(splitName('userIDs')).toEqual(['user', 'ids']);
  expect(splitName('__proto__')).toEqual(['proto']);
  expect(splitName('Straße_größe')).toEqual(['straße', 'größe']);
  expect(splitName('')).toEqual([]);
});

test('plurals are found by their singular', () => {
  expect([
    classifyWord('recipients'),
    classifyWord('addresses'),
    classifyWord('repositories'),
    classifyWord('address'),
  ]).toEqual(['audience', 'address', 'object', 'address']);
  expect(classifyWord('constructor')).toBeUndefined();
});

test.each(ROLE_WORDS)('no word of a language has two classes, and all are in lower case', (language) => {
  const seen = new Map<string, WordClass>();
  for (const [name, text] of Object.entries(language.classes) as [WordClass, string][])
    for (const word of text.split(/\s+/)) {
      expect([word, seen.get(word)]).toEqual([word, undefined]);
      expect(word).toBe(word.toLowerCase());
      seen.set(word, name);
    }
});

test('long names and descriptions cost little', () => {
  for (const unit of ['A', 'a', 'aA', 'the ', 'number of ', '_'])
    for (const language of ROLE_WORDS) {
      expect(splitName(unit.repeat(100_000))).toBeDefined();
      for (const sign of Object.values(language.descriptions)) sign.test(unit.repeat(100));
    }
}, 60_000);

test('any name can be split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(splitName(name).every((word) => word !== '')).toBe(true);
    }),
  );
});
