import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './list-pages.ts';

export const WORD_PAGE = 'docs/internals/words.md';

/** One row of the page: texts and code names as they are now, and the file that has them. */
export interface WordRow {
  readonly before: string;
  readonly texts: readonly string[];
  readonly names: readonly string[];
  readonly file: string;
}

const readWordRow = (line: string): WordRow => {
  const [, before = '', after = '', where = ''] = line.split('|').map((cell) => cell.trim());
  const outsideTexts = after.replaceAll(/“[^”]+”/g, '');
  return {
    before,
    texts: [...after.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text),
    names: [...outsideTexts.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    file: join(dirname(WORD_PAGE), /\]\(([^)]+)\)/.exec(where)?.[1] ?? ''),
  };
};

export const readWordTable = (): readonly WordRow[] =>
  readFileSync(join(ROOT, WORD_PAGE), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| before |'))
    .map(readWordRow);

const readMessages = (): string =>
  globSync('packages/messages/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');

const hasName = (source: string, name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(source);

/** Quotation marks of code are escaped in source. */
const hasText = (source: string, text: string): boolean =>
  source.includes(text) || source.includes(text.replaceAll('`', '\\`'));

/** What the page says and the product does not. */
export const findWordProblems = (rows: readonly WordRow[]): readonly string[] => {
  const messages = readMessages();
  return rows.flatMap(({ before, texts, names, file }) => {
    if (!existsSync(join(ROOT, file))) return [`${WORD_PAGE}: “${before}” names no file`];
    const source = readFileSync(join(ROOT, file), 'utf8');
    return [
      ...texts
        .filter((text) => !hasText(messages, text) && !hasText(source, text))
        .map((text) => `${WORD_PAGE}: neither packages/messages nor ${file} has “${text}”`),
      ...names.filter((name) => !hasName(source, name)).map((name) => `${WORD_PAGE}: ${file} has no ${name}`),
    ];
  });
};
