import { isEmptyWord, isGenericWord } from '../../user-message/user-messages.ts';

/** So many characters of an opaque value tell where it comes from. */
export const FRAGMENT_LENGTH = 8;
/** A shorter value is no more telling than a year or a small amount. */
export const MIN_VALUE_LENGTH = 6;
/** So many telling words in a row are a quotation. */
export const PHRASE_WORDS = 5;

/** The letters and digits of a text, without case: what stands between them and how they are written does not count. */
export const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The letters and digits of a text as they are written. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Values by which a text can be told from others. */
export interface DistinctiveValues {
  /** Addresses and paths, squashed: told by the whole of them. */
  readonly whole: readonly string[];
  /** Pairs of capitalised words, each pair squashed with a space between the two. */
  readonly names: readonly string[];
  /** Codes, keys and numbers, their letters and digits as they were written: told by a fragment of them. */
  readonly opaque: readonly string[];
}

/** Scripts that put no space between words. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]{8,}$/u;
const DAY = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** `windows11`, `report2026`, `20px`, `64bit`: a word with a small number or a year. */
const NUMBERED_WORD = /^(?:\p{L}{2,}(?:\d{1,2}|(?:19|20)\d\d)|(?:\d{1,4}|(?:19|20)\d\d)\p{L}{1,8})$/u;
const LONGEST_WORD = 24;
const CASE_CHANGES = 3;

const isOpaqueLetters = (part: string): boolean => {
  if (UNSPACED.test(part) || part.length > LONGEST_WORD) return true;
  if (part.length < FRAGMENT_LENGTH) return false;
  return (
    (part.match(/\p{Ll}\p{Lu}/gu) ?? []).length >= CASE_CHANGES || /[bcdfghjklmnpqrstvwxz]{6}/i.test(part)
  );
};

/** Whether letters and digits without a sign between them are no word of any language and no small number. */
const isOpaque = (part: string): boolean => {
  if (part.length < MIN_VALUE_LENGTH) return false;
  if (/^\p{N}+$/u.test(part)) return !DAY.test(part);
  return /\p{N}/u.test(part) ? !NUMBERED_WORD.test(part) : isOpaqueLetters(part);
};

const DAYS_AND_TIMES =
  /(?<!\d)(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)(?!\d)/g;
