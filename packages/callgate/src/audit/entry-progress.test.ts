import { expect, it } from 'vitest';
import { createEntryProgress } from './entry-progress.ts';

const drawn = (isTTY: boolean): { readonly texts: string[]; at: number } => {
  const seen = { texts: [] as string[], at: 0 };
  const progress = createEntryProgress(
    { isTTY, write: (text) => seen.texts.push(text) },
    () => seen.at,
    4000,
  );
  for (const rows of [1000, 2000, 3000, 4000]) {
    progress.read(rows);
    seen.at += 60;
  }
  progress.clear();
  progress.clear();
  return seen;
};

it('tells now and then how many rows were read, and leaves a clean line', () => {
  expect(drawn(true).texts.map((text) => text.replace('\r\u001B[2K', '|'))).toEqual([
    '|1,000 of 4,000 entries, 25 %',
    '|3,000 of 4,000 entries, 75 %',
    '|',
  ]);
});

it('says nothing where nobody looks', () => {
  expect(drawn(false).texts).toEqual([]);
});
