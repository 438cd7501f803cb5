/** Draws the commands of the first page, as they ran, for the README: `npm run docs:pictures`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './list-pages.ts';
import { makeEmptyHome } from './page-commands/prepare-home.ts';
import type { CommandOutput } from './page-commands/run-page-commands.ts';
import { runPageCommands } from './page-commands/run-page-commands.ts';

export const FIRST_PAGE = 'docs/start/first-gated-server.md';
export const PICTURE = 'docs/pictures/first-gated-server.svg';

const ESCAPE = '\u001B';
const COLUMNS = 96;
const CHARACTER_WIDTH = 8;
const LINE_HEIGHT = 19;
const PADDING = 20;

/** What is shown of each command, by its first words: the lines that tell something, from the first. */
const SHOWN: readonly (readonly [command: string, lines: RegExp])[] = [
  ['npx callgate scan', /^ {2}(?:tool|\w+_notes?) /],
  ['npx callgate inbox', /^\S*notes\/|^\S* {2}\S*(?:Untrusted|Can|Changes|Session)/],
  ['npx callgate audit verify', /^Audit log|^ {2}Entries/],
];

const COLOURS: Readonly<Record<string, string>> = {
  '1': 'font-weight="bold"',
  '2': 'opacity="0.7"',
  '31': 'fill="#ff7b72"',
  '32': 'fill="#7ee787"',
  '33': 'fill="#e3b341"',
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One line with its colours as spans. */
const drawLine = (line: string): string => {
  let active: readonly string[] = [];
  let column = 0;
  return line
    .split(ESCAPE)
    .map((part, index) => {
      const [, code, rest] = (index === 0 ? null : /^\[(\d+)m(.*)$/.exec(part)) ?? ['', undefined, part];
      if (code !== undefined) active = code in COLOURS ? [...active, COLOURS[code] ?? ''] : [];
      const text = (rest ?? '').slice(0, Math.max(0, COLUMNS - column));
      column += text.length;
      if (text === '' || active.length === 0) return escapeXml(text);
      return `<tspan ${active.join(' ')}>${escapeXml(text)}</tspan>`;
    })
    .join('');
};

const shownLines = (outputs: readonly CommandOutput[]): string[] =>
  SHOWN.flatMap(([command, pattern]) => {
    const found = outputs.find(({ commands }) => commands.includes(command));
    const written = found?.commands.split('\n').find((line) => line.startsWith(command)) ?? command;
    const lines = (found?.output ?? '').split('\n').filter((line) => pattern.test(line));
    return [`${ESCAPE}[32m$${ESCAPE}[39m ${written}`, ...lines, ''];
  }).slice(0, -1);

export const drawTerminal = (outputs: readonly CommandOutput[]): string => {
  const lines = shownLines(outputs);
  const width = COLUMNS * CHARACTER_WIDTH + 2 * PADDING;
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const texts = lines.map(
    (line, index) =>
      `  <text x="${PADDING}" y="${PADDING + (index + 1) * LINE_HEIGHT - 5}" xml:space="preserve">${drawLine(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3">`,
    '  <title>Callgate in a terminal: scan a server, list waiting calls, verify the audit log</title>',
    `  <rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    ...texts,
    '</svg>',
    '',
  ].join('\n');
};

/** A picture without what is different each time: ids, keys, counts. */
export const shapeOf = (picture: string): string =>
  picture.replaceAll(/\b01[a-z0-9]{24}\b|\b[0-9a-f]{16}\b|\d+/g, '#');

if (import.meta.main) {
  const home = makeEmptyHome();
  const page = readFileSync(join(ROOT, FIRST_PAGE), 'utf8');
  const { problems, outputs } = await runPageCommands(FIRST_PAGE, page, { home });
  home.remove();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  mkdirSync(dirname(join(ROOT, PICTURE)), { recursive: true });
  writeFileSync(join(ROOT, PICTURE), drawTerminal(outputs));
  console.log(PICTURE);
}
