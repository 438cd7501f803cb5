import { classifyWord } from '../vocabulary/role-words.ts';
import { listAddressKeys, isFileName } from './address.ts';
import type { Day } from './date.ts';
import { findDays, removeDays } from './date.ts';
import type { RequestedActions } from './requested-actions.ts';
import type { ClauseWord } from './clause.ts';
import { readClauseWords } from './clause.ts';
import type { RequestedDay } from './requested-days.ts';
import { findRequestedDays } from './requested-days.ts';
import { findRequestedActions } from './requested-actions.ts';
import { extractIntent } from './extract-intent.ts';
import { isPartOfNumber, parseNumberWord } from './number.ts';
import { isKindWord } from './kind.ts';
import { BREAK, SENTENCE_STOP, isSentenceEnd, isWordToken, tokenise } from './tokens.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { detectLanguages } from './compiled-language.ts';

/** Everything one utterance of the person names, ready to be asked. */
export interface Literals {
  readonly intent: string;
  /** The intent, folded, its white space evened out. */
  readonly line: string;
  readonly tongues: readonly CompiledLanguage[];
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
  /** Words that stand out: capitals not at the beginning of a sentence or line, digits and signs in them. */
  readonly distinct: ReadonlySet<string>;
  /** Words that stand under no negation, and of these those in a clause that asks for something. */
  readonly affirmed: readonly string[];
  readonly wanted: ReadonlySet<string>;
  /** All words in their order, folded. */
  readonly tokens: readonly string[];
  /** The same with those under a negation, and a sign for each quotation. */
  readonly clauses: readonly ClauseWord[];
  readonly quoted: ReadonlySet<string>;
  readonly quotedFolded: ReadonlySet<string>;
  /** Those of the quotations that stand where something is asked for. */
  readonly quotedToDo: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  readonly days: ReadonlySet<Day>;
  /** Those that stand under no negation, with what their clause asks for. */
  readonly requestedDays: readonly RequestedDay[];
  readonly asked: RequestedActions;
}

/** Equal but for capitals and the way accents are put together. Never used where every character counts. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();

export const stripPossessive = (token: string): string => token.replace(/['’]s$/i, '');

const variants = (token: string): readonly string[] => {
  const plain = stripPossessive(token);
  const unmarked = plain.replace(/^[#@](?=\p{L})/u, '');
  return [token, plain, unmarked];
};

const QUOTATION =
  /["“„«»]([^"”“«»\n]{1,160})["”“«»]|(?<![\p{L}\p{N}])['‘]([^'’\n]{1,160})['’](?![\p{L}\p{N}])|`([^`\n]{1,160})`/gu;

const quotationsIn = (intent: string): readonly string[] =>
  [...intent.matchAll(QUOTATION)].map(([, double, single, code]) => double ?? single ?? code ?? '');

/** Stands for the n-th quotation, so that a negation before it reaches it. */
const MARK = '\uE000';

const markQuotations = (intent: string): string => {
  let count = 0;
  return intent.replace(QUOTATION, () => ` ${MARK}${count++} `);
};

/** What stands between quotation marks is one name: its parts are neither names nor verbs. Addresses in it stay what they are. */
const wordsOfQuotation = (quotation: string): readonly string[] => {
  const words = tokenise(quotation).filter(isWordToken);
  const kept =
    words.length <= 1 ? words : words.filter((word) => listAddressKeys(word).length > 0 && !isFileName(word));
  return [BREAK, ...kept.flatMap((word) => [word, BREAK])];
};

const GROUPED_ACCOUNT =
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00A0\u202F-][A-Z0-9]{4}){2,7}(?:[ \u00A0\u202F-][A-Z0-9]{1,4})?(?![\p{L}\p{N}])/gu;

