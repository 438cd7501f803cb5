import { expect, it } from 'vitest';
import { findWordProblems, readWordTable } from './word-table.ts';

const rows = readWordTable();

it('has a row for every text and idea', () => {
  expect(rows).toHaveLength(15 + 19);
  expect(rows.filter(({ texts, names }) => texts.length + names.length === 0)).toEqual([]);
});

it('names texts and code that the product has', () => expect(findWordProblems(rows)).toEqual([]));

it('finds a text, a name and a file that the product does not have', () => {
  const file = 'packages/messages/src/approval.ts';
  expect(findWordProblems([{ before: 'a', texts: ['Still missing: one'], names: ['Came'], file }])).toEqual([
    `docs/internals/words.md: neither packages/messages nor ${file} has “Still missing: one”`,
    `docs/internals/words.md: ${file} has no Came`,
  ]);
  expect(findWordProblems([{ before: 'a', texts: [], names: [], file: 'packages/none.ts' }])).toEqual([
    'docs/internals/words.md: “a” names no file',
  ]);
});
