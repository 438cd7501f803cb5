import { expect, it } from 'vitest';
import type { StoredEntry } from '../record/audit-entry.ts';
import type { EntryReader } from './select-entries.ts';
import { selectEntries } from './select-entries.ts';

const MIB = 1_048_576;
const ROWS = 200;

const rowOf = (seq: number, bytes: number): StoredEntry => ({
  seq,
  at: seq,
  event: 'done',
  call: null,
  bytes: new Uint8Array(bytes),
  hash: new Uint8Array(32),
});

/** A record of rows that are as long as `size` says, and how many were asked for at once. */
const recordOf = (
  size: (seq: number) => number,
): { readonly read: EntryReader; readonly asked: readonly number[] } => {
  const asked: number[] = [];
  const read = {
    rows: (from: number, limit: number) => {
      asked.push(limit);
      const seqs = Array.from({ length: limit }, (_, at) => from + at).filter((seq) => seq <= ROWS);
      return Promise.resolve(seqs.map((seq) => rowOf(seq, size(seq))));
    },
  } as unknown as EntryReader;
  return { read, asked };
};

const taken = async (read: EntryReader): Promise<readonly number[]> => {
  const seqs: number[] = [];
  for await (const { seq } of selectEntries(read)) seqs.push(seq);
  return seqs;
};

const ALL = Array.from({ length: ROWS }, (_, at) => at + 1);

it('rows are taken in order, none twice and none left out, however long they are', async () => {
  expect(await taken(recordOf((seq) => (seq % 7 === 0 ? MIB : 10)).read)).toEqual(ALL);
});

it('few long rows are read ahead, and more of short ones', async () => {
  const long = recordOf(() => MIB);
  await taken(long.read);
  expect(Math.max(...long.asked)).toBe(4);
  const short = recordOf(() => 100);
  await taken(short.read);
  expect(Math.max(...short.asked)).toBe(32);
});
