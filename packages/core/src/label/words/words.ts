import { addressKey, addressKeys } from './address.ts';
import type { Day } from './date.ts';
import { dayOfValue, daysIn, isNamedDay, withoutDays } from './date.ts';
import { classOf, isIn } from '../../disclose/role-words.ts';
import { singular } from '../seen/singular.ts';
import { intentOf } from './intent.ts';
import type { Deed } from './language.ts';
import { LANGUAGES, listed } from './language.ts';
import { numberOf, plainNumber } from './number.ts';
import { BREAK, tokensOf } from './tokens.ts';
import { deedsIn, deedsOf } from './deed.ts';

/** Everything one utterance of the person names, ready to be asked. */
interface Literals {
  readonly intent: string;
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
  /** All words in their order, folded. */
  readonly tokens: readonly string[];
  /** The same, each between two marks. */
  readonly line: string;
  readonly quoted: ReadonlySet<string>;
  readonly quotedFolded: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  readonly days: ReadonlySet<Day>;
  readonly deeds: ReadonlySet<Deed>;
}

const MARK = '\uFFFE';

const EMPTY_WORDS: ReadonlySet<string> = new Set(LANGUAGES.flatMap((language) => listed(language.empty)));

const SELF_WORDS: readonly string[] = LANGUAGES.flatMap((language) => listed(language.self));

/** Equal but for capitals and the way accents are put together. Never used where every character counts. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** Values in which every character counts: addresses, paths, accounts, secrets. */
const isExact = (value: string): boolean => /[\d@/\\:]/.test(value);

