/** A word as it is written without accents, with `ss` for `ß`. */
export const stripAccents = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('’', "'");

/**
 * The same with `ae`, `oe`, `ue` for umlauts: `lösche`, `loesche` and `losche` are one. Only for words that tighten.
 */
export const foldUmlauts = (word: string): string => stripAccents(word).replace(/([aou])e/g, '$1');

/** Evens out a list of words, each as a whole. */
export const foldAllUmlauts = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].map(foldUmlauts));
