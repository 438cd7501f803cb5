import type { ClauseWord } from './clause.ts';
import type { ActionKind } from './language.ts';
import { dropNestedWords } from './drop-nested-words.ts';
import { isWordToken } from './tokens.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { COMPILED_LANGUAGES } from './compiled-language.ts';
import { findVerb } from './verb-table.ts';

/** What the person asks for: deeds, and the very words that may be verbs. */
export interface RequestedActions {
  readonly deeds: ReadonlySet<ActionKind>;
  readonly verbs: ReadonlySet<string>;
  /** The words under no negation that are not only told of. */
  readonly nouns: readonly string[];
  /** Nothing is asked for but an answer. */
  readonly onlyToKnow: boolean;
}

/**
 * The words that may be verbs: in a clause that asks, under no negation, after no article. Where the language does not
 * show, only the first: "Delete ticket 51".
 */
const verbsIn = (words: readonly ClauseWord[], tongues: readonly CompiledLanguage[]): readonly string[] => {
  if (tongues.length === 0) {
    const first = words.find(({ word }) => isWordToken(word));
    return first?.asking === true ? [first.word] : [];
  }
  return words
    .filter(
      ({ word, asking }, at) =>
        asking &&
        isWordToken(word) &&
        !tongues.some(({ articles }) => articles.has(words[at - 1]?.word ?? '')),
    )
    .map(({ word }) => word);
};

const inPhrases = ({ language }: CompiledLanguage, words: readonly ClauseWord[]): readonly ActionKind[] => {
  const line = ` ${words.map(({ word, asking }) => (asking ? word : '-')).join(' ')} `;
  return Object.entries(language.phrases)
    .filter(([phrase]) => line.includes(` ${phrase} `))
    .map(([, deed]) => deed);
};

/** So many words that say something make a wish, even if no table knows its verb. */
const TELLING = 2;

/**
 * Whether a part of a clause may ask for a change: by a verb that is not one of reading, or by words that begin with none,
 * so that nobody can tell what they ask for.
 */
const mayAskForChange = (words: readonly ClauseWord[], tongues: readonly CompiledLanguage[]): boolean => {
  const deedsAt = (word: string): readonly ActionKind[] =>
    tongues.flatMap(({ verbs }) => findVerb(verbs, word));
  const telling = words.filter(
    ({ word, asking }) => asking && !tongues.some(({ common }) => common.has(word)),
  );
  if (verbsIn(words, tongues).some((verb) => deedsAt(verb).some((deed) => deed !== 'fetch'))) return true;
  return telling.length >= TELLING && deedsAt(telling[0]?.word ?? '').length === 0;
};

const onlyToKnow = (words: readonly ClauseWord[], tongues: readonly CompiledLanguage[]): boolean => {
  if (tongues.length === 0) {
    // "Summarize issue 42": too short to show its language, yet plainly nothing but reading
    const known = words.map(({ word }) => COMPILED_LANGUAGES.flatMap(({ verbs }) => findVerb(verbs, word)));
    return known[0]?.includes('fetch') === true && known.flat().every((deed) => deed === 'fetch');
  }
  if (tongues.some((tongue) => inPhrases(tongue, words).length > 0)) return false;
  const parts: ClauseWord[][] = [[]];
  for (const read of words) {
    const ends = !isWordToken(read.word) || tongues.some(({ joins }) => joins.has(read.word));
    if (ends) parts.push([]);
    else parts.at(-1)?.push(read);
  }
  return !parts.some((part) => mayAskForChange(part, tongues));
};

export const findRequestedActions = (
  words: readonly ClauseWord[],
  tongues: readonly CompiledLanguage[],
): RequestedActions => {
  const heads = dropNestedWords(words, tongues);
  const verbs = verbsIn(heads, tongues);
  const deeds = (tongues.length === 0 ? COMPILED_LANGUAGES : tongues).flatMap((tongue) => [
    ...(tongues.length === 0 ? [] : inPhrases(tongue, heads)),
    ...verbs.flatMap((verb) => findVerb(tongue.verbs, verb)),
  ]);
  const nouns = heads.filter(
    ({ word, affirmed, nested }) => affirmed && nested !== true && isWordToken(word),
  );
  return {
    deeds: new Set(deeds),
    verbs: new Set(verbs),
    nouns: nouns.map(({ word }) => word),
    onlyToKnow: onlyToKnow(words, tongues),
  };
};