const withoutPossessive = (token: string): string => token.replace(/['’]s$/i, '');

const variants = (token: string): readonly string[] => {
  const plain = withoutPossessive(token);
  const unmarked = plain.replace(/^[#@](?=\p{L})/u, '');
  return [token, plain, unmarked];
};

const QUOTATION =
  /["“„«]([^"”“»\n]{1,160})["”“»]|(?<![\p{L}\p{N}])['‘]([^'’\n]{1,160})['’](?![\p{L}\p{N}])|`([^`\n]{1,160})`/gu;

const quotationsIn = (intent: string): readonly string[] =>
  [...intent.matchAll(QUOTATION)].map(([, double, single, code]) => double ?? single ?? code ?? '');

const isWord = (token: string): boolean => token !== BREAK && token !== ',';

/** What stands between quotation marks is one name: its parts are neither names nor verbs. Addresses in it stay what they are. */
const withoutQuotations = (intent: string): string =>
  intent.replace(QUOTATION, (quotation) => {
    const words = tokensOf(quotation).filter(isWord);
    if (words.length <= 1) return quotation;
    return `${BREAK}${words.filter((word) => addressKeys(word).length > 0).join(BREAK)}${BREAK}`;
  });

const lineOf = (tokens: readonly string[]): string =>
  MARK + tokens.map((token) => fold(withoutPossessive(token))).join(MARK) + MARK;

const numbersIn = (spoken: string): ReadonlySet<number> => {
  const numbers = new Set<number>();
  // The 15 of "May 15" is a day, not an amount.
  for (const token of tokensOf(withoutDays(spoken)).flatMap(variants)) {
    const number = numberOf(token);
    if (number !== undefined) numbers.add(number);
  }
  return numbers;
};

const literalsOf = (prompt: string): Literals => {
  const intent = intentOf(prompt);
  const spoken = withoutQuotations(intent);
  const tokens = tokensOf(spoken);
  const whole = tokens.filter(isWord).flatMap(variants);
  const quotations = quotationsIn(intent);
  const folded = new Set(whole.map(fold));
  return {
    intent,
    exact: new Set(whole),
    folded,
    tokens: tokens.map((token) => fold(withoutPossessive(token))),
    line: lineOf(tokens),
    quoted: new Set(quotations),
    quotedFolded: new Set(quotations.map(fold)),
    addresses: new Set(whole.flatMap(addressKeys)),
    numbers: numbersIn(spoken),
    days: daysIn(intent),
    deeds: deedsIn([...folded]),
  };
};

const known = new WeakMap<Utterance, Literals>();

/** One thing the person said. */
export interface Utterance {
  readonly text: string;
}

const read = (utterance: Utterance): Literals => {
  const made = known.get(utterance) ?? literalsOf(utterance.text);
  known.set(utterance, made);
  return made;
};

/** Whether a text says something, or is only words that occur in everything. */
const isTelling = (tokens: readonly string[]): boolean =>
  tokens.some((token) => isWord(token) && !EMPTY_WORDS.has(fold(token)));

const namesText = (literals: Literals, value: string): boolean => {
  const unmarked = value.replace(/^[#@](?=\p{L}[\p{L}\p{N}_-]*$)/u, '');
  if (unmarked !== value && namesText(literals, unmarked)) return true;
  if (literals.quoted.has(value) || (!isExact(value) && literals.quotedFolded.has(fold(value)))) return true;
  const key = addressKey(value);
  if (key !== undefined && literals.addresses.has(key)) return true;
  const tokens = tokensOf(value);
  while (tokens.at(-1) === BREAK) tokens.pop();
  while (tokens[0] === BREAK) tokens.shift();
  if (!isTelling(tokens)) return false;
  const [first, ...rest] = tokens;
  if (first !== undefined && rest.length === 0)
    return (
      literals.exact.has(value) ||
      (!isExact(value) && value.length === first.length && literals.folded.has(fold(value)))
    );
  // A run-on would make two words of one: a value must read as it is written.
  return literals.line.includes(lineOf(tokens)) && (!/[@/\\]/.test(value) || literals.intent.includes(value));
};

const SHORT = 2;

/** Words that point from a kind of thing to which one: "the file with ID 11", "events 3 and 4". */
const POINTING: ReadonlySet<string> = new Set([
  '#',
  ',',
  BREAK,
  'and',
  'are',
  'is',
  'no',
  'nr',
  'nos',
  'of',
  'or',
  'the',
  'und',
  'with',
]);
const POINTING_BACK = 12;

/** Whether the words right before one say that it is which one of a kind: event 13 is not file 13. */
const pointsAt = (tokens: readonly string[], at: number, resource: string): boolean => {
  let identified = false;
  for (let before = at - 1; before >= Math.max(0, at - POINTING_BACK); before--) {
    const token = tokens[before] ?? '';
    if (isIn('identifier', token)) identified = true;
    else if (!POINTING.has(token) && numberOf(token) === undefined)
      return singular(token) === resource || (identified && deedsOf(token).length > 0);
  }
  return false;
};

/** A word that says what kind of thing something is, or what is done, is not the name of one. */
const isGeneric = (name: string): boolean =>
  classOf(fold(name)) !== undefined || deedsOf(fold(name)).length > 0;

/** The person's own words in one context, as far as they still count. Asked, never changed. */
export class Words {
  readonly #all: readonly Literals[];

  constructor(utterances: readonly Utterance[]) {
    this.#all = utterances.map(read);
  }

  /** Whether the value is a whole literal of the person: addresses exact, numbers by value, dates by day. */
  names(value: string | number): boolean {
    if (typeof value === 'number') return this.#all.some(({ numbers }) => numbers.has(value));
    const number = plainNumber(value);
    if (number !== undefined)
      return this.#all.some((said) => said.numbers.has(number) || said.quoted.has(value));
    const day = dayOfValue(value);
    if (day !== undefined && this.#all.some(({ days }) => isNamedDay(days, day))) return true;
    return this.#all.some((said) => namesText(said, value));
  }

  /** Whether the person wrote the name of a thing so that it stands out: as a whole, and more than a common word. */
  singlesOut(name: string): boolean {
    if (name.length <= SHORT) return false;
    return this.#all.some(
      (said) => said.quotedFolded.has(fold(name)) || (!isGeneric(name) && namesText(said, name)),
    );
  }

  /** Whether the person said which one of a kind is meant, by its identifier. A short one needs its kind beside it. */
  pointsTo(id: string, resource: string): boolean {
    if (plainNumber(id) === undefined && id.length > SHORT + 1) return this.names(id);
    const folded = fold(id);
    return this.#all.some(({ tokens }) =>
      tokens.some(
        (token, at) => (token === folded || token === `#${folded}`) && pointsAt(tokens, at, resource),
      ),
    );
  }

  /** Whether the person granted what a short sign for a permission stands for: `rw` by "read and write". */
  grants(sign: string): boolean {
    return LANGUAGES.some((language) => {
      const meaning = Object.hasOwn(language.permissions, sign) ? language.permissions[sign] : undefined;
      return meaning !== undefined && listed(meaning).every((word) => this.hasWord(word));
    });
  }

  /** Whether the person wrote the value out as something to be run: between quotation marks, or a line of its own. */
  spells(value: string): boolean {
    return this.#all.some(
      (said) => said.quoted.has(value) || said.intent.split('\n').some((line) => line.trim() === value),
    );
  }

  /** Whether a word stands in the person's words. */
  hasWord(word: string): boolean {
    return this.#all.some(({ folded }) => folded.has(word));
  }

  /** Whether the person speaks of themself: "send me". */
  meansSelf(): boolean {
    return SELF_WORDS.some((word) => this.hasWord(word));
  }

  asksFor(deeds: readonly Deed[]): boolean {
    return this.#all.some((said) => deeds.some((deed) => said.deeds.has(deed)));
  }
}
