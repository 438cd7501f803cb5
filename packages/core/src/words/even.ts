/** A word as it is written without accents, with `ss` for `ß`. */
export const withoutAccents = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('’', "'");

/**
 * The same with `ae`, `oe`, `ue` for umlauts: `lösche`, `loesche` and `losche` are one. Only for words that tighten.
 */
export const evenOut = (word: string): string => withoutAccents(word).replace(/([aou])e/g, '$1');

/** Evens out a list of words, each as a whole. */
export const evenOutAll = (words: Iterable<string>): ReadonlySet<string> => new Set([...words].map(evenOut));
