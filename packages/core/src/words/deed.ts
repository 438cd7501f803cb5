import type { Read } from './clause.ts';
import type { Deed } from './language.ts';
import { withoutNested } from './nesting.ts';
import { isWord } from './tokens.ts';
import type { Tongue } from './tongue.ts';
import { TONGUES } from './tongue.ts';
import { findVerb } from './verbs.ts';

/** What the person asks for: deeds, and the very words that may be verbs. */
export interface Asked {
  readonly deeds: ReadonlySet<Deed>;
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
const verbsIn = (words: readonly Read[], tongues: readonly Tongue[]): readonly string[] => {
  if (tongues.length === 0) {
    const first = words.find(({ word }) => isWord(word));
    return first?.asking === true ? [first.word] : [];
  }
  return words
    .filter(
      ({ word, asking }, at) =>
        asking && isWord(word) && !tongues.some(({ articles }) => articles.has(words[at - 1]?.word ?? '')),
    )
    .map(({ word }) => word);
};

const inPhrases = ({ language }: Tongue, words: readonly Read[]): readonly Deed[] => {
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
const mayAskForChange = (words: readonly Read[], tongues: readonly Tongue[]): boolean => {
  const deedsAt = (word: string): readonly Deed[] => tongues.flatMap(({ verbs }) => findVerb(verbs, word));
  const telling = words.filter(
    ({ word, asking }) => asking && !tongues.some(({ common }) => common.has(word)),
  );
  if (verbsIn(words, tongues).some((verb) => deedsAt(verb).some((deed) => deed !== 'fetch'))) return true;
  return telling.length >= TELLING && deedsAt(telling[0]?.word ?? '').length === 0;
};

const onlyToKnow = (words: readonly Read[], tongues: readonly Tongue[]): boolean => {
  if (tongues.length === 0) {
    // "Summarize issue 42": too short to show its language, yet plainly nothing but reading
    const known = words.map(({ word }) => TONGUES.flatMap(({ verbs }) => findVerb(verbs, word)));
    return known[0]?.includes('fetch') === true && known.flat().every((deed) => deed === 'fetch');
  }
  if (tongues.some((tongue) => inPhrases(tongue, words).length > 0)) return false;
  const parts: Read[][] = [[]];
  for (const read of words) {
    const ends = !isWord(read.word) || tongues.some(({ joins }) => joins.has(read.word));
    if (ends) parts.push([]);
    else parts.at(-1)?.push(read);
  }
  return !parts.some((part) => mayAskForChange(part, tongues));
};

export const askedIn = (words: readonly Read[], tongues: readonly Tongue[]): Asked => {
  const heads = withoutNested(words, tongues);
  const verbs = verbsIn(heads, tongues);
  const deeds = (tongues.length === 0 ? TONGUES : tongues).flatMap((tongue) => [
    ...(tongues.length === 0 ? [] : inPhrases(tongue, heads)),
    ...verbs.flatMap((verb) => findVerb(tongue.verbs, verb)),
  ]);
  const nouns = heads.filter(({ word, affirmed, nested }) => affirmed && nested !== true && isWord(word));
  return {
    deeds: new Set(deeds),
    verbs: new Set(verbs),
    nouns: nouns.map(({ word }) => word),
    onlyToKnow: onlyToKnow(words, tongues),
  };
};
