import { stripVTControlCharacters } from 'node:util';

const MARK = /\p{M}/u;
/** Characters that take two cells of a terminal: East Asian wide and full-width ones, and pictures. */
const WIDE =
  /[\u{1100}-\u{115f}\u{2329}\u{232a}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f004}\u{1f0cf}\u{1f18e}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const cellsOf = (character: string): number => (MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

const PLAIN = /^[ -~]*$/;

/** How many cells of a terminal a text takes; what colours it takes none. */
export const cellWidth = (text: string): number => {
  const plain = stripVTControlCharacters(text);
  if (PLAIN.test(plain)) return plain.length;
  let width = 0;
  for (const character of plain) width += cellsOf(character);
  return width;
};

/** A text without colours in no more than so many cells; where something is cut, an ellipsis says so. */
export const fitText = (text: string, width: number): string => {
  if (width <= 0) return '';
  if (cellWidth(text) <= width) return text;
  let used = 0;
  let out = '';
  for (const character of text) {
    const more = cellsOf(character);
    if (used + more > width - 1) break;
    used += more;
    out += character;
  }
  return `${out}…`;
};

/** A text in exactly so many cells. */
export const padText = (text: string, width: number): string => {
  const short = fitText(text, width);
  return short + ' '.repeat(Math.max(0, width - cellWidth(short)));
};

/** Stands before what is left of a line that was too long: no line of its own begins with it. */
const GOES_ON = '↪ ';

/** Where a line that is too long is broken: after a space if one is near, else where the room ends. */
const breakOf = (line: string): number => {
  const space = line.lastIndexOf(' ') + 1;
  return space > Math.max(GOES_ON.length, line.length / 2) ? space : line.length;
};

/** One line as the lines of a terminal that is so wide; nothing is left out. */
export const wrapLine = (line: string, width: number): readonly string[] => {
  const most = Math.max(GOES_ON.length + 2, width);
  const lines: string[] = [];
  let here = '';
  let used = 0;
  for (const character of line) {
    const more = cellsOf(character);
    if (used + more > most) {
      const end = breakOf(here);
      const rest = GOES_ON + here.slice(end);
      const fits = cellWidth(rest) + more <= most;
      lines.push(fits ? here.slice(0, end) : here);
      here = fits ? rest : GOES_ON;
      used = cellWidth(here);
    }
    here += character;
    used += more;
  }
  lines.push(here);
  return lines;
};
