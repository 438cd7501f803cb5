import type { ActionKind, Language } from './language.ts';
import { ACTION_KINDS, LANGUAGES, splitWordList } from './language.ts';

const LONGEST_STEM = 16;

/** Verbs of one or more languages, and what may come after their stems. */
export interface VerbTable {
  readonly stems: ReadonlyMap<string, readonly ActionKind[]>;
  readonly endings: ReadonlySet<string>;
}

export const compileVerbs = (languages: readonly Language[], endings: readonly string[]): VerbTable => {
  const stems = new Map<string, readonly ActionKind[]>();
  for (const language of languages)
    for (const deed of ACTION_KINDS)
      for (const stem of splitWordList(language.deeds[deed]))
        stems.set(stem, [...(stems.get(stem) ?? []), deed]);
  return { stems, endings: new Set(['', ...endings]) };
};

const NONE: readonly ActionKind[] = Object.freeze([]);

/** `cancel` and `cancelled`: the last letter of a stem may be doubled before its ending. `good` is not a form of `go`. */
const isEnding = (endings: ReadonlySet<string>, stem: string, ending: string): boolean =>
  endings.has(ending) ||
  (/^[^aeiou]./.test(ending) && ending[0] === stem.at(-1) && endings.has(ending.slice(1)));

/** What the longest stem stands for that the word begins with, if what comes after it is an ending. */
export const findStem = <Sense>(
  stems: ReadonlyMap<string, readonly Sense[]>,
  endings: ReadonlySet<string>,
  word: string,
): readonly Sense[] | undefined => {
  for (let length = Math.min(word.length, LONGEST_STEM); length >= 2; length--) {
    const stem = word.slice(0, length);
    const senses = stems.get(stem);
    if (senses !== undefined && isEnding(endings, stem, word.slice(length))) return senses;
  }
  return undefined;
};

export const findVerb = ({ stems, endings }: VerbTable, word: string): readonly ActionKind[] =>
  findStem(stems, endings, word) ?? NONE;

/** In the name of a tool a verb stands in its plain form: `droplet` is not something dropped. */
const PLAIN_ENDINGS: readonly string[] = ['e', 'y', 'ify', 'ize', 'ise', 'en'];

const PLAIN: VerbTable = compileVerbs(LANGUAGES, PLAIN_ENDINGS);

/** The deeds a word of a name, in lower case, stands for in any language. */
export const findActions = (word: string): readonly ActionKind[] => findVerb(PLAIN, word);
