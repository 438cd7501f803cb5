import type { Path, Json } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';
import type { FirstOccurrence } from '../origin.ts';
import type { SeenResult } from '../results/seen-result.ts';
import type { DistinctiveValues } from './distinctive-values.ts';
import {
  FRAGMENT_LENGTH,
  MIN_VALUE_LENGTH,
  PHRASE_WORDS,
  joinCapitalWords,
  findCoveredPart,
  findDistinctiveValues,
  listFragments,
  hasDigits,
  listNumberedFragments,
  listOutgoingValues,
  listPieces,
  squash,
  listSquashedForms,
  listTellingWords,
} from './distinctive-values.ts';
import { hasHiddenCharacters, revealHidden } from './hidden-characters.ts';
import type { LetterRow } from './letter-rows.ts';
import { LetterRuns, makeLetterRow, MIN_ROW_LENGTH } from './letter-rows.ts';
import { MAX_COMPARED_TEXT, toPlainText, listTextReadings, decodeEmbeddedTexts } from './text-readings.ts';

interface ComparableText extends DistinctiveValues {
  readonly path: readonly (string | number)[];
  readonly words: readonly string[];
  readonly row: LetterRow;
}

const MAX_NODES = 20_000;

const withoutTags = (text: string): string => text.replace(/<\/?[a-z][^<>]{0,200}>/gi, '');

const comparable = (path: readonly (string | number)[], written: string): ComparableText => {
  const plain = toPlainText(written);
  const text = [plain, ...decodeEmbeddedTexts(plain)].join('\n');
  return { path, ...findDistinctiveValues(text), words: listTellingWords(text), row: makeLetterRow(text) };
};

const readTexts = (result: Json): readonly ComparableText[] => {
  const texts: ComparableText[] = [];
  const queue: { readonly value: Json; readonly path: readonly (string | number)[] }[] = [
    { value: result, path: [] },
  ];
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const { value, path } = queue[at] ?? { value: null, path: [] };
    if (typeof value === 'string' || typeof value === 'number') texts.push(comparable(path, String(value)));
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) queue.push({ value: item, path: [...path, index] });
    else if (isJsonObject(value)) {
      const keys = Object.keys(value);
      texts.push(comparable(path, keys.join('\n')));
      for (const key of keys) queue.push({ value: getOwn(value, key) ?? null, path: [...path, key] });
    }
  }
  return texts.filter(
    ({ whole, names, opaque, words, row }) =>
      whole.length + names.length + opaque.length + words.length > 0 || row.letters.length >= MIN_ROW_LENGTH,
  );
};

const known = new WeakMap<SeenResult, readonly ComparableText[]>();

/** The texts of a kept result. Worked out when first asked for. */
const comparableTexts = (seen: SeenResult): readonly ComparableText[] => {
  const made = known.get(seen) ?? readTexts(seen.result);
  known.set(seen, made);
  return made;
};

/** Words in a line in which a phrase is found only as whole words. */
const phraseLine = (words: readonly string[]): string => ` ${words.join(' ')} `;

/** The texts, numbers and keys of a piece of data in their order. */
const textsIn = (data: Json): readonly string[] => {
  const texts: string[] = [];
  const stack: Json[] = [data];
  for (let at = 0; stack.length > 0 && at < MAX_NODES; at++) {
    const value = stack.pop() ?? null;
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) stack.push(...(value as readonly Json[]).toReversed());
    else if (isJsonObject(value))
      for (const key of Object.keys(value).toReversed()) stack.push(getOwn(value, key) ?? null, key);
  }
  return texts;
};

const squashedWholes = new WeakMap<SeenResult, string>();

/** All of a kept result, squashed: also what was wrapped over lines or put into several places. */
const squashedWhole = (seen: SeenResult): string => {
  const made = squashedWholes.get(seen) ?? squash(withoutTags(toPlainText(textsIn(seen.result).join('\n'))));
  squashedWholes.set(seen, made);
  return made;
};

export interface OutgoingText {
  readonly path: Path;
  readonly text: string;
}

export interface PrivateSources {
  readonly seen: readonly SeenResult[];
  readonly isPrivate: (result: SeenResult) => boolean;
  /** Private content was seen that is not kept: anything distinctive may come from it. */
  readonly incomplete: boolean;
  /** What the person wrote themself. */
  readonly intents: readonly string[];
}

/** A part of a call's texts that was, or may have been, first seen in private content. */
export interface CarriedValue {
  readonly path: Path;
  /** The part as the call has it; absent where the texts are too long to be compared. */
  readonly text?: string;
  readonly origin: 'trusted' | 'untrusted' | 'nowhere';
  readonly firstSeen?: FirstOccurrence;
}

/** A code so long that it can be a whole secret in an encoding that is not undone. */
const MIN_CIPHER = 16;

