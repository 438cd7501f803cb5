import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Paints a text, or leaves it where nobody wants colours. */
export type Paint = (style: Style, text: string) => string;

export const paintFor =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

const WIDE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}]/gu;
const MARKS = /\p{M}/gu;

/** How many columns of a terminal it takes. */
export const widthOf = (text: string): number => {
  const plain = stripVTControlCharacters(text);
  return [...plain.replaceAll(MARKS, '')].length + (plain.match(WIDE)?.length ?? 0);
};

/** Its beginning, where it is too wide. Not for text with colours. */
export const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  let shown = '';
  for (const character of text) {
    if (widthOf(shown + character) > width - 1) break;
    shown += character;
  }
  return `${shown}…`;
};

/** Words in lines of at most this width. A word that is wider has a line of its own. */
export const wrap = (text: string, width: number, indent = ''): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(indent + longer) > width) {
      lines.push(indent + line);
      line = word;
    } else line = longer;
  }
  return [...lines, indent + line];
};

/** Cells in columns; those of `right` stand to the right. The last is as wide as it wants. */
export const columns = (
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number> = new Set(),
  indent = '  ',
): readonly string[] => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return rows.map((row) =>
    (
      indent +
      row
        .map((cell, at) => {
          const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
          return right.has(at) ? space + cell : cell + space;
        })
        .join('  ')
    ).trimEnd(),
  );
};
