import type { ClauseWord } from './clause.ts';
import { stripElision } from './exception.ts';
import { isSentenceEnd, isWordToken } from './tokens.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { findVerb } from './verb-table.ts';

/** `d'envoyer` is `de` and `envoyer`. */
const MARKED = /^d['’](?=\p{L})/u;

const isVerb = ({ verbs }: CompiledLanguage, word: string): boolean =>
  findVerb(verbs, word.replace(MARKED, '')).length > 0;

const isImperative = ({ imperatives }: CompiledLanguage, word: string): boolean =>
  findVerb(imperatives, word).length > 0;

/** Whether words before a place only say that something is wished: "I want to", "make sure that". */
const isRaised = (
  words: readonly string[],
  at: number,
  { raising, means, language }: CompiledLanguage,
): boolean => {
  const before = words.slice(0, at);
  if (before.some((word) => means.has(word))) return true;
  return (language.nesting.near ? before.slice(-1) : before).some((word) => raising.has(stripElision(word)));
};

/** Whether a verb only names a deed, or has another person as its subject: "about deleting it", "nobody deletes it". */
const isReportedVerb = (
  words: readonly string[],
  at: number,
  begin: number,
  tongue: CompiledLanguage,
): boolean => {
  const word = words[at] ?? '';
  if (!isVerb(tongue, word)) return false;
  const { gerund, third } = tongue.language.nesting;
  // at its beginning a clause asks for what it names: "deleting them would be good"
  if (gerund !== undefined && word.endsWith(gerund))
    return (
      at > begin && !words.slice(Math.max(begin, at - 2), at).some((near) => tongue.gerundRaising.has(near))
    );
  return third !== undefined && word.endsWith(third) && !isImperative(tongue, word);
};

/** Whether a verb of a clause that begins with a condition follows its subject: "if you delete it". */
const isOfSubject = (
  words: readonly string[],
  at: number,
  begin: number,
  tongue: CompiledLanguage,
): boolean => {
  const [earlier = '', before = ''] = [words[at - 2], words[at - 1]];
  const isSubject =
    (tongue.subjects.has(before) || tongue.wishes.has(before)) && !tongue.articles.has(earlier);
  return isSubject && tongue.conditions.has(words[begin] ?? '');
};

/** Whether verbs from a place on are below another word. */
const isBelowFrom = (words: readonly string[], at: number, tongue: CompiledLanguage): boolean => {
  const [word = '', next = ''] = [words[at], words[at + 1]];
  const marks =
    (tongue.marks.has(word) && isVerb(tongue, next)) || (MARKED.test(word) && isVerb(tongue, word));
  // "to be deleted" is wished for by what stands anywhere before it
  if (tongue.language.nesting.near && marks === false && tongue.marks.has(word) && next === 'be')
    return !words.slice(0, at).some((before) => tongue.raising.has(before));
  return (marks || tongue.below.has(word)) && !isRaised(words, at, tongue);
};

/** The nesting of one sentence: which of its words are told of and not asked for. */
const nestedIn = (words: readonly string[], tongue: CompiledLanguage): readonly boolean[] => {
  const nested: boolean[] = [];
  const lastAlternative = words.findLastIndex((word) => tongue.alternatives.has(word));
  let [begin, below, relative] = [0, false, false];
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    // "how to open, rename or delete it" is one list
    if (word === ',' && at > lastAlternative) [begin, below] = [at + 1, false];
    // "find out who sent it and delete it"; not "who may read and delete it"
    const joined =
      tongue.joins.has(word) && isImperative(tongue, next) && !isVerb(tongue, words[at - 1] ?? '');
    if (joined && relative) below = false;
    if (tongue.fillers.has(word) && begin === at) begin = at + 1;
    // "if it is old delete it" asks for it; "if you delete it" does not
    const conditional = tongue.conditions.has(word) && at === begin;
    if (!conditional && isBelowFrom(words, at, tongue))
      [below, relative] = [true, tongue.relatives.has(word) && (!below || relative)];
    nested.push(below || isReportedVerb(words, at, begin, tongue) || isOfSubject(words, at, begin, tongue));
  }
  return nested;
};

/**
 * Words that are only told of ask for nothing: verbs below "how", "who" or "before", after "to" below another word, as the
 * name of a deed, and with another person as their subject.
 */
export const dropNestedWords = (
  words: readonly ClauseWord[],
  tongues: readonly CompiledLanguage[],
): readonly ClauseWord[] => {
  const kept: ClauseWord[] = [];
  for (let start = 0; start < words.length;) {
    const found = words.slice(start).findIndex(({ word }) => isSentenceEnd(word));
    const sentence = words.slice(start, found === -1 ? words.length : start + found + 1);
    const plain = sentence.map(({ word }) => word);
    const nested = tongues.map((tongue) => nestedIn(plain, tongue));
    for (const [at, read] of sentence.entries())
      kept.push(
        isWordToken(read.word) && nested.some((each) => each[at] === true)
          ? { ...read, asking: false, nested: true }
          : read,
      );
    start += sentence.length;
  }
  return kept;
};
