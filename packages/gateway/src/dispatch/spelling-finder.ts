import type { CharacterTest } from './decoded-view.ts';
import type { SecretSpelling } from './secret-spellings.ts';

const ASCII = 128;
const BLOCK = 3;
const BUCKETS = 4096;
/** Longer ones are told apart by their beginning. */
const MAX_WINDOW = 64;

/** Letters without their case, and the two alphabets of base64 as one. */
const FOLD: Uint8Array = Uint8Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === '-') return 0x2b;
  return character === '_' ? 0x2f : character.toLowerCase().charCodeAt(0);
});

const foldAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < ASCII ? (FOLD[code] ?? 0) : code;
};

/** Of the block that ends there. */
const bucketAt = (text: string, at: number): number =>
  (foldAt(text, at - 2) * 961 + foldAt(text, at - 1) * 31 + foldAt(text, at)) & (BUCKETS - 1);

/** Of hex and of base64. */
const ALWAYS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_';

const alphabetOf = (spellings: readonly SecretSpelling[]): CharacterTest => {
  const low = new Uint8Array(ASCII);
  const high = new Set<number>();
  for (const text of [ALWAYS, ...spellings.map((spelling) => spelling.text)])
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      if (code < ASCII) low[code] = 1;
      // JSON escapes the halves of a surrogate pair
      else
        for (const each of [code, character.charCodeAt(0), character.charCodeAt(character.length - 1)])
          high.add(each);
    }
  return (code) => (code < ASCII ? low[code] === 1 : high.has(code));
};

const matchesAt = (text: string, at: number, { text: wanted, exact }: SecretSpelling): boolean => {
  if (exact) return text.startsWith(wanted, at);
  if (at + wanted.length > text.length) return false;
  for (let place = 0; place < wanted.length; place += 1)
    if (foldAt(text, at + place) !== foldAt(wanted, place)) return false;
  return true;
};

/** Finds any of many spellings in one pass that skips most of the text (Wu and Manber). */
export class SpellingFinder {
  /** No text that is shorter has any of them in it. */
  readonly shortest: number;
  /** The characters that count in a text. */
  readonly alphabet: CharacterTest;
  readonly #window: number;
  readonly #shifts: Uint8Array;
  readonly #endsIn: ReadonlyMap<number, readonly SecretSpelling[]>;

  /** None of them may be shorter than a block. */
  constructor(spellings: readonly SecretSpelling[]) {
    this.shortest = Math.min(...spellings.map(({ text }) => text.length));
    this.alphabet = alphabetOf(spellings);
    this.#window = Math.min(this.shortest, MAX_WINDOW);
    this.#shifts = new Uint8Array(BUCKETS).fill(this.#window - BLOCK + 1);
    const endsIn = new Map<number, SecretSpelling[]>();
    // the longest first: what is hidden is hidden whole
    for (const spelling of spellings.toSorted((one, other) => other.text.length - one.text.length)) {
      for (let end = BLOCK - 1; end < this.#window; end += 1) {
        const bucket = bucketAt(spelling.text, end);
        this.#shifts[bucket] = Math.min(this.#shifts[bucket] ?? 0, this.#window - 1 - end);
      }
      const last = bucketAt(spelling.text, this.#window - 1);
      endsIn.set(last, [...(endsIn.get(last) ?? []), spelling]);
    }
    this.#endsIn = endsIn;
  }

  /** The first one at or after `from`. */
  find(text: string, from = 0): { readonly start: number; readonly end: number } | undefined {
    const window = this.#window;
    for (let at = from + window - 1; at < text.length;) {
      const bucket = bucketAt(text, at);
      const shift = this.#shifts[bucket] ?? 0;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const start = at - window + 1;
      const found = this.#endsIn.get(bucket)?.find((spelling) => matchesAt(text, start, spelling));
      if (found !== undefined) return { start, end: start + found.text.length };
      at += 1;
    }
    return undefined;
  }
}
