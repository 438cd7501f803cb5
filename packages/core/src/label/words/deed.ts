import type { Deed, Language } from './language.ts';
import { LANGUAGES, listed } from './language.ts';

export const DEEDS: readonly Deed[] = [
  'remove',
  'change',
  'move',
  'send',
  'pay',
  'share',
  'create',
  'book',
  'run',
  'stop',
  'fetch',
];

interface Stem {
  readonly deeds: readonly Deed[];
}

const SHORT_STEM = 3;
const SHORT_ENDINGS: ReadonlySet<string> = new Set(['', 's', 'ed', 'd', 'ing', 'en', 'e', 'es', 'st', 't']);
const LONGEST_ENDING = 4;
const LONGEST_STEM = 16;

type Stems = ReadonlyMap<string, Stem>;

const stemsOf = (languages: readonly Language[]): Stems => {
  const stems = new Map<string, Stem>();
  for (const language of languages)
    for (const deed of DEEDS)
      for (const text of listed(language.deeds[deed])) {
        const deeds = stems.get(text)?.deeds ?? [];
        if (!deeds.includes(deed)) stems.set(text, { deeds: [...deeds, deed] });
      }
  return stems;
};

const NONE: readonly Deed[] = Object.freeze([]);

/** The longest stem the word begins with, and no more than an ending after it. */
const find = (stems: Stems, word: string): readonly Deed[] => {
  for (let length = Math.min(word.length, LONGEST_STEM); length >= 2; length--) {
    const stem = stems.get(word.slice(0, length));
    if (stem === undefined) continue;
    const ending = word.slice(length);
    if (length <= SHORT_STEM ? SHORT_ENDINGS.has(ending) : ending.length <= LONGEST_ENDING) return stem.deeds;
  }
  return NONE;
};

const ALL: Stems = stemsOf(LANGUAGES);

const TABLES: readonly { readonly common: ReadonlySet<string>; readonly stems: Stems }[] = LANGUAGES.map(
  (language) => ({ common: new Set(listed(language.empty)), stems: stemsOf([language]) }),
);

/** The deeds a word, in lower case, may stand for in any language. */
export const deedsOf = (word: string): readonly Deed[] => find(ALL, word);

/**
 * The deeds some words, in lower case, ask for, read in the language most of the common ones belong to: what is a verb
 * in one language is a noun or an adjective in another.
 */
export const deedsIn = (words: readonly string[]): ReadonlySet<Deed> => {
  const counts = TABLES.map(({ common }) => words.filter((word) => common.has(word)).length);
  const most = Math.max(...counts);
  const spoken = TABLES.filter((_, index) => counts[index] === most);
  return new Set(spoken.flatMap(({ stems }) => words.flatMap((word) => find(stems, word))));
};
