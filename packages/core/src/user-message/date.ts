import { LANGUAGES, splitWordList } from './language.ts';

/** A day, as `2026-11-15`, or `*-11-15` where no year was said. */
export type Day = string;

const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    language.months.flatMap((names, index) =>
      splitWordList(names).map((name): [string, number] => [name, index + 1]),
    ),
  ),
);

const MONTH = [...MONTHS.keys()].toSorted((a, b) => b.length - a.length).join('|');
const YEAR = String.raw`(?:,?\s+(\d{4})(?![\d-]))?`;
const MONTH_FIRST = new RegExp(
  String.raw`(?<!\p{L})(${MONTH})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?!\d|[:.]\d|\p{L})${YEAR}`,
  'giu',
);
const DAY_FIRST = new RegExp(
  String.raw`(?<![\d.:-])(\d{1,2})(?:st|nd|rd|th|er|\.)?(?:\s+(?:of|de|d'))?\s+(${MONTH})(?!\p{L})\.?(?:\s+(?:de|del))?${YEAR}`,
  'giu',
);
const YEAR_FIRST = /(?<![\d-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d|[-/.]\d)/g;
const YEAR_LAST = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d|[./-]\d)/g;

const day = (year: string | undefined, month: number, date: number): Day | undefined => {
  if (month < 1 || month > 12 || date < 1 || date > 31) return undefined;
  return `${year ?? '*'}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
};

/** `03/04/2026` is a day in March for some and in April for others: it says nothing. `03.04.2026` is one day everywhere. */
const yearLast = (first: number, mark: string, second: number, year: string): Day | undefined => {
  if (mark === '.' || first > 12) return day(year, second, first);
  return second > 12 || first === second ? day(year, first, second) : undefined;
};

/** Every day a text names. */
export const findDays = (text: string): ReadonlySet<Day> => {
  const days = new Set<Day | undefined>();
  for (const [, name = '', date, year] of text.matchAll(MONTH_FIRST))
    days.add(day(year, MONTHS.get(name.toLowerCase()) ?? 0, Number(date)));
  for (const [, date, name = '', year] of text.matchAll(DAY_FIRST))
    days.add(day(year, MONTHS.get(name.toLowerCase()) ?? 0, Number(date)));
  for (const [, year, , month, date] of text.matchAll(YEAR_FIRST))
    days.add(day(year, Number(month), Number(date)));
  for (const [, first, mark = '', second, year = ''] of text.matchAll(YEAR_LAST))
    days.add(yearLast(Number(first), mark, Number(second), year));
  const named = new Set<Day>();
  for (const found of days) if (found !== undefined) named.add(found);
  return named;
};

/** The text with a sign and a number for every day it names, and those days. */
export const markDays = (
  text: string,
  sign: string,
): { readonly marked: string; readonly days: readonly Day[] } => {
  const days: Day[] = [];
  const marked = [MONTH_FIRST, DAY_FIRST, YEAR_FIRST, YEAR_LAST].reduce(
    (rest, form) =>
      rest.replace(form, (written) => {
        const [found] = findDays(written);
        if (found === undefined) return written;
        // the end of a sentence may look like that of a short name
        return ` ${sign}${days.push(found) - 1}${written.endsWith('.') ? '.' : ''} `;
      }),
    text.replaceAll(sign, ' '),
  );
  return { marked, days };
};

export const removeDays = (text: string): string =>
  [MONTH_FIRST, DAY_FIRST, YEAR_FIRST, YEAR_LAST].reduce(
    (rest, form) => rest.replace(form, ' \uFFFF '),
    text,
  );

const VALUE = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The day a call's value names, with or without a time of day. */
export const parseDay = (value: string): Day | undefined => VALUE.exec(value)?.[1];

/** Whether a day is among those named; a year that was not said is any year. */
export const hasDay = (days: ReadonlySet<Day>, value: Day): boolean =>
  days.has(value) || days.has(`*${value.slice(4)}`);
