import { stripVTControlCharacters } from 'node:util';

let format: Intl.NumberFormat | undefined;

export const formatInteger = (value: number): string => {
  // made when needed: it takes 20 ms
  format ??= new Intl.NumberFormat('en-US');
  return format.format(value);
};

/** So many things: `1 call`, `2,000 calls`. */
export const formatCount = (count: number, thing: string): string =>
  `${formatInteger(count)} ${thing}${count === 1 ? '' : 's'}`;

/** A part of a whole, or a dash where there is no whole. */
export const formatPercent = (part: number, all: number, digits = 1): string =>
  all === 0 ? '–' : `${((100 * part) / all).toFixed(digits)} %`;

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

/** Rows in columns: the first to the left, the others to the right. */
export const formatColumns = (rows: readonly (readonly string[])[], indent = '  '): string[] => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return rows.map((row) =>
    (
      indent +
      row
        .map((cell, at) => {
          const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
          return at === 0 ? cell + space : space + cell;
        })
        .join('  ')
    ).trimEnd(),
  );
};
