/** So many letters in a row are a quotation, however they are put into words. */
export const MIN_ROW_LENGTH = 20;
/** A part of a row by which most rows are told apart. */
const GRAM = 8;
/** Of so many places that follow each other one is in every run of `ROW` letters, with `GRAM` letters from it. */
const STRIDE = MIN_ROW_LENGTH - GRAM + 1;
/** A run that has fewer ends of words inside is one long word, or two. */
const FEWEST_ENDS = 2;

/** The letters of a text without case and without anything between them, and which of them begin a word. */
export interface LetterRow {
  readonly letters: string;
  readonly begins: Uint8Array;
}

const LETTERS = /\p{L}+/gu;

/** Where a digit stands before a word, it is told from a word after a space. */
export const makeLetterRow = (text: string): LetterRow => {
  const lower = text.toLowerCase();
  const words: string[] = [];
  const starts: number[] = [];
  let [length, end] = [0, 0];
  for (const match of lower.matchAll(LETTERS)) {
    if (!/\p{N}/u.test(lower.slice(end, match.index))) starts.push(length);
    words.push(match[0]);
    length += match[0].length;
    end = match.index + match[0].length;
  }
  const begins = new Uint8Array(length);
  for (const at of starts) begins[at] = 1;
  return { letters: words.join(''), begins };
};

/** How the letters of a run are put into words, as bits. */
const spacingAt = (begins: Uint8Array, from: number): number => {
  let bits = 0;
  for (let at = from + 1; at < from + MIN_ROW_LENGTH; at++) bits = (bits << 1) | (begins[at] ?? 0);
  return bits;
};

const endsIn = (spacing: number): number => {
  let count = 0;
  for (let bits = spacing; bits !== 0; bits &= bits - 1) count++;
  return count;
};

/** A run stands there in more than one spacing. */
const SEVERAL = -1;

/** All runs of letters of several texts, with how they are put into words. */
export class LetterRuns {
  readonly #spacings = new Map<string, number>();
  readonly #grams = new Set<string>();

  add({ letters, begins }: LetterRow): void {
    if (letters.length < MIN_ROW_LENGTH) return;
    for (let at = 0; at + GRAM <= letters.length; at++) this.#grams.add(letters.slice(at, at + GRAM));
    for (let at = 0; at + MIN_ROW_LENGTH <= letters.length; at++) {
      const run = letters.slice(at, at + MIN_ROW_LENGTH);
      const spacing = spacingAt(begins, at);
      const known = this.#spacings.get(run);
      if (known !== spacing) this.#spacings.set(run, known === undefined ? spacing : SEVERAL);
    }
  }

  /** Runs of several words of a text that stand here put into other words: as one, sign by sign, cut elsewhere. */
  *respaced({ letters, begins }: LetterRow): Generator<string> {
    if (this.#spacings.size === 0) return;
    for (let at = 0; at + GRAM <= letters.length; at += STRIDE) {
      if (!this.#grams.has(letters.slice(at, at + GRAM))) continue;
      for (
        let from = Math.max(0, at - STRIDE + 1);
        from <= at && from + MIN_ROW_LENGTH <= letters.length;
        from++
      ) {
        const run = letters.slice(from, from + MIN_ROW_LENGTH);
        const known = this.#spacings.get(run);
        if (known === undefined) continue;
        const spacing = spacingAt(begins, from);
        if (known !== spacing && endsIn(spacing) >= FEWEST_ENDS) yield run;
      }
    }
  }
}
