import { LANGUAGES, splitWordList } from './language.ts';
import { toSingular } from './to-singular.ts';

/** A word may stand in the tables of several languages. */
const KINDS: ReadonlyMap<string, readonly string[]> = LANGUAGES.flatMap(({ kinds }) =>
  Object.entries(kinds),
).reduce(
  (all, [name, meant]) => all.set(name, [...(all.get(name) ?? []), ...splitWordList(meant)]),
  new Map<string, readonly string[]>(),
);

/** Whether a word, in lower case, means this kind of thing, in any language. */
export const isWordForKind = (word: string, kind: string): boolean =>
  toSingular(word) === kind || (KINDS.get(word) ?? KINDS.get(toSingular(word)))?.includes(kind) === true;

export const isKindWord = (word: string): boolean => KINDS.has(word);