/** Stands between two arguments: a value may be spread over both, a quotation is in one. */
const SEAM = '\u2029';

interface CarriedMatch {
  readonly kind: 'value' | 'phrase' | 'run';
  readonly text: string;
}

const phrasesOf = (words: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(0, words.length - PHRASE_WORDS + 1) }, (_, at) =>
    words.slice(at, at + PHRASE_WORDS).join(' '),
  );

class UserStatements {
  readonly #squashed: string;
  readonly #words: string;
  readonly #letters: string;

  constructor(intents: readonly string[]) {
    const text = toPlainText(intents.join('\n'));
    this.#squashed = squash(text);
    this.#words = phraseLine(listTellingWords(text));
    this.#letters = makeLetterRow(text).letters;
  }

  wrote({ kind, text }: CarriedMatch): boolean {
    if (kind === 'run') return this.#letters.includes(text);
    return kind === 'value' ? this.#squashed.includes(text) : this.#words.includes(` ${text} `);
  }
}

/** What is distinctive in any reading of a text. Where it is nothing, no private content can be told from it. */
class OutgoingForms {
  readonly values: readonly string[];
  readonly phrases: ReadonlySet<string>;
  readonly #runs = new LetterRuns();
  /** Parts of distinctive values. */
  readonly #parts = new Set<string>();
  /** Parts of all letters and digits in a row. */
  readonly #rows: ReadonlySet<string>;
  readonly #squashed: readonly string[];
  readonly #capitals: string;
  readonly #pieces: ReadonlySet<string>;
  /** The lengths of the pieces, longest first. */
  readonly #lengths: readonly number[];