const CHUNK = /[^\s"'`“”„«»<>()[\]{},;|=…]+/gu;
const PART = /[\p{L}\p{N}]+/gu;
/** Digits in groups: a telephone, card or account number. */
const GROUPED_DIGITS = /\+?\d(?:[ ./()\u00A0\u202F-]{0,2}\d){5,80}/g;
const NAME = /(?<![\p{L}'’-])\p{Lu}[\p{L}'’-]{1,40}(?: \p{Lu}[\p{L}'’-]{1,40}){1,8}/gu;
const MIN_ADDRESS = 12;

/** `lena@example.org`, `db-3.internal.example`, `/home/lena/plan.txt`: several parts that are one name. */
const isAddressLike = (chunk: string, parts: readonly string[]): boolean =>
  /\p{L}/u.test(chunk) && (chunk.includes('@') || parts.length >= 3) && /[@/\\_.:]/.test(chunk);

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(NAME)].flatMap(([name]) => {
    const words = name.split(' ').filter((word) => word.length > 2);
    return words
      .slice(1)
      .map((word, at) => [words[at] ?? '', word])
      .filter((pair) => pair.every((word) => !isGenericWord(word.toLowerCase())))
      .map((pair) => pair.map(squash).join(' '));
  });

const readChunk = (chunk: string, whole: Set<string>, opaque: Set<string>): void => {
  const named = chunk.replace(/^[a-z][a-z0-9+.-]{1,20}:\/\/(?:www\.)?/i, '');
  const parts = named.match(PART) ?? [];
  const all = parts.join('');
  const telling = parts.filter(isOpaque);
  for (const part of telling) opaque.add(part);
  // a key of several parts may be cut anywhere; a path with one code in it is told by the code
  if (telling.length > 0 && telling.join('').length * 2 > all.length) opaque.add(all);
  if (all.length >= MIN_ADDRESS && isAddressLike(named, parts)) whole.add(all.toLowerCase());
  // a code of which every part is short: `4F-7K-2Q-9X`
  const isCode = parts.length > 2 && parts.every((part) => part.length <= 5) && /\d.*\d.*\d/.test(all);
  if (isCode && all.length >= FRAGMENT_LENGTH && !DAY.test(all)) opaque.add(all);
};

/** What in a text is distinctive. Days and times are not: every calendar has them. */
export const findDistinctiveValues = (text: string): DistinctiveValues => {
  const whole = new Set<string>();
  const opaque = new Set<string>();
  const undated = text.replace(DAYS_AND_TIMES, ' ');
  for (const [chunk] of undated.matchAll(CHUNK)) readChunk(chunk, whole, opaque);
  for (const [digits] of undated.matchAll(GROUPED_DIGITS)) {
    const number = bare(digits);
    if (!DAY.test(number)) opaque.add(number);
  }
  return {
    whole: [...whole],
    names: [...new Set(namesIn(text))],
    opaque: [...opaque].filter((value) => value.length >= MIN_VALUE_LENGTH),
  };
};

/** Told by its digits: such a fragment is found wherever its letters and digits stand one after the other. */
export const hasDigits = (fragment: string): boolean => /\p{N}.*\p{N}/u.test(fragment);

/** `ssword12` tells, `password` does not. */
const isTellingFragment = (part: string): boolean =>
  hasDigits(part) ||
  (part.match(/\p{Ll}\p{Lu}/gu) ?? []).length > 1 ||
  /[bcdfghjklmnpqrstvwxz]{5}/i.test(part);

/** The words of a text that say something, in their order. */
export const listTellingWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(PART) ?? []).filter((word) => word.length > 1 && !isEmptyWord(word));

const YEAR = /(?:19|20)\d\d/g;

/** The fragments of an opaque value, squashed, that are no plain word. */
export function* listFragments(value: string): Generator<string> {
  const lower = value.toLowerCase();
  if (value.length < FRAGMENT_LENGTH) {
    yield lower;
    return;
  }
  const wordless = !/\p{N}/u.test(value);
  const undated = value.replace(YEAR, '____');
  for (let at = 0; at + FRAGMENT_LENGTH <= value.length; at++) {
    const part = undated.slice(at, at + FRAGMENT_LENGTH);
    if (wordless || isTellingFragment(part)) yield lower.slice(at, at + FRAGMENT_LENGTH);
  }
}

/** Letters and digits with nothing between them, and whether something else than a few signs stands before them. */
interface LetterToken {
  readonly text: string;
  readonly isApart: boolean;
}

const MAX_GAP = 24;

const tokensIn = (text: string): readonly LetterToken[] => {
  let end = 0;
  return [...text.matchAll(PART)].map((match) => {
    const isApart = match.index - end > MAX_GAP;
    end = match.index + match[0].length;
    return { text: match[0], isApart };
  });
};

/** Runs of neighbouring tokens for which a test holds, as [first, one after the last]. */
const runsOf = (
  tokens: readonly LetterToken[],
  fits: (text: string) => boolean,
): readonly [number, number][] => {
  const runs: [number, number][] = [];
  for (const [at, { text, isApart }] of tokens.entries()) {
    if (!fits(text)) continue;
    const last = runs.at(-1);
    if (last?.[1] === at && !isApart) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
};

const MAX_SIGNS = 2;
const FEWEST_SPELLED = 6;
/** So many letters that stand alone are words that were spelled. */
const SPELLED_WORDS = 20;
/** A part of a code that stands for itself. */
const CODE_PART = /^\p{L}{0,5}\p{N}[\p{L}\p{N}]{0,11}$/u;
const MAX_BESIDE = 8;

/** `7 Q X 4 4 1 1`, of which every sign stands alone; `7qx 4411 zulu`, parts with digits and what stands beside them. */
const splitValues = (text: string): readonly string[] => {
  const tokens = tokensIn(text);
  const joined = (from: number, to: number): string =>
    tokens
      .slice(from, to)
      .map((token) => token.text)
      .join('');
  const spelled = runsOf(tokens, (each) => [...each].length <= MAX_SIGNS)
    .filter(([from, to]) => to - from >= FEWEST_SPELLED)
    .map(([from, to]) => joined(from, to));
  const beside = (at: number): boolean => (tokens[at]?.text.length ?? MAX_BESIDE + 1) <= MAX_BESIDE;
  const mixed = runsOf(tokens, (each) => CODE_PART.test(each))
    .filter(([from, to]) => to - from > 1)
    .map(([from, to]) => joined(from - (beside(from - 1) ? 1 : 0), to + (beside(to) ? 1 : 0)));
  const codes = [...spelled, ...mixed]
    .map(squash)
    .filter(
      (run) => run.length >= MIN_VALUE_LENGTH && /\p{L}/u.test(run) && /\p{N}.*\p{N}.*\p{N}/u.test(run),
    );
  return [...codes, ...spelled.map(squash).filter((run) => run.length >= SPELLED_WORDS)];
};

/** What in an outgoing text may be a distinctive value, squashed: also where it was split. */
export const listOutgoingValues = (text: string): readonly string[] => {
  const { whole, names, opaque } = findDistinctiveValues(text);
  return [
    ...new Set([
      ...whole,
      ...names.map((name) => name.replace(' ', '')),
      ...opaque.map((value) => value.toLowerCase()),
      ...splitValues(text.replace(DAYS_AND_TIMES, ' ')),
    ]),
  ];
};

/** A word that only stands between the parts of a value. */
const PLAIN_WORD = /^\p{Ll}{2,}$/u;

/**
 * All letters and digits of a text in a row: as it is, without plain words, and without words that occur more than once.
 * What stands between the parts of a value does not count.
 */
export const listSquashedForms = (text: string): readonly string[] => {
  const tokens = text.match(PART) ?? [];
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const isRepeated = (token: string): boolean => /^\p{L}{2,}$/u.test(token) && (counts.get(token) ?? 0) > 1;
  const forms = [
    tokens,
    tokens.filter((token) => !PLAIN_WORD.test(token)),
    tokens.filter((token) => !isRepeated(token)),
  ];
  return [...new Set(forms.map((form) => form.join('').toLowerCase()))];
};

/** Words written with a capital in a row, squashed; a space where others stand between them. */
export const joinCapitalWords = (text: string): string =>
  (text.match(PART) ?? [])
    .filter((token) => token.length > 2 || !/^\p{Lu}/u.test(token))
    .map((token) => (/^\p{Lu}/u.test(token) ? token.toLowerCase() : ' '))
    .join('');

const LONGEST_PIECE = 64;

/** The parts of a text that can be pieces of a value, squashed. */
export const listPieces = (text: string): readonly string[] =>
  [...(text.match(PART) ?? []), ...text.split(/\s+/u), text]
    .map((piece) => (piece.length > 4 * LONGEST_PIECE ? '' : squash(piece)))
    .filter(
      (piece) =>
        piece.length <= LONGEST_PIECE &&
        (piece.length > 2 || (piece.length === 2 && /\p{N}/u.test(piece) && /\p{L}/u.test(piece))),
    );

/**
 * The part of a value that pieces cover without a gap, in whatever order they were given: at least a fragment, told by its
 * digits, and of more than one piece.
 */
export const findCoveredPart = (
  value: string,
  pieces: ReadonlySet<string>,
  lengths: readonly number[],
): string | undefined => {
  const lower = value.toLowerCase();
  let [from, end, count] = [0, 0, 0];
  for (let at = 0; at < lower.length; at++) {
    const longest = lengths.find(
      (length) => at + length <= lower.length && pieces.has(lower.slice(at, at + length)),
    );
    if (longest !== undefined) {
      if (at > end) [from, end, count] = [at, at, 0];
      if (at + longest > end) [end, count] = [at + longest, count + 1];
    }
    const part = lower.slice(from, end);
    if (count > 1 && part.length >= FRAGMENT_LENGTH && hasDigits(part.replace(YEAR, ''))) return part;
  }
  return undefined;
};

/** The fragments of a squashed text that tell by their digits. */
export function* listNumberedFragments(squashed: string): Generator<string> {
  const undated = squashed.replace(YEAR, '____');
  let digits = 0;
  const isDigit = (at: number): boolean => /\p{N}/u.test(undated.charAt(at));
  for (let at = 0; at < squashed.length; at++) {
    if (isDigit(at)) digits++;
    if (at >= FRAGMENT_LENGTH && isDigit(at - FRAGMENT_LENGTH)) digits--;
    if (at >= FRAGMENT_LENGTH - 1 && digits > 1) yield squashed.slice(at - FRAGMENT_LENGTH + 1, at + 1);
  }
}
