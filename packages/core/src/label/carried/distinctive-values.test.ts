import { describe, expect, it } from 'vitest';
import {
  joinCapitalWords,
  findCoveredPart,
  findDistinctiveValues,
  listFragments,
  listNumberedFragments,
  listOutgoingValues,
  listPieces,
  listSquashedForms,
  listTellingWords,
} from './distinctive-values.ts';

const valuesIn = (text: string): readonly string[] => {
  const { whole, names, opaque } = findDistinctiveValues(text);
  return [...whole, ...names, ...opaque];
};

describe('what is distinctive in a text', () => {
  it.each([
    ['a key', 'sk-live-9f8a7b6c5d4e', 'sklive9f8a7b6c5d4e'],
    ['a code of six digits', 'your code is 493021.', '493021'],
    ['a card number in groups', 'card 4111 1111 1111 1111', '4111111111111111'],
    ['a telephone number', 'call +49 171 2345678', '491712345678'],
    ['an account', 'DE89370400440532013000', 'DE89370400440532013000'],
    ['a mail address', 'from lena.fischer@example.org', 'lenafischerexampleorg'],
    ['a host', 'ssh db-prod.internal.example', 'dbprodinternalexample'],
    ['a link without its scheme', 'https://www.intra.example/plan', 'intraexampleplan'],
    ['a path', '/home/lena/salaries.csv', 'homelenasalariescsv'],
    ['a code of short parts', '4F-7K-2Q-9X', '4F7K2Q9X'],
    ['letters of mixed case', 'token aBcDeFgHiJ', 'aBcDeFgHiJ'],
    ['letters that make no word', 'pass xkqzvbtrw', 'xkqzvbtrw'],
    ['a very long word', 'correcthorsebatterystapleoncemore', 'correcthorsebatterystapleoncemore'],
    ['a name', 'meeting with Lena Fischer about it', 'lena fischer'],
    ['writing without spaces', '合併計画は来週の火曜日に発表', '合併計画は来週の火曜日に発表'],
  ])('%s', (_, text, value) => {
    expect(valuesIn(text)).toContain(value);
  });

  it.each([
    'the weather in Berlin tomorrow',
    'report for 2026-11-17 at 10:30',
    'on 17.11.2026 and 11/17/26',
    'windows11 on 64bit with python3 and utf8, 20px, q3',
    'report2026',
    '20261117',
    'a well-known state-of-the-art and/or',
    'the New York office, Team Meeting on Monday',
    'costs 1200 and 85,000',
    'package.json',
  ])('nothing: %s', (text) => {
    expect(valuesIn(text).filter((value) => value !== 'new york')).toEqual([]);
  });

  it('is told by fragments that are no words', () => {
    expect([...listFragments('493021')]).toEqual(['493021']);
    expect([...listFragments('password99')]).toEqual(['ssword99']);
    expect([...listFragments('report2026final')]).toEqual([]);
    expect([...listFragments('aBcDeFgHi')]).toEqual(['abcdefgh', 'bcdefghi']);
    expect([...listFragments('wJalrXUtnFEMIK7')]).toContain('wjalrxut');
    expect([...listFragments('wordsxkqzvb1')]).toContain('dsxkqzvb');
  });
});

it('telling words leave out what occurs in everything', () => {
  expect(listTellingWords('The board will dismiss the CFO on Tuesday')).toEqual([
    'board',
    'dismiss',
    'cfo',
    'tuesday',
  ]);
});

describe('what is split', () => {
  it('is put together sign by sign and part by part, unless much stands between', () => {
    expect(listOutgoingValues('7    Q    X    4    4    1    1')).toContain('7qx4411');
    expect(listOutgoingValues('see 7qx ----- 4411 zulu')).toEqual(['see7qx4411zulu']);
    expect(listOutgoingValues(`7qx${' '.repeat(30)}4411`)).toEqual([]);
    expect(listOutgoingValues('extraordinary 7qx 4411 extraordinary')).toEqual(['7qx4411']);
  });

  it('stands in a row where plain and repeated words are left out', () => {
    expect(listSquashedForms('7QX then 4411')).toEqual(['7qxthen4411', '7qx4411']);
    expect(listSquashedForms('7QX Then 4411 Then ZULU')).toEqual(['7qxthen4411thenzulu', '7qx4411zulu']);
  });

  it('is covered by pieces in any order', () => {
    const covered = (value: string, ...texts: readonly string[]): string | undefined => {
      const pieces = new Set(texts.flatMap((text) => listPieces(text)));
      const lengths = [...new Set([...pieces].map(({ length }) => length))].toSorted((a, b) => b - a);
      return findCoveredPart(value, pieces, lengths);
    };
    expect(covered('7QX4411ZULU', '411-ZULU', '7QX-4')).toBe('7qx4411zulu');
    expect(covered('AKIA7Q2XK9ZP4M', 'XK9ZP4M', 'sun', 'AKIA7Q2')).toBe('akia7q2xk9zp4m');
    expect(covered('7QX4411ZULU', '7QX', 'ZULU')).toBeUndefined();
    expect(covered('7QX4411ZULU', '411-ZULU')).toBeUndefined();
    expect(covered('report2026final', 'report 2026 final')).toBeUndefined();
    expect(covered('4411QX88', '44', '11', 'QX', '88')).toBeUndefined();
    expect(listPieces(`a7 ${'x'.repeat(300)}`)).toEqual(['a7', 'a7']);
  });

  it('is a name where its words are written with capitals', () => {
    expect(joinCapitalWords('weather Marta-Keller')).toBe(' martakeller');
    expect(joinCapitalWords('Marta X Keller and Co')).toBe('martakeller ');
  });

  it('is told in a row by its digits, and not by a year', () => {
    expect([...listNumberedFragments('the7qx4411zulu')]).toEqual([
      'the7qx44',
      'he7qx441',
      'e7qx4411',
      '7qx4411z',
      'qx4411zu',
      'x4411zul',
      '4411zulu',
    ]);
    expect([...listNumberedFragments('report2026final')]).toEqual([]);
  });
});
