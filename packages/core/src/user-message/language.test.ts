import { describe, expect, it } from 'vitest';
import { ACTION_KINDS, LANGUAGES, splitWordList } from './language.ts';

describe('the words of a language', () => {
  it.each(LANGUAGES.map((language, index) => [index, language] as const))(
    '%d has them all',
    (_, language) => {
      expect(language.months).toHaveLength(12);
      expect(splitWordList(language.numbers)).toHaveLength(21);
      for (const deed of ACTION_KINDS) expect(splitWordList(language.deeds[deed]).length).toBeGreaterThan(2);
      expect(Object.keys(language.deeds)).toHaveLength(ACTION_KINDS.length);
      for (const value of Object.values(language)) expect(value).not.toBe('');
    },
  );

  it.each(LANGUAGES.map((language, index) => [index, language] as const))(
    '%d has them in lower case',
    (_, language) => {
      const all = JSON.stringify({ ...language, commaGroups: 0 });
      const words = all.match(/"(?:[^"\\]|\\.)*"(?!:)|"[^"]*[^A-Za-z"][^"]*":/g)?.join('') ?? '';
      expect(words).toBe(words.toLowerCase().normalize('NFC'));
      expect(Object.keys(language.kinds).join(' ')).toBe(Object.keys(language.kinds).join(' ').toLowerCase());
    },
  );

  it.each(LANGUAGES.map((language, index) => [index, language] as const))(
    '%d has only words where they are looked up',
    (_, language) => {
      const among = (words: string, all: string): readonly string[] =>
        splitWordList(words).filter((word) => !splitWordList(all).includes(word));
      const negations = `${language.negations} ${language.prohibitions.negators}`;
      expect(among(language.negationsAfter, negations)).toEqual([]);
      expect(among(language.definites, language.articles)).toEqual([]);
    },
  );
});