/** How long account numbers are, by country. */
const ACCOUNT_LENGTHS: ReadonlyMap<string, number> = new Map(
  `AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27
  MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 TR26 UA29`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The groups that belong to an account, without an amount that stands right after them. */
const joinGroups = (written: string): string => {
  const groups = written.split(/([ \u00A0\u202F-])/);
  const length = ACCOUNT_LENGTHS.get(written.slice(0, 2));
  let account = '';
  for (const [at, group] of groups.entries()) {
    if (at % 2 === 1) continue;
    if (length !== undefined && account.length >= length) return account + groups.slice(at - 1).join('');
    account += group;
  }
  return account;
};

/** An account number written in groups is one word: no part of it is another account. */
export const joinAccounts = (text: string): string => text.replace(GROUPED_ACCOUNT, joinGroups);

const NUMBERED: ReadonlySet<string> = new Set(
  'bill booking bug case chapter invoice order page request reservation ward'.split(' '),
);

/** What is told apart by a number that follows its kind is not an amount: "ticket 5100". */
const isNumbered = (before: string | undefined): boolean => {
  const kind = before === undefined ? undefined : classifyWord(foldCase(before));
  if (kind === 'object' || kind === 'audience' || kind === 'address' || before === '#') return true;
  return before !== undefined && NUMBERED.has(foldCase(before));
};

const numbersIn = (marked: string, tongues: readonly CompiledLanguage[]): ReadonlySet<number> => {
  const numbers = new Set<number>();
  const languages = tongues.map(({ language }) => language);
  // The 15 of "May 15" is a day, not an amount.
  const tokens = tokenise(removeDays(marked));
  const clauses = readClauseWords(tokens.map(foldCase), tongues);
  for (const [at, token] of tokens.entries()) {
    if (clauses[at]?.affirmed === false) continue;
    if (isPartOfNumber(tokens[at - 1], token, tokens[at + 1]) || isNumbered(tokens[at - 1])) continue;
    for (const variant of variants(token)) {
      const number = parseNumberWord(variant, languages);
      if (number !== undefined) numbers.add(number);
    }
  }
  return numbers;
};

/** The words that lines begin with, as often as they do. */
const lineStartsIn = (intent: string): Map<string, number> => {
  const starts = new Map<string, number>();
  for (const line of intent.split('\n')) {
    const first = tokenise(line).find((token) => isWordToken(token) && /\p{L}/u.test(token));
    if (first !== undefined) starts.set(first, (starts.get(first) ?? 0) + 1);
  }
  return starts;
};

const distinctIn = (tokens: readonly string[], intent: string): ReadonlySet<string> => {
  const distinct = new Set<string>();
  const starts = lineStartsIn(intent);
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1] ?? SENTENCE_STOP;
    const left = starts.get(token) ?? 0;
    const begins = left > 0 || at === 0 || before === BREAK || isSentenceEnd(before);
    if (left > 0) starts.set(token, left - 1);
    const standsOut = begins ? /.\p{Lu}|[\d._@/-]/u : /[\p{Lu}\d._@/-]/u;
    if (isWordToken(token) && standsOut.test(token))
      for (const variant of variants(token)) distinct.add(foldCase(variant));
  }
  return distinct;
};

const isCapital = (token: string | undefined): boolean => token !== undefined && /^\p{Lu}\p{Ll}/u.test(token);

/** "Kitchen Crew" is one name: neither word alone is the name of something else. */
const isPartOfName = (tokens: readonly string[], at: number): boolean => {
  const begins = (index: number): boolean => index === 0 || !isWordToken(tokens[index - 1] ?? SENTENCE_STOP);
  const isName = (index: number): boolean => {
    const word = foldCase(tokens[index] ?? '');
    // "den Termin Küchenmesse": a word for a kind of thing is not a part of its name
    return isCapital(tokens[index]) && !isKindWord(word) && classifyWord(word) === undefined;
  };
  if (!isName(at)) return false;
  return (isName(at + 1) && !begins(at)) || (isName(at - 1) && !begins(at - 1));
};

const foldedWords = (text: string): string => foldCase(text.replace(/[ \t\r\n]+/g, ' '));

/** Those of the words that stand under no negation; a quotation as its words. */
const affirmedWords = (
  words: readonly string[],
  quotations: readonly string[],
  clauses: readonly ClauseWord[],
): readonly string[] =>
  words.flatMap((token, at): readonly string[] => {
    if (clauses[at]?.affirmed === false) return [BREAK];
    return token.startsWith(MARK) ? wordsOfQuotation(quotations[Number(token.slice(1))] ?? '') : [token];
  });

