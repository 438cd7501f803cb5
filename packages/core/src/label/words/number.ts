import { LANGUAGES, listed } from './language.ts';

const CURRENCY_BEFORE = /^(?:[$€£¥₹]|usd|eur|gbp|chf)/i;
const CURRENCY_AFTER = /(?:[$€£¥₹]|usd|eur|gbp|chf)$/i;

/** Every notation with one reading. `1.234` has two, so it says nothing; `1,234` is read as English writes it. */
const NOTATIONS: readonly (readonly [form: RegExp, plain: (text: string) => string])[] = [
  [/^(?:0|[1-9]\d*)$/, (text) => text],
  [/^(?:0\.\d+|\d+\.(?:\d{1,2}|\d{4,}))$/, (text) => text],
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, (text) => text.replaceAll(',', '')],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, (text) => text.replaceAll('.', '').replace(',', '.')],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, (text) => text.replaceAll('.', '')],
  [/^\d+,\d{1,2}$/, (text) => text.replace(',', '.')],
  [/^[1-9]\d{0,2}(?:['’]\d{3})+(?:\.\d+)?$/, (text) => text.replaceAll(/['’]/g, '')],
];

const WORDS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    listed(language.numbers)
      .map((word, value): [string, number] => [word, value])
      // "one" stands for somebody or something as often as for 1
      .filter(([, value]) => value > 1),
  ),
);

/** The number a written word stands for, or undefined. A percentage is not the number before its sign. */
export const numberOf = (written: string): number | undefined => {
  const sign = written.startsWith('-') ? -1 : 1;
  const bare = written.replace(/^[-+]/, '').replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '');
  for (const [form, plain] of NOTATIONS) if (form.test(bare)) return sign * Number(plain(bare));
  return WORDS.get(written.toLowerCase());
};

/** A number that a call holds as text, in the one plain notation a program writes. */
export const plainNumber = (value: string): number | undefined =>
  /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,10})?$/.test(value) ? Number(value) : undefined;
