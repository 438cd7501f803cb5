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

const LONGEST_STEM = 16;

/** Verbs of one or more languages, and what may come after their stems. */
interface Verbs {
  readonly stems: ReadonlyMap<string, readonly Deed[]>;
  readonly endings: ReadonlySet<string>;
}

const verbsOf = (languages: readonly Language[], endings: readonly string[]): Verbs => {
  const stems = new Map<string, readonly Deed[]>();
  for (const language of languages)
    for (const deed of DEEDS)
      for (const stem of listed(language.deeds[deed])) stems.set(stem, [...(stems.get(stem) ?? []), deed]);
  return { stems, endings: new Set(['', ...endings]) };
};

const NONE: readonly Deed[] = Object.freeze([]);

/** `cancel` and `cancelled`: the last letter of a stem may be doubled before its ending. */
const isEnding = (endings: ReadonlySet<string>, stem: string, ending: string): boolean =>
  endings.has(ending) || (ending.length > 1 && ending[0] === stem.at(-1) && endings.has(ending.slice(1)));

/** The longest stem the word begins with, if what comes after it is an ending. */
const find = ({ stems, endings }: Verbs, word: string): readonly Deed[] => {
  for (let length = Math.min(word.length, LONGEST_STEM); length >= 2; length--) {
    const stem = word.slice(0, length);
    const deeds = stems.get(stem);
    if (deeds !== undefined && isEnding(endings, stem, word.slice(length))) return deeds;
  }
  return NONE;
};

/** In the name of a tool a verb stands in its plain form: `droplet` is not something dropped. */
const PLAIN_ENDINGS: readonly string[] = ['e', 'y', 'ify', 'ize', 'ise', 'en'];

const PLAIN: Verbs = verbsOf(LANGUAGES, PLAIN_ENDINGS);

const TABLES: readonly { readonly common: ReadonlySet<string>; readonly verbs: Verbs }[] = LANGUAGES.map(
  (language) => ({
    common: new Set(listed(language.empty)),
    verbs: verbsOf([language], listed(language.endings)),
  }),
);

/** The deeds a word of a name, in lower case, stands for in any language. */
export const deedsOf = (word: string): readonly Deed[] => find(PLAIN, word);

/**
 * The deeds some words, in lower case, ask for, read in the language most of the common ones belong to: what is a verb
 * in one language is a noun or an adjective in another.
 */
export const deedsIn = (words: readonly string[]): ReadonlySet<Deed> => {
  const counts = TABLES.map(({ common }) => words.filter((word) => common.has(word)).length);
  const most = Math.max(...counts);
  const spoken = TABLES.filter((_, index) => counts[index] === most);
  return new Set(spoken.flatMap(({ verbs }) => words.flatMap((word) => find(verbs, word))));
};
