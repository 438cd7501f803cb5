import { readEntity } from './read-entity.ts';
import { NO_ESCAPE, escapeCode, packEscape, escapeLength } from './packed-escape.ts';

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const HASH = 0x23;
const BRACE = 0x7b;
const END_BRACE = 0x7d;
const SEMICOLON = 0x3b;
const LOWER_U = 0x75;
const UPPER_U = 0x55;
const LOWER_X = 0x78;
const HIGHEST = 0x10ffff;
const NO_DIGIT = 99;

/** The letters after a backslash that stand for a control character in JSON, JavaScript and shells. */
const CONTROLS: ReadonlyMap<number, number> = new Map(
  Object.entries({ b: 0x08, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b }).map(([letter, code]) => [
    letter.charCodeAt(0),
    code,
  ]),
);

const digitAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NO_DIGIT;
};

/** A number of at least `least` digits and at most `most`, `before` characters after the mark. */
const numberAt = (
  text: string,
  at: number,
  before: number,
  base: 8 | 10 | 16,
  least: number,
  most: number,
): number => {
  let code = 0;
  let end = at;
  for (; end < at + most; end += 1) {
    const digit = digitAt(text, end);
    if (digit >= base) break;
    code = Math.min(code * base + digit, HIGHEST + 1);
  }
  return end - at < least || code > HIGHEST ? NO_ESCAPE : packEscape(code, end - at + before);
};

/** With the character that closes it, where that stands `at` the mark and the length of the escape. */
const closeEscape = (text: string, at: number, escape: number, mark: number): number =>
  escape !== NO_ESCAPE && text.charCodeAt(at + escapeLength(escape)) === mark
    ? packEscape(escapeCode(escape), escapeLength(escape) + 1)
    : escape;

/** One byte, where the escape is one of bytes: `%c3`, `\xc3`, `\303`. */
const byteAfter = (mark: number, text: string, at: number): number => {
  if (mark === PERCENT) return numberAt(text, at, 0, 16, 2, 2);
  if (mark !== BACKSLASH) return NO_ESCAPE;
  if (text.charCodeAt(at) === LOWER_X) return numberAt(text, at + 1, 1, 16, 2, 2);
  const octal = numberAt(text, at, 0, 8, 1, 3);
  return octal !== NO_ESCAPE && escapeCode(octal) > 0xff ? numberAt(text, at, 0, 8, 1, 2) : octal;
};

/** How many bytes of UTF-8 follow this one. */
const continuationBytes = (lead: number): number => {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
};

/** Bytes that are UTF-8 together are one character; others are characters of Latin-1. */
const characterAfter = (mark: number, text: string, at: number): number => {
  const lead = byteAfter(mark, text, at);
  const more = lead === NO_ESCAPE ? 0 : continuationBytes(escapeCode(lead));
  if (more === 0) return lead;
  let code = escapeCode(lead) & (0x3f >> more);
  let length = escapeLength(lead);
  for (let left = more; left > 0; left -= 1) {
    const next = byteAfter(text.charCodeAt(at + length), text, at + length + 1);
    if (next === NO_ESCAPE || (escapeCode(next) & 0xc0) !== 0x80) return lead;
    code = (code << 6) | (escapeCode(next) & 0x3f);
    length += escapeLength(next) + 1;
  }
  return code > HIGHEST ? lead : packEscape(code, length);
};

const bracedEscape = (text: string, at: number): number =>
  text.charCodeAt(at + 1) === BRACE
    ? closeEscape(text, at, numberAt(text, at + 2, 2, 16, 1, 8), END_BRACE)
    : NO_ESCAPE;

const afterBackslash = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return NO_ESCAPE;
  if (code === LOWER_U) return bracedEscape(text, at) || numberAt(text, at + 1, 1, 16, 4, 4);
  if (code === LOWER_X) return bracedEscape(text, at) || characterAfter(BACKSLASH, text, at);
  if (code === UPPER_U) return numberAt(text, at + 1, 1, 16, 8, 8) || packEscape(code, 1);
  if (code >= 0x30 && code <= 0x37) return characterAfter(BACKSLASH, text, at);
  return packEscape(CONTROLS.get(code) ?? code, 1);
};

const afterAmpersand = (text: string, at: number): number => {
  if (text.charCodeAt(at) !== HASH) return readEntity(text, at);
  const number =
    (text.charCodeAt(at + 1) | 0x20) === LOWER_X
      ? numberAt(text, at + 2, 2, 16, 1, Infinity)
      : numberAt(text, at + 1, 1, 10, 1, Infinity);
  return closeEscape(text, at, number, SEMICOLON);
};

/** Whether an escape may begin with it. */
export const isEscapeMark = (code: number): boolean =>
  code === BACKSLASH || code === PERCENT || code === AMPERSAND;

/** The escape of JSON, JavaScript, C, shells, urls or HTML that a mark makes of what follows it. */
export const readEscape = (mark: number, text: string, at: number): number => {
  if (mark === BACKSLASH) return afterBackslash(text, at);
  if (mark === AMPERSAND) return afterAmpersand(text, at);
  if (mark !== PERCENT) return NO_ESCAPE;
  return (text.charCodeAt(at) | 0x20) === LOWER_U
    ? numberAt(text, at + 1, 1, 16, 4, 4)
    : characterAfter(PERCENT, text, at);
};
