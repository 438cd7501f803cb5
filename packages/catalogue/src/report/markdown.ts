import { display } from '@callgate/core';

/**
 * As a code span, in which nothing is markup, nor a link, nor a mention. A bar would end the cell of a table, and
 * readers differ about one behind a backslash.
 */
export const codeSpan = (text: string, max = 300): string => {
  const shown = display(text, { max });
  if (shown.trim() === '') return '–';
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown.replaceAll('|', '⟦U+007C⟧')}${space}${fence}`;
};

/** Always taken for a letter, wherever it stands. */
const ALWAYS = /[\\`*[\]<>&|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** What begins a heading, a list or a quotation. */
const AT_START = /^(\s*)([-+#=]|\d+[.)])/;

/** A sentence that may quote untrusted text: nothing in it becomes markup, a link or a mention. */
export const escapeProse = (text: string, max = 1200): string =>
  display(text, { max })
    .replaceAll(ALWAYS, String.raw`\$&`)
    .replace(AT_START, (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`)
    .replaceAll(/:(?=\/\/)/g, String.raw`\:`)
    .replaceAll(/\b(www|mailto|xmpp)([.:])/gi, String.raw`$1\$2`)
    .replaceAll(/@+/g, '`$&`')
    .replaceAll(/#(?=\d)/g, '`#`');

export const tableLine = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Cells are ready: `code` or `prose` made them where others wrote them. */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] =>
  rows.length === 0 ? ['none'] : [tableLine(head), tableLine(head.map(() => '---')), ...rows.map(tableLine)];
