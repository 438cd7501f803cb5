import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { display, parseDisplayed } from './display.ts';
import { cases } from '../../test/specification/cases.ts';

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

describe('what a person sees is what is there', () => {
  test.each([
    ['plain text', 'Hello, world! ~', 'Hello, world! ~'],
    ['letters of many scripts', 'Grüße 日本語 Привет שלום مرحبا ไทย', 'Grüße 日本語 Привет שלום مرحبا ไทย'],
    ['emoji', '😀→€', '😀→€'],
    ['marks on a base', 'e\u0301 n\u0303\u0323\u0331', 'e\u0301 n\u0303\u0323\u0331'],
    ['ANSI escapes', '\u001b[31mred\u001b]0;t\u0007', '⟦U+001B⟧[31mred⟦U+001B⟧]0;t⟦U+0007⟧'],
    ['C1 controls', '\u009b2J\u0085', '⟦U+009B⟧2J⟦U+0085⟧'],
    ['bidi overrides', 'a\u202eb\u2066c\u061c', 'a⟦U+202E⟧b⟦U+2066⟧c⟦U+061C⟧'],
    ['zero-width characters', 'a\u200b\u200d\u2060\ufeffb', 'a⟦U+200B⟧⟦U+200D⟧⟦U+2060⟧⟦U+FEFF⟧b'],
    ['tags', 'a\u{e0041}\u{e007f}', 'a⟦U+E0041⟧⟦U+E007F⟧'],
    ['line ends', 'a\r\nb\u2028c\u2029', 'a⟦U+000D⟧⟦U+000A⟧b⟦U+2028⟧c⟦U+2029⟧'],
    ['other spaces', 'a\t\u00a0\u3000\u1680', 'a⟦U+0009⟧⟦U+00A0⟧⟦U+3000⟧⟦U+1680⟧'],
    ['lone surrogates', 'a\ud800b\udc00', 'a⟦U+D800⟧b⟦U+DC00⟧'],
    ['private use', '\ue000\u{10ffff}', '⟦U+E000⟧⟦U+10FFFF⟧'],
    ['unassigned code points', '\u0378\ufffe', '⟦U+0378⟧⟦U+FFFE⟧'],
    ['variation selectors', 'a\ufe0f\u{e0100}', 'a⟦U+FE0F⟧⟦U+E0100⟧'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0', '⟦U+115F⟧⟦U+1160⟧⟦U+3164⟧⟦U+FFA0⟧'],
    ['Khmer and Mongolian invisibles', '\u17b4\u17b5\u180b\u180e', '⟦U+17B4⟧⟦U+17B5⟧⟦U+180B⟧⟦U+180E⟧'],
    ['joiner of marks', 'a\u034f', 'a⟦U+034F⟧'],
    ['blanks', '\u2800\ufffc\u{1d159}\u{13441}\u{16fe4}', '⟦U+2800⟧⟦U+FFFC⟧⟦U+1D159⟧⟦U+13441⟧⟦U+16FE4⟧'],
    ['soft hyphen', 'a\u00adb', 'a⟦U+00AD⟧b'],
    ['a mark without a base', '\u0301a', '⟦U+0301⟧a'],
    ['a mark on a space', 'a \u0301', 'a ⟦U+0301⟧'],
    ['a mark after something revealed', '\u200b\u0301', '⟦U+200B⟧⟦U+0301⟧'],
    [
      'more than three marks',
      'a\u0301\u0302\u0303\u0304\u0305b\u0301',
      'a\u0301\u0302\u0303⟦U+0304⟧⟦U+0305⟧b\u0301',
    ],
    ['brackets that imitate', '⟦U+0041⟧〚', '⟦U+27E6⟧U+0041⟧⟦U+301A⟧'],
    ['nothing', '', ''],
  ])('%s', (_, text, shown) => {
    expect(display(text)).toBe(shown);
    expect(parseDisplayed(shown)).toBe(text);
  });

  test('line feeds pass only when they may, other line ends never', () => {
    expect(display('a\nb')).toBe('a⟦U+000A⟧b');
    expect(display('a\nb\r\n\u2028', { lines: true })).toBe('a\nb⟦U+000D⟧\n⟦U+2028⟧');
    expect(display('a\n\u0301', { lines: true })).toBe('a\n⟦U+0301⟧');
  });

  test('text that was never shown by display is left alone', () => {
    expect(parseDisplayed('⟦U+110000⟧ ⟦U+41⟧ ⟦U+00e9⟧ ⟦')).toBe('⟦U+110000⟧ ⟦U+41⟧ ⟦U+00e9⟧ ⟦');
  });
});

test('quotes in a quoted text are no end of it', () => {
  const text = 'a” b “c”\u0301 d\u202e';
  const shown = display(text, { quoted: true });
  expect(shown).toBe('a⟦U+201D⟧ b ⟦U+201C⟧c⟦U+201D⟧⟦U+0301⟧ d⟦U+202E⟧');
  expect(parseDisplayed(shown)).toBe(text);
  expect(display('“a”')).toBe('“a”');
});

describe('a long text', () => {
  test('keeps its head and its tail and says how much is between', () => {
    expect(display('abcdefghij', { max: 4 })).toBe('ab⟦… 6 characters …⟧ij');
    expect(display('abcdefghij', { max: 5 })).toBe('abc⟦… 5 characters …⟧ij');
    expect(display('abcdefghij', { max: 1 })).toBe('a⟦… 9 characters …⟧');
    expect(display('abcdefghij', { max: 0 })).toBe('⟦… 10 characters …⟧');
    expect(display('abcdefghij', { max: -3 })).toBe('⟦… 10 characters …⟧');
    expect(display('abcdefghij', { max: 9.5 })).toBe('abcde⟦… 1 characters …⟧ghij');
    expect(display('abcdefghij', { max: 10 })).toBe('abcdefghij');
    expect(display('', { max: 0 })).toBe('');
  });

  test('is not cut through a pair, and a mark that lost its base is revealed', () => {
    expect(display('a😀bbbb😀c', { max: 4 })).toBe('a⟦… 8 characters …⟧c');
    expect(display('abbbbbe\u0301', { max: 2 })).toBe('a⟦… 6 characters …⟧⟦U+0301⟧');
  });

  test('cannot forge the sign of a cut', () => {
    expect(display('a⟦… 5 characters …⟧b')).toBe('a⟦U+27E6⟧… 5 characters …⟧b');
  });

  test('shows at most what it may, all from the two ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), fc.nat(), (text, any) => {
        const max = any % text.length;
        const shown = display(text, { max });
        const [sign = '', between = ''] = /⟦… (\d+) characters …⟧/.exec(shown) ?? [];
        const [head = '', tail = ''] = shown.split(sign).map(parseDisplayed);
        expect(head.isWellFormed() && tail.isWellFormed()).toBe(true);
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(head.length + tail.length).toBeLessThanOrEqual(max);
        expect(head.length + tail.length + Number(between)).toBe(text.length);
      }),
      { numRuns: cases(4000, 20_000) },
    );
  });
});

