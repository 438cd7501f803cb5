import { describe, expect, it } from 'vitest';
import { decodeHiddenTexts, hasHiddenCharacters, revealHidden } from './hidden-characters.ts';

const SECRET = 'The door code is 7QX-4411-ZULU. Zoë';
const bytes = [...new TextEncoder().encode(SECRET)];
const SHORT = SECRET.slice(0, 30);
const tags = [...SHORT].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('');
const selectors = bytes
  .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
  .join('');
const bits = bytes
  .map((byte) => byte.toString(2).padStart(8, '0').replaceAll('0', '\u200B').replaceAll('1', '\u200C'))
  .join('');

describe('a text hides characters', () => {
  it.each([
    ['tag characters', `weather${tags}`],
    ['variation selectors', `weather${selectors}`],
    ['variation selectors after an emoji', `weather 🙂${selectors}`],
    ['bits', `weather${bits}`],
    ['two in a row', 'wea\u200B\u200Dther'],
    ['one after each letter', [...'weather today'].join('\u200B')],
    ['one selector after each of many characters', [...'天气预报今天明天后天'].join('\u{E0101}')],
    ['a flag of no region', `\u{1F3F4}${tags}\u{E007F}`],
    ['more joiners than words', [...'سلامسلامسلامسلام'].join('\u200C')],
  ])('as %s', (_, text) => {
    expect(hasHiddenCharacters(text)).toBe(true);
  });

  it.each([
    ['plain', 'weather in Zürich'],
    ['emoji with a style', 'sun ☀️☀️☀️ and ❤️'.repeat(10)],
    ['a family, a profession, a keycap and a skin', '👨‍👩‍👧‍👦 👩🏽‍🚀 1️⃣ #️⃣ 👍🏽 🏳️‍🌈 🏴‍☠️'],
    ['the flag of a region', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['Persian', 'می‌خواهم کتاب‌ها را ببینم'.repeat(8)],
    ['Hindi', 'क्‍ष और श्री'],
    ['a soft hyphen and a mark of direction', 'Wetter\u00ADbericht \u200Fשלום'],
  ])('but not %s', (_, text) => {
    expect(hasHiddenCharacters(text)).toBe(false);
  });

  it('that are shown by their numbers', () => {
    expect(revealHidden('a\u200Bb')).toBe('a\\u{200b}b');
  });

  it('that are read as what they say', () => {
    expect(decodeHiddenTexts(`weather${tags}`)).toEqual([SHORT]);
    expect(decodeHiddenTexts(`weather${selectors}`)).toEqual([SECRET]);
    expect(decodeHiddenTexts('weather')).toEqual([]);
    expect(decodeHiddenTexts('wea\u00ADther')).toEqual([]);
  });
});
