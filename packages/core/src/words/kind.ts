import { LANGUAGES, listed } from './language.ts';
import { singular } from './singular.ts';

/** A word may stand in the tables of several languages. */
const KINDS: ReadonlyMap<string, readonly string[]> = LANGUAGES.flatMap(({ kinds }) =>
  Object.entries(kinds),
).reduce(
  (all, [name, meant]) => all.set(name, [...(all.get(name) ?? []), ...listed(meant)]),
  new Map<string, readonly string[]>(),
);

/** Whether a word, in lower case, means this kind of thing, in any language. */
export const meansKind = (word: string, kind: string): boolean =>
  singular(word) === kind || (KINDS.get(word) ?? KINDS.get(singular(word)))?.includes(kind) === true;

export const isKind = (word: string): boolean => KINDS.has(word);
