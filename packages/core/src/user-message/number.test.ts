import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { isNumeral, isPartOfNumber, parseNumberWord, parsePlainNumber } from './number.ts';

const [ENGLISH, GERMAN] = LANGUAGES.map((language) => [language]);

const inAll = (written: string): number | undefined => parseNumberWord(written, LANGUAGES);

describe('a number as people write it', () => {
  it.each([
    ['0', 0],
    ['5', 5],
    ['+5', 5],
    ['-5', -5],
    ['12.5', 12.5],
    ['12.50', 12.5],
    ['0.125', 0.125],
    ['1.2345', 1.2345],
    ['1,234,567.89', 1_234_567.89],
    ['1.234,56', 1234.56],
    ['1.234.567', 1_234_567],
    ['12,5', 12.5],
    ['12,50', 12.5],
    ["1'234'567.5", 1_234_567.5],
    ['1’234', 1234],
    ['$5', 5],
    ['5€', 5],
    ['-$5', -5],
    ['USD5', 5],
    ['5eur', 5],
    ['$1,234.50', 1234.5],
    ['9007199254740991', 9_007_199_254_740_991],
    ['two', 2],
    ['Twenty', 20],
    ['zwei', 2],
    ['zwölf', 12],
    ['dix-sept', 17],
    ['dieciséis', 16],
  ])('%s is %d', (written, value) => {
    expect(inAll(written)).toBe(value);
  });

  it.each([
    '',
    '-',
    '1.234',
    '1,234',
    '12.345',
    '01',
    '007',
    '5%',
    '%5',
    '1,23,4',
    '1,2345',
    '12,345,6',
    '1.23.4',
    '5k',
    '1e3',
    '0x10',
    '５',
    '5-6',
    '1/2',
    'one',
    'zero',
    'ein',
    'un',
    'uno',
    '--5',
    '$',
    '9007199254740993',
    '0.12345678901234567',
    '12345678901234567',
  ])('%j says nothing', (written) => {
    expect(inAll(written)).toBeUndefined();
  });
});

describe('a number in a language', () => {
  it('has a comma before thousands only where that is the custom', () => {
    expect(parseNumberWord('1,234', ENGLISH ?? [])).toBe(1234);
    expect(parseNumberWord('1,234', GERMAN ?? [])).toBeUndefined();
    expect(parseNumberWord('1,234', LANGUAGES)).toBeUndefined();
    expect(parseNumberWord('1,234', [])).toBeUndefined();
  });

  it('is a word only of that language', () => {
    expect(parseNumberWord('zwei', GERMAN ?? [])).toBe(2);
    expect(parseNumberWord('zwei', ENGLISH ?? [])).toBeUndefined();
    expect(parseNumberWord('two', [])).toBeUndefined();
  });
});

describe('a number beside other words', () => {
  it.each<readonly [string | undefined, string, string | undefined]>([
    [undefined, '2', 'million'],
    [undefined, '40', '%'],
    ['the', '40', 'Percent'],
    [undefined, '12', '500'],
    ['12', '500', undefined],
    ['12', '500,50', undefined],
    [undefined, '3', 'Prozent'],
  ])('%s %s %s is another, or nobody can tell', (before, word, after) => {
    expect(isPartOfNumber(before, word, after)).toBe(true);
  });

  it.each<readonly [string | undefined, string, string | undefined]>([
    [undefined, '2', undefined],
    ['pay', '2', 'euros'],
    ['1234', '500', undefined],
    ['5', '50', '5'],
  ])('%s %s %s is itself', (before, word, after) => {
    expect(isPartOfNumber(before, word, after)).toBe(false);
  });

  it('is told from words by its digits', () => {
    expect(['5', '-5', '$5', '1.234,5', "1'000"].every(isNumeral)).toBe(true);
    expect(['', 'five', '5a', 'a5', '$', '1-2'].some(isNumeral)).toBe(false);
  });
});

describe('a number as programs write it', () => {
  it.each([
    ['0', 0],
    ['-5', -5],
    ['12.50', 12.5],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('%s is %d', (text, value) => {
    expect(parsePlainNumber(text)).toBe(value);
  });

  it.each([
    '',
    '+5',
    '05',
    '1,234',
    '.5',
    '5.',
    '1e3',
    'two',
    ' 5',
    '5 ',
    '9007199254740993',
    '12345678901234567',
    '0.12345678901234567',
  ])('%j is a text', (text) => {
    expect(parsePlainNumber(text)).toBeUndefined();
  });
});

const grouped = (digits: string, mark: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, mark);

describe('laws of numbers', () => {
  it('every notation of an amount says the same amount', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(99), (whole, cents) => {
        const fraction = String(cents).padStart(2, '0');
        const value = Number(`${whole}.${fraction}`);
        const written = [`${whole}.${fraction}`, `${whole},${fraction}`];
        if (whole >= 1000)
          written.push(
            `${grouped(String(whole), ',')}.${fraction}`,
            `${grouped(String(whole), '.')},${fraction}`,
            `${grouped(String(whole), "'")}.${fraction}`,
          );
        for (const text of written)
          for (const amount of [text, `$${text}`, `${text}€`, `+${text}`])
            expect(inAll(amount), amount).toBe(value);
        expect(inAll(`-${whole}.${fraction}`)).toBe(-value);
      }),
    );
  });

  it('a point before three digits says nothing, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(999), (whole, rest) => {
        expect(inAll(`${whole}.${String(rest).padStart(3, '0')}`)).toBeUndefined();
      }),
    );
  });

  it('different numbers never read alike', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,17}$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: -3, max: 3 }), (text, step) => {
        const other = String(BigInt(text) + BigInt(step));
        for (const read of [inAll, parsePlainNumber]) {
          const value = read(text);
          expect(other !== text && value !== undefined && read(other) === value).toBe(false);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['1', '1,', '1,234', '.', ',', '$', "1'", '-', 'usd'])(
    'a long run of %j is read to its end',
    (unit) => {
      for (const end of ['', 'x', '%', '.5']) {
        const text = unit.repeat(1_000_000 / unit.length) + end;
        expect([inAll(text), parsePlainNumber(text)]).toEqual([undefined, undefined]);
      }
    },
  );
});
