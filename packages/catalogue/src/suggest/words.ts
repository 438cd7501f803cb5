const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\p{N}+/gu;

/** More of a name is not read: nobody calls a tool or an argument by more. */
export const MOST_OF_NAME = 200;

/** The words of a name, however they were put together. */
export const nameWords = (name: string): readonly string[] =>
  (name.slice(0, MOST_OF_NAME).match(WORD) ?? []).map((word) => word.toLowerCase());

/** The words of a sentence. */
export const textWords = (text: string): readonly string[] =>
  (text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());

const ABBREVIATIONS = /\b(?:e\.g|i\.e|etc|vs|z\.B|p\. ?ex|incl)\./giu;

/** The sentences of a description, at most `most`. Lists and headings are sentences of their own. */
export const sentences = (text: string, most: number): readonly string[] =>
  text
    .replaceAll(ABBREVIATIONS, (short) => short.replaceAll('.', ''))
    .split(/(?<=[.!?。！？])\s+|[\r\n]+|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, most);
