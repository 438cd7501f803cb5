import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceDeclarations } from './check-names.ts';
import { ROOT } from './list-pages.ts';

const PAGE = 'docs/reference/glossary.md';
const MESSAGES = join(ROOT, 'packages/messages/src');

const rows = readFileSync(join(ROOT, PAGE), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| idea |'))
  .map((line) => {
    const [, idea = '', names = '', words = ''] = line.split('|').map((cell) => cell.trim());
    return {
      idea,
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      words: [...words.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word),
    };
  });

const messages = readdirSync(MESSAGES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(MESSAGES, name), 'utf8'))
  .join('\n');

const declared = new Set(workspaceDeclarations().map(({ name }) => name));

it('the glossary has rows', () => expect(rows.length).toBeGreaterThanOrEqual(25));

it.each(rows)('$idea: names in code are declared', ({ names }) => {
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !declared.has(name))).toEqual([]);
});

it.each(rows.filter(({ words }) => words.length > 0))('$idea: screens use the words', ({ words }) => {
  expect(words.filter((word) => !messages.includes(word))).toEqual([]);
});