/** Stands for a line, so that what introduces it reaches it. */
const LINE = '\uE001';

/** Whether what introduces a line asks for it: "run this:", not "I found this:" and not "never run:". */
const isAskedFor = (clauses: readonly ClauseWord[], at: number): boolean => {
  if (clauses[at]?.asking !== true) return false;
  const introduction = clauses
    .slice(0, at)
    .findLast(({ word }) => isWordToken(word) || word === SENTENCE_STOP);
  return introduction === undefined || introduction.asking;
};

/** Whether a text is a line of its own that something is asked for with. */
export const isRequestedLine = (
  intent: string,
  tongues: readonly CompiledLanguage[],
  value: string,
): boolean => {
  const lines = intent.replaceAll(LINE, BREAK).split('\n');
  return lines.some((line, own) => {
    if (line.trim() !== value) return false;
    const text = lines.map((each, at) => (at === own ? LINE : each)).join('\n');
    const clauses = readClauseWords(tokenise(text).map(foldCase), tongues);
    return isAskedFor(
      clauses,
      clauses.findIndex(({ word }) => word === LINE),
    );
  });
};

const literalsOf = (text: string): Literals => {
  const intent = joinAccounts(text.replaceAll(MARK, BREAK));
  const quotations = quotationsIn(intent);
  const marked = markQuotations(intent);
  const written = tokenise(marked);
  const unquoted = written.map(foldCase);
  const tongues = detectLanguages(unquoted);
  const clauses = readClauseWords(unquoted, tongues);
  const tokens = affirmedWords(written, quotations, clauses);
  const whole = tokens
    .filter((token, at) => isWordToken(token) && !isPartOfName(tokens, at))
    .flatMap(variants);
  const said = quotations.filter((_, at) =>
    clauses.some(({ word, affirmed }) => affirmed && word === `${MARK}${at}`),
  );
  const asked = clauses.filter(({ word }) => !word.startsWith(MARK));
  return {
    intent,
    line: foldedWords(intent),
    tongues,
    exact: new Set(whole),
    folded: new Set(whole.map(foldCase)),
    distinct: distinctIn(tokens, marked),
    affirmed: asked.map(({ word, affirmed }) => (affirmed ? word : BREAK)),
    wanted: new Set(asked.filter(({ asking }) => asking).map(({ word }) => word)),
    tokens: tokens.map((token) => foldCase(stripPossessive(token))),
    clauses,
    quoted: new Set(said),
    quotedFolded: new Set(said.map(foldCase)),
    quotedToDo: new Set(
      quotations.filter((_, at) => clauses.some(({ word, asking }) => asking && word === `${MARK}${at}`)),
    ),
    addresses: new Set(whole.flatMap(listAddressKeys)),
    numbers: numbersIn(marked, tongues),
    days: findDays(intent),
    requestedDays: findRequestedDays(intent, tongues),
    asked: findRequestedActions(asked, tongues),
  };
};

export interface Utterance {
  readonly text: string;
  /** What an agent proposed in it is listed in words of its own, with nothing pasted. */
  readonly proposed?: boolean;
}

const known = new WeakMap<Utterance, Literals>();

/** The same words come again with every call, as another object wherever a session was read from a store. */
const knownTexts = new Map<string, Literals>();
const knownProposals = new Map<string, Literals>();
const MAX_TEXTS = 200;
const MAX_TEXT = 5000;

const readText = ({ text, proposed = false }: Utterance): Literals => {
  const texts = proposed ? knownProposals : knownTexts;
  const made = texts.get(text) ?? literalsOf(proposed ? text : extractIntent(text));
  if (text.length > MAX_TEXT) return made;
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(text, made);
  return made;
};

/** Reads an utterance, once. */
export const readUtterance = (utterance: Utterance): Literals => {
  const made = known.get(utterance) ?? readText(utterance);
  known.set(utterance, made);
  return made;
};