// Reckoned apart from the implementation: the categories one by one, and the invisible ones by number.
const INVISIBLE = new Set([0x2800, 0xfffc, 0x2d7f, 0x1107f, 0x13441, 0x13442, 0x16fe4, 0x1d159]);
const seen = (character: string): boolean =>
  character === ' ' ||
  (!INVISIBLE.has(character.codePointAt(0) ?? 0) &&
    !/\p{DI}|\p{VS}|\p{White_Space}|\p{Join_Control}|\p{Bidi_Control}/u.test(character) &&
    !/\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zs}|\p{Zl}|\p{Zp}/u.test(character));
const isMark = (character: string): boolean => /^[\p{Mn}\p{Mc}\p{Me}]$/u.test(character);
// At the start, after a blank, after an escape, or the fourth in a row.
const STRAY_MARK = /(?:^|[ \n]|⟦U\+[0-9A-F]+⟧|\p{M}{3})\p{M}/u;

describe('over all code points', () => {
  test('only what is seen comes out, and everything can be had back', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      const whole = !seen(character) || code === 0x27e6 || code === 0x301a;
      const escape = `⟦U+${hex(code)}⟧`;
      const alone = display(character);
      const based = display(`x${character}`);
      if (alone !== (whole || isMark(character) ? escape : character)) wrong.push(`${hex(code)} alone`);
      if (based !== `x${whole ? escape : character}`) wrong.push(`${hex(code)} on a base`);
      if (parseDisplayed(alone) !== character || parseDisplayed(based) !== `x${character}`)
        wrong.push(`${hex(code)} back`);
    }
    expect(wrong).toEqual([]);
  });

  const unit = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 0x10ffff }) },
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0x300, max: 0x36f }),
    fc.integer({ min: 0xd800, max: 0xdfff }),
    fc.integer({ min: 0x2000, max: 0x206f }),
    fc.integer({ min: 0xe0000, max: 0xe007f }),
    fc.constantFrom(...Array.from('⟦⟧U+0041…', (character) => character.codePointAt(0) ?? 0)),
  );
  const anything = fc.array(unit, { maxLength: 24 }).map((codes) => String.fromCodePoint(...codes));

  test('no random text gets anything unseen through, and all of it is invertible', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (text, lines) => {
        const shown = display(text, { lines });
        const unseen = Array.from(shown).filter(
          (character) => !seen(character) && !(lines && character === '\n'),
        );
        expect(unseen).toEqual([]);
        expect(shown).not.toMatch(STRAY_MARK);
        expect(parseDisplayed(shown)).toBe(text);
      }),
      { numRuns: cases(20_000, 100_000) },
    );
  });

  test('different texts look different', () => {
    fc.assert(
      fc.property(anything, anything, (one, other) => {
        expect(display(one) === display(other)).toBe(one === other);
      }),
      { numRuns: cases(4000, 20_000) },
    );
  });

  test('a long text of anything is no trouble', () => {
    for (const piece of ['é', '\u0301', '\u202e', '😀', 'a \u0301'])
      expect(display(piece.repeat(200_000))).not.toBe('');
    for (const end of ['', 'é', '\u0301', '\n']) expect(display('a'.repeat(8_000_000) + end)).not.toBe('');
  }, 60_000);
});
