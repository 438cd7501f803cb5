import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay, findDays, hasDay, removeDays } from './date.ts';
import { LANGUAGES, splitWordList } from './language.ts';

describe('days in a text', () => {
  it.each<readonly [string, readonly string[]]>([
    ['on May 15', ['*-05-15']],
    ['on May 15th, 2026', ['2026-05-15']],
    ['on may 15 2026', ['2026-05-15']],
    ['Sept. 3', ['*-09-03']],
    ['on the 1st of May 2026', ['2026-05-01']],
    ['15 May, 2026', ['2026-05-15']],
    ['am 3. Oktober 2026', ['2026-10-03']],
    ['am 3. März', ['*-03-03']],
    ['le 1er août 2026', ['2026-08-01']],
    ['el 5 de mayo de 2026', ['2026-05-05']],
    ['2026-11-15', ['2026-11-15']],
    ['2026-11-15T10:00:00Z', ['2026-11-15']],
    ['2026/11/5', ['2026-11-05']],
    ['2026.11.05', ['2026-11-05']],
    ['15.11.2026', ['2026-11-15']],
    ['3.4.2026', ['2026-04-03']],
    ['15/11/2026', ['2026-11-15']],
    ['11/15/2026', ['2026-11-15']],
    ['15-11-2026', ['2026-11-15']],
    ['5/5/2026', ['2026-05-05']],
    ['from May 15 to 16 June 2026', ['*-05-15', '2026-06-16']],
  ])('%s', (text, days) => {
    expect([...findDays(text)].toSorted()).toEqual(days);
  });

  it.each([
    '',
    'May',
    '15',
    'May 32',
    'May 0',
    'May 155',
    'May 15:30',
    'dismay 15',
    '15 mayors',
    'march on',
    '03/04/2026',
    '3-4-2026',
    '32.1.2026',
    '15.13.2026',
    '2026-13-01',
    '2026-00-10',
    '2026-11-15-7',
    '1.15.11.2026',
    '2026-11/15',
    '12026-11-15',
    '15.11.20261',
    '15.11.26',
  ])('%j names no day', (text) => {
    expect([...findDays(text)]).toEqual([]);
  });

  it('are not numbers any more once they are taken out', () => {
    expect(removeDays('pay 5 on May 15, 2026 or 16.11.2026 or 3 June')).toMatch(
      /^pay 5 on\s+\uFFFF\s+or\s+\uFFFF\s+or\s+\uFFFF\s+$/,
    );
    expect(removeDays('pay 5')).toBe('pay 5');
  });
});

describe('the day of a value', () => {
  it.each([
    '2026-11-15',
    '2026-11-15T10:00',
    '2026-11-15 10:00:00',
    '2026-11-15T10:00:00.123456Z',
    '2026-11-15T10:00:00+02:00',
    '2026-11-15T10:00:00 -0200',
  ])('%s', (value) => {
    expect(parseDay(value)).toBe('2026-11-15');
  });

  it.each([
    '',
    '2026-11',
    '26-11-15',
    '2026-11-15x',
    '2026-11-15 to 2026-11-16',
    '15.11.2026',
    ' 2026-11-15',
    '2026-11-15T10',
    '2026-11-15\n',
  ])('%j is none', (value) => {
    expect(parseDay(value)).toBeUndefined();
  });

  it('is named by the day, with the year if one was said', () => {
    expect(hasDay(findDays('May 15'), '2031-05-15')).toBe(true);
    expect(hasDay(findDays('May 15'), '2031-05-16')).toBe(false);
    expect(hasDay(findDays('May 15, 2026'), '2026-05-15')).toBe(true);
    expect(hasDay(findDays('May 15, 2026'), '2027-05-15')).toBe(false);
  });
});

const YEAR = Array.from({ length: 366 }, (_, index) =>
  new Date(Date.UTC(2028, 0, 1 + index)).toISOString().slice(0, 10),
);

const parts = (day: string): readonly [year: string, month: number, date: number] => [
  day.slice(0, 4),
  Number(day.slice(5, 7)),
  Number(day.slice(8)),
];

describe('laws of days', () => {
  it('every day of a year is read in every notation, and no other day with it', () => {
    for (const day of YEAR) {
      const [year, month, date] = parts(day);
      const two = (value: number): string => String(value).padStart(2, '0');
      const written = [
        `${year}-${two(month)}-${two(date)}`,
        `${year}/${month}/${date}`,
        `${year}.${two(month)}.${date}`,
        `${date}.${month}.${year}`,
        `${two(date)}.${two(month)}.${year}`,
      ];
      for (const language of LANGUAGES)
        for (const name of splitWordList(language.months[month - 1] ?? ''))
          written.push(
            `${name} ${date}, ${year}`,
            `${name.toUpperCase()} ${date} ${year}`,
            `${name}. ${date}th ${year}`,
            `${date} ${name} ${year}`,
            `${date}. ${name} ${year}`,
            `${date} de ${name} de ${year}`,
            `the ${date}th of ${name} ${year}`,
          );
      for (const text of written) expect([text, ...findDays(`on ${text}, please`)]).toEqual([text, day]);
    }
  });

  it('a day without a year is that day in any year', () => {
    for (const day of YEAR) {
      const [, month, date] = parts(day);
      for (const language of LANGUAGES) {
        const [name = ''] = splitWordList(language.months[month - 1] ?? '');
        for (const text of [`${name} ${date}`, `${date} ${name}`]) {
          expect([text, ...findDays(text)]).toEqual([text, `*${day.slice(4)}`]);
          expect(hasDay(findDays(text), day)).toBe(true);
        }
      }
    }
  });

  it('slashes and dashes name a day only where there is one reading', () => {
    for (const mark of ['/', '-'])
      for (const day of YEAR) {
        const [year, month, date] = parts(day);
        const certain = date > 12 || date === month;
        expect([...findDays([date, month, year].join(mark))]).toEqual(certain ? [day] : []);
        expect([...findDays([month, date, year].join(mark))]).toEqual(certain ? [day] : []);
      }
  });

  it('no day is named but by its own digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z ./,-]{0,24}$/), (text) => {
        for (const day of findDays(text))
          expect(text).toMatch(new RegExp(`(?<!\\d)0?${Number(day.slice(-2))}(?!\\d)`));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ' ',
    '\n',
    '1',
    '1 ',
    'may ',
    '1 may ',
    'may 1 ',
    '1 de ',
    '.',
    '1.',
    '1/',
    '1-',
    '2026-',
    'm',
    'may',
  ])('a long run of %j is read to its end', (unit) => {
    for (const [start, end] of [
      ['', ''],
      ['may', 'x'],
      ['1', 'x'],
      ['may 1', 'x'],
      ['1 de', 'may'],
    ]) {
      const text = start + unit.repeat(50_000 / unit.length) + end;
      expect(findDays(text).size).toBeLessThan(5);
      expect(removeDays(text).length).toBeLessThanOrEqual(3 * text.length);
      expect(parseDay(text)).toBeUndefined();
    }
  });

  it.each([' ', '.', '1', '-', '\n'])('a megabyte of %j is read to its end', (unit) => {
    for (const [start, end] of [
      ['may', 'x'],
      ['1', 'x'],
      ['may 1', 'x'],
    ])
      expect(findDays(start + unit.repeat(1_000_000) + end).size).toBeLessThan(2);
  });
});
