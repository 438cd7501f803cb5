import { LANGUAGES, listed } from './language.ts';
import { singular } from '../seen/singular.ts';

const KINDS: ReadonlyMap<string, readonly string[]> = new Map(
  LANGUAGES.flatMap(({ kinds }) =>
    Object.entries(kinds).map(([name, meant]): [string, string[]] => [name, listed(meant)]),
  ),
);

/** Whether a word, in lower case, means this kind of thing, in any language. */
export const meansKind = (word: string, kind: string): boolean =>
  singular(word) === kind || (KINDS.get(word) ?? KINDS.get(singular(word)))?.includes(kind) === true;

export const isKind = (word: string): boolean => KINDS.has(word);
