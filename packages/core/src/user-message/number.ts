import type { Language } from './language.ts';
import { LANGUAGES, splitWordList } from './language.ts';

const CURRENCY_BEFORE = /^(?:[$€£¥₹]|usd|eur|gbp|chf)/i;
const CURRENCY_AFTER = /(?:[$€£¥₹]|usd|eur|gbp|chf)$/i;

type NumberNotation = readonly [form: RegExp, plain: (text: string) => string];

/** Every notation with one reading. `1.234` has two, so it says nothing. */
const NOTATIONS: readonly NumberNotation[] = [
  [/^(?:0|[1-9]\d*)$/, (text) => text],
  [/^(?:0\.\d+|\d+\.(?:\d{1,2}|\d{4,}))$/, (text) => text],
  [/^[1-9]\d{0,2}(?:,\d{3}){2,}(?:\.\d+)?$/, (text) => text.replaceAll(',', '')],
  [/^[1-9]\d{0,2}(?:,\d{3})+\.\d+$/, (text) => text.replaceAll(',', '')],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, (text) => text.replaceAll('.', '').replace(',', '.')],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, (text) => text.replaceAll('.', '')],
  [/^\d+,\d{1,2}$/, (text) => text.replace(',', '.')],
  [/^[1-9]\d{0,2}(?:['’]\d{3})+(?:\.\d+)?$/, (text) => text.replaceAll(/['’]/g, '')],
];

/** One thousand and more in English, one and a bit elsewhere. */
const COMMA_GROUP: NumberNotation = [/^[1-9]\d{0,2},\d{3}$/, (text) => text.replace(',', '')];

const WORDS: ReadonlyMap<Language, ReadonlyMap<string, number>> = new Map(
  LANGUAGES.map((language) => [
    language,
    new Map(
      splitWordList(language.numbers)
        .map((word, value): [string, number] => [word, value])
        // "one" stands for a person or something as often as for 1
        .filter(([, value]) => value > 1),
    ),
  ]),
);

const SCALES: ReadonlySet<string> = new Set(LANGUAGES.flatMap((language) => splitWordList(language.scales)));

/** Past 15 digits two numbers may be read as one: then they are texts. */
const exact = (digits: string, sign: number): number | undefined => {
  const value = Number(digits);
  return digits.length <= 16 && (digits.length <= 15 || Number.isSafeInteger(value))
    ? sign * value
    : undefined;
};

/** The number a written word stands for in the languages that are spoken, or undefined. */
export const parseNumberWord = (written: string, languages: readonly Language[]): number | undefined => {
  const sign = written.startsWith('-') ? -1 : 1;
  const bare = written.replace(/^[-+]/, '').replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '');
  const groups = languages.length > 0 && languages.every((language) => language.commaGroups);
  for (const [form, plain] of groups ? [...NOTATIONS, COMMA_GROUP] : NOTATIONS)
    if (form.test(bare)) return exact(plain(bare), sign);
  for (const language of languages) {
    const value = WORDS.get(language)?.get(written.toLowerCase());
    if (value !== undefined) return value;
  }
  return undefined;
};

export const isNumeral = (word: string): boolean => /^[-+]?[$€£¥₹]?\d[\d.,'’]*$/.test(word);

/**
 * Whether the word after or before a number makes it another one, or nobody can tell: `2 million`, `40 %`, `12 500`.
 */
export const isPartOfNumber = (
  before: string | undefined,
  word: string,
  after: string | undefined,
): boolean =>
  SCALES.has(after?.toLowerCase() ?? '') ||
  (/^\d{3}(?:[.,]\d+)?$/.test(word) && /^\d{1,3}$/.test(before ?? '')) ||
  (/^\d{1,3}$/.test(word) && /^\d{3}(?:[.,]\d+)?$/.test(after ?? ''));

/** A number that a call holds as text, in the one plain notation a program writes. */
export const parsePlainNumber = (value: string): number | undefined =>
  /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,10})?$/.test(value)
    ? exact(value.replace('-', ''), value.startsWith('-') ? -1 : 1)
    : undefined;