  constructor(text: string) {
    const readings = listTextReadings(text);
    this.values = [
      ...new Set(
        readings.flatMap(({ text: reading, isScrambled }) =>
          listOutgoingValues(reading).filter((value) => !isScrambled || isScrambledValue(reading, value)),
        ),
      ),
    ];
    for (const value of this.values) addParts(value, this.#parts);
    const quoted = readings
      .filter(({ isScrambled }) => !isScrambled)
      .flatMap(({ text: reading }) => reading.split(SEAM));
    this.phrases = new Set(quoted.flatMap((part) => phrasesOf(listTellingWords(part))));
    for (const part of quoted) this.#runs.add(makeLetterRow(part));
    const rows = new Set<string>();
    this.#squashed = [...new Set(readings.flatMap(({ text: reading }) => listSquashedForms(reading)))];
    for (const row of this.#squashed) addParts(row, rows);
    this.#rows = rows;
    this.#capitals = readings.map(({ text: reading }) => joinCapitalWords(reading)).join(' ');
    this.#pieces = new Set(
      readings.flatMap(({ text: reading }) => reading.split(SEAM)).flatMap((part) => listPieces(part)),
    );
    const lengths = [...this.#pieces].some((piece) => /\p{N}/u.test(piece))
      ? new Set([...this.#pieces].map(({ length }) => length))
      : [];
    this.#lengths = [...lengths].toSorted((a, b) => b - a);
  }

  #hasWhole(value: string): boolean {
    return (
      this.#rows.has(value.slice(0, FRAGMENT_LENGTH)) && this.#squashed.some((row) => row.includes(value))
    );
  }

  #hasName(name: string): boolean {
    const [first = '', second = ''] = name.split(' ');
    return this.#capitals.includes(first + second) || this.#capitals.includes(second + first);
  }

  *#opaqueMatches(value: string): Generator<string> {
    for (const fragment of listFragments(value))
      if ((hasDigits(fragment) ? this.#rows : this.#parts).has(fragment)) yield fragment;
    if (this.#lengths.length === 0 || value.length < FRAGMENT_LENGTH) return;
    const part = findCoveredPart(value, this.#pieces, this.#lengths);
    if (part !== undefined) yield part;
  }

  /** What of a private text stands in it. */
  *matches({ whole, names, opaque, words, row }: ComparableText): Generator<CarriedMatch> {
    for (const value of whole) if (this.#hasWhole(value)) yield { kind: 'value', text: value };
    for (const name of names) if (this.#hasName(name)) yield { kind: 'value', text: name.replace(' ', '') };
    for (const value of opaque) for (const text of this.#opaqueMatches(value)) yield { kind: 'value', text };
    for (const text of this.#runs.respaced(row)) yield { kind: 'run', text };
    if (this.phrases.size === 0) return;
    for (const phrase of phrasesOf(words))
      if (this.phrases.has(phrase)) yield { kind: 'phrase', text: phrase };
  }

  /** What of its values stands in all letters and digits of a result in a row. */
  *wholeMatches(squashed: () => string): Generator<CarriedMatch> {
    if (!this.values.some(hasDigits)) return;
    for (const fragment of listNumberedFragments(squashed()))
      if (this.#parts.has(fragment)) yield { kind: 'value', text: fragment };
  }
}

/** All parts of a row that a value can be told by; short ones only with digits, as only short codes are values. */
const addParts = (row: string, parts: Set<string>): void => {
  for (let at = 0; at + MIN_VALUE_LENGTH <= row.length; at++) {
    for (let length = MIN_VALUE_LENGTH; length < FRAGMENT_LENGTH && at + length <= row.length; length++) {
      const part = row.slice(at, at + length);
      if (hasDigits(part)) parts.add(part);
    }
    if (at + FRAGMENT_LENGTH <= row.length) parts.add(row.slice(at, at + FRAGMENT_LENGTH));
  }
};

/** Of letters put elsewhere only names and values with digits count: others are noise. */
const isScrambledValue = (reading: string, value: string): boolean => {
  if (/\p{N}/u.test(value)) return true;
  const { whole, names } = findDistinctiveValues(reading);
  return whole.includes(value) || names.some((name) => name.replace(' ', '') === value);
};

/** The word of a text that holds the match; the whole text where no single word does. */
const shownPart = (text: string, match: CarriedMatch): string =>
  (match.kind === 'value'
    ? text.split(/\s+/).find((word) => squash(word).includes(match.text))
    : undefined) ?? text;

const inKept = (
  text: string,
  outgoing: OutgoingForms,
  carriable: PrivateSources,
  person: UserStatements,
): Omit<CarriedValue, 'path'> | undefined => {
  for (const result of carriable.seen) {
    if (!carriable.isPrivate(result)) continue;
    const { call, server, tool, origin } = result;
    const found = (match: CarriedMatch, path: Path): Omit<CarriedValue, 'path'> => ({
      text: shownPart(text, match),
      origin,
      firstSeen: { call, server, tool, path },
    });
    for (const content of comparableTexts(result))
      for (const match of outgoing.matches(content))
        if (!person.wrote(match)) return found(match, content.path);
    for (const match of outgoing.wholeMatches(() => squashedWhole(result)))
      if (!person.wrote(match)) return found(match, []);
  }
  return undefined;
};

/** Something distinctive that nobody is known to have said: it may come from what is not kept, or be an encoding. */
const fromNowhere = (
  text: string,
  outgoing: OutgoingForms,
  { seen, isPrivate, incomplete }: PrivateSources,
  person: UserStatements,
): Omit<CarriedValue, 'path'> | undefined => {
  const isCipher = (value: string): boolean =>
    value.length >= MIN_CIPHER &&
    /\d.*\d.*\d/.test(value) &&
    !seen.some((result) => !isPrivate(result) && squashedWhole(result).includes(value));
  const ciphers = (): readonly string[] =>
    findDistinctiveValues(toPlainText(text))
      .opaque.map((value) => value.toLowerCase())
      .filter(isCipher);
  const matches: readonly CarriedMatch[] = [
    ...(incomplete ? outgoing.values : ciphers()).map((value) => ({ kind: 'value', text: value }) as const),
    ...(incomplete ? [...outgoing.phrases] : []).map((phrase) => ({ kind: 'phrase', text: phrase }) as const),
  ];
  const match = matches.find((each) => !person.wrote(each));
  return match === undefined ? undefined : { text: shownPart(text, match), origin: 'nowhere' };
};

const isWritten = (text: string, intents: readonly string[]): boolean =>
  intents.some((intent) => intent.includes(text));

/**
 * What the texts of a call carry out of private content, if anything: a fragment of a code or number, a whole address or
 * name, several telling words in a row, or many letters in a row that were put into other words, in any of the readings;
 * never what the person wrote themself.
 */
export const findCarried = (
  texts: readonly OutgoingText[],
  carriable: PrivateSources,
): CarriedValue | undefined => {
  const [first] = texts;
  if (first === undefined) return undefined;
  const all = texts.map(({ text }) => text).join(SEAM);
  if (all.length > MAX_COMPARED_TEXT) return { path: first.path, origin: 'nowhere' };
  const hiding = texts.find(({ text }) => hasHiddenCharacters(text) && !isWritten(text, carriable.intents));
  if (hiding !== undefined) return { path: hiding.path, origin: 'nowhere', text: revealHidden(hiding.text) };
  const person = new UserStatements(carriable.intents);
  const find = (text: string): Omit<CarriedValue, 'path'> | undefined => {
    const outgoing = new OutgoingForms(text);
    return inKept(text, outgoing, carriable, person) ?? fromNowhere(text, outgoing, carriable, person);
  };
  const carried = find(all);
  if (carried === undefined) return undefined;
  // a value may be spread over several arguments; most often it is in one
  for (const { path, text } of texts) {
    const part = texts.length === 1 ? carried : find(text);
    if (part !== undefined) return { path, ...part };
  }
  return { path: first.path, ...carried };
};
