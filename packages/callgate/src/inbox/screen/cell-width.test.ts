import { describe, expect, it } from 'vitest';
import { cellWidth, fitText, padText, wrapLine } from './cell-width.ts';

describe('the width of a text on a terminal', () => {
  it('counts wide characters twice, marks and colours not at all', () => {
    expect(cellWidth('abc')).toBe(3);
    expect(cellWidth('日本')).toBe(4);
    expect(cellWidth('e\u0301a')).toBe(2);
    expect(cellWidth('🦊')).toBe(2);
    expect(cellWidth('\u001B[1mab\u001B[22m')).toBe(2);
  });

  it('never lets a text take more cells than there are', () => {
    for (const text of ['', 'short', 'a longer text', '日本語の文', 'mixed 日本 text 🦊🦊'])
      for (let width = 0; width <= 20; width++) {
        expect(cellWidth(fitText(text, width))).toBeLessThanOrEqual(width);
        expect(cellWidth(padText(text, width))).toBe(width);
      }
  });

  it('breaks a long line after a space where one is near, and loses nothing', () => {
    expect(wrapLine('short', 20)).toEqual(['short']);
    expect(wrapLine('one two three four', 10)).toEqual(['one two ', '↪ three ', '↪ four']);
    expect(wrapLine('abcdefghijkl', 8)).toEqual(['abcdefgh', '↪ ijkl']);
    for (const line of ['日本語の文日本語の文', 'a b c d e f g h i j', 'x'.repeat(50), `${'y'.repeat(9)} z`])
      for (let width = 4; width <= 30; width++) {
        const lines = wrapLine(line, width);
        expect(lines.map((part, at) => (at === 0 ? part : part.slice(2))).join('')).toBe(line);
        for (const part of lines) expect(cellWidth(part)).toBeLessThanOrEqual(width);
      }
  });
});
