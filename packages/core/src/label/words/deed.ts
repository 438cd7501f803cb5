import type { Deed } from './language.ts';
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

interface Stem {
  readonly text: string;
  readonly deeds: readonly Deed[];
}

const SHORT_STEM = 3;
const SHORT_ENDINGS: ReadonlySet<string> = new Set(['', 's', 'ed', 'd', 'ing', 'en', 'e', 'es', 'st', 't']);
const LONGEST_ENDING = 4;

const STEMS: ReadonlyMap<string, Stem> = (() => {
  const stems = new Map<string, Stem>();
  for (const language of LANGUAGES)
    for (const deed of DEEDS)
      for (const text of listed(language.deeds[deed])) {
        const deeds = stems.get(text)?.deeds ?? [];
        if (!deeds.includes(deed)) stems.set(text, { text, deeds: [...deeds, deed] });
      }
  return stems;
})();

const NONE: readonly Deed[] = Object.freeze([]);

/** The deeds a word, in lower case, may stand for: the longest stem it begins with, and no more than an ending after it. */
export const deedsOf = (word: string): readonly Deed[] => {
  for (let length = Math.min(word.length, 16); length >= 2; length--) {
    const stem = STEMS.get(word.slice(0, length));
    if (stem === undefined) continue;
    const ending = word.slice(length);
    if (length <= SHORT_STEM ? SHORT_ENDINGS.has(ending) : ending.length <= LONGEST_ENDING) return stem.deeds;
  }
  return NONE;
};
