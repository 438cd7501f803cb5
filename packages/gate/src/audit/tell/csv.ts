import { display } from '@callgate/core';

/** What a spreadsheet takes for the start of a formula, in the widths it takes for the same. */
const FORMULA = /^[\s'"]*[=+\-@\t\r＝＋－＠]/;

/** One cell: visible characters only, never a formula, always in quotes. */
export const csvCell = (text: string): string => {
  const shown = display(text);
  const safe = FORMULA.test(text) || FORMULA.test(shown) ? `'${shown}` : shown;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** RFC 4180, without the line end. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell))).join(',');
