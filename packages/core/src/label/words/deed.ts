import type { Read } from './clause.ts';
import type { Deed } from './language.ts';
import { isWord } from './tokens.ts';
import type { Tongue } from './tongue.ts';
import { TONGUES } from './tongue.ts';
import { findVerb } from './verbs.ts';

/** What the person asks for: deeds, and the very words that may be verbs. */
export interface Asked {
  readonly deeds: ReadonlySet<Deed>;
  readonly verbs: ReadonlySet<string>;
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

export const askedIn = (words: readonly Read[], tongues: readonly Tongue[]): Asked => {
  const verbs = verbsIn(words, tongues);
  const deeds = (tongues.length === 0 ? TONGUES : tongues).flatMap((tongue) => [
    ...(tongues.length === 0 ? [] : inPhrases(tongue, words)),
    ...verbs.flatMap((verb) => findVerb(tongue.verbs, verb)),
  ]);
  return { deeds: new Set(deeds), verbs: new Set(verbs) };
};
