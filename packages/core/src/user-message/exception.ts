import { classifyWord } from '../vocabulary/role-words.ts';
import { foldUmlauts } from './strip-accents.ts';
import { isKindWord } from './kind.ts';
import type { ActionKind } from './language.ts';
import { isNumeral, parseNumberWord } from './number.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { COMPILED_LANGUAGES } from './compiled-language.ts';
import { findVerb } from './verb-table.ts';

/** `n'oublie` ends with `oublie`, `l'exception` with `exception`. */
export const stripElision = (word: string): string => word.replace(/^\p{L}['’]/u, '');

/** Stands for a quotation. */
const QUOTED = '\uE000';

/** A name that shows by its signs: a file, an address, a quotation. */
const isLiteral = (word: string): boolean =>
  word.startsWith(QUOTED) || (/[@._/\\]|\d/.test(word) && !isNumeral(word));

const verbDeeds = (word: string, tongues: readonly CompiledLanguage[]): readonly ActionKind[] =>
  tongues.flatMap(({ verbs }) => findVerb(verbs, word));

/** Words are compared again and again. */
const evened = new Map<string, string>();
const MAX_EVENED = 4096;
const MAX_WORD = 40;

const foldUmlautsCached = (word: string): string => {
  if (word.length > MAX_WORD) return word;
  const found = evened.get(word);
  if (found !== undefined) return found;
  if (evened.size >= MAX_EVENED) evened.clear();
  const form = foldUmlauts(word);
  evened.set(word, form);
  return form;
};

const writtenOut = (word: string): string => word.replaceAll('’', "'");

interface WordPosition {
  readonly words: readonly string[];
  readonly at: number;
  /** The last words of the sentence before the clause. */
  readonly earlier: readonly string[];
}

const beginsWithOne = (word: string, stems: readonly string[]): boolean =>
  stems.some((stem) => word.startsWith(stem));

/** Between "with" and "exception" stand so many words at most: "with the one single exception of". */
const BEFORE_NOUN = 4;
const AFTER_ALL = 6;
/** So far back a sentence may speak of all of a kind. */
export const MAX_LOOKBACK_WORDS = 40;
const LONGEST_PHRASE = 4;
/** "everything but": nearer, because it also begins something new. */
const AFTER_ALL_TURN = 4;

/** "all my old files minus", "everything but"; not "read all mails and save", "all of it to Ann but also to Bob". */
const followsAll = ({ words, at, earlier }: WordPosition, tongue: CompiledLanguage): boolean => {
  const word = words[at] ?? '';
  const turns = tongue.turns.has(word);
  const isVerb = findVerb(tongue.imperatives, word).length > 0;
  if (isVerb && tongue.marks.has(words[at - 1] ?? '')) return false;
  const next = words[at + 1] ?? '';
  const goesOn =
    findVerb(tongue.imperatives, next).length > 0 || tongue.fillers.has(next) || tongue.contrasts.has(next);
  if (turns && goesOn) return false;
  const own = words.slice(Math.max(0, at - AFTER_ALL), at);
  const before = turns || isVerb ? own : [...earlier, ...own];
  const ends = (each: string): boolean =>
    tongue.joins.has(each) || tongue.alternatives.has(each) || (turns && tongue.directions.has(each));
  const near = before.slice(turns ? -AFTER_ALL_TURN : -AFTER_ALL);
  return near.slice(near.findLastIndex(ends) + 1).some((each) => tongue.quantifiers.has(each));
};

/** "Delete all files, skip a.txt". */
const leavesOut = (
  { words, at, earlier }: WordPosition,
  { quantifiers, articles }: CompiledLanguage,
): boolean => {
  const before = [...earlier, ...words.slice(Math.max(0, at - MAX_LOOKBACK_WORDS), at)];
  if (!before.some((each) => quantifiers.has(each))) return false;
  const about = words
    .slice(at + 1, at + 1 + MAX_LOOKBACK_WORDS)
    .find((word) => !articles.has(word) && !isKindWord(word));
  return about !== undefined && isLiteral(about);
};

/** Whether a word excepts what follows it, in one language. `isSpoken`: its accents may be missing. */
const exceptsIn = (place: WordPosition, tongue: CompiledLanguage, isSpoken: boolean): boolean => {
  const { words, at } = place;
  const form = isSpoken ? foldUmlautsCached : writtenOut;
  const lists = isSpoken ? tongue.evenExceptions : tongue.exceptions;
  const word = form(stripElision(words[at] ?? ''));
  const line = `${words
    .slice(at, at + LONGEST_PHRASE)
    .map(form)
    .join(' ')} `;
  if (lists.phrases.some((phrase) => line.startsWith(`${phrase} `))) return true;
  if (beginsWithOne(word, lists.stems)) return true;
  if (beginsWithOne(word, lists.nouns)) {
    const before = words.slice(Math.max(0, at - BEFORE_NOUN), at).map(form);
    if (before.some((each) => lists.before.includes(each))) return true;
  }
  if (lists.afterAll.includes(word) && followsAll(place, tongue)) return true;
  if (beginsWithOne(word, lists.leaving) && leavesOut(place, tongue)) return true;
  const spared = tongue.sparing.get(words[at] ?? '');
  return (
    spared !== undefined &&
    words.slice(at + 1, at + 1 + MAX_LOOKBACK_WORDS).some((after) => spared.has(after))
  );
};

/** Whether a word excepts what follows it: "apart from", "with the exception of", "everything but", "keep it away from". */
export const isExceptionWord = (place: WordPosition, spoken: readonly CompiledLanguage[]): boolean =>
  COMPILED_LANGUAGES.some(
    (tongue) =>
      exceptsIn(place, tongue, false) ||
      ((spoken.length === 0 || spoken.includes(tongue)) && exceptsIn(place, tongue, true)),
  );

const DESTROYING: ReadonlySet<ActionKind> = new Set(['remove', 'change', 'move', 'stop']);

/**
 * From where on a clause names what may be excepted in words that no table knows: something is destroyed, a word for all
 * of a kind stands before, and what joins the first name to it is unknown: "delete all files sparing a.txt".
 */
export const findUnknownException = (
  words: readonly string[],
  tongues: readonly CompiledLanguage[],
): number | undefined => {
  const verb = words.findIndex((word) => verbDeeds(word, tongues).some((deed) => DESTROYING.has(deed)));
  const all = words.findIndex((word, at) => at > verb && tongues.some(({ all: every }) => every.has(word)));
  if (verb === -1 || all === -1) return undefined;
  const literal = words.findIndex((word, at) => at > all && isLiteral(word));
  // "all of the files in the folder a.txt": kinds and articles join nothing
  const joining = words
    .slice(all + 1, Math.max(all + 1, literal))
    .findLast(
      (word) =>
        !isKindWord(word) &&
        classifyWord(word) === undefined &&
        !tongues.some(({ articles }) => articles.has(word)),
    );
  if (joining === undefined) return undefined;
  const languages = tongues.map(({ language }) => language);
  const isKnown =
    parseNumberWord(joining, languages) !== undefined ||
    verbDeeds(joining, tongues).length > 0 ||
    tongues.some((tongue) => [tongue.linking, tongue.common, tongue.joins].some((list) => list.has(joining)));
  return isKnown ? undefined : literal;
};
