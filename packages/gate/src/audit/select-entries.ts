import type { CallFilter, StoreReader } from '../store/store-reader.ts';
import type { StoredEntry } from '../record/audit-entry.ts';
import { findFirstEntry } from './make-audit-report.ts';

export type EntryReader = Pick<StoreReader, 'head' | 'rows' | 'rowsOfCall' | 'search'>;

/** A reader may be slow, and the rows read ahead for it stay in memory meanwhile. */
const MOST_ROWS = 32;
const FEWEST_ROWS = 4;
const ENOUGH_BYTES = 1_048_576;
const CALLS = 20;

/** Rows of a time, in order. */
async function* rowsOfTime(
  read: EntryReader,
  since: number | undefined,
  until: number,
): AsyncGenerator<StoredEntry> {
  let atOnce = FEWEST_ROWS;
  for (let next = since === undefined ? 1 : await findFirstEntry(read, since); ;) {
    const rows = await read.rows(next, atOnce);
    const bytes = rows.reduce((sum, row) => sum + row.bytes.length, 0);
    atOnce = bytes > ENOUGH_BYTES ? FEWEST_ROWS : Math.min(MOST_ROWS, atOnce * 2);
    for (const row of rows) {
      if (row.at >= until) return;
      yield row;
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    next = last.seq + 1;
  }
}

/** All rows of the calls that are looked for, the newest call first. */
async function* rowsOfCalls(read: EntryReader, filter: CallFilter): AsyncGenerator<StoredEntry> {
  for (let after: string | undefined; ;) {
    const { items, next } = await read.search(filter, {
      limit: CALLS,
      ...(after === undefined ? {} : { after }),
    });
    // the calls themselves, with all their arguments, are not held while rows are taken away
    const ids = items.map(({ id }) => id);
    for (const id of ids) yield* await read.rowsOfCall(id);
    if (next === null) return;
    after = next;
  }
}

/**
 * Rows for a reader, one after the other. By time alone: all rows of that time, in order. By anything
 * else: all rows of the calls it fits.
 */
export const selectEntries = (read: EntryReader, filter: CallFilter = {}): AsyncGenerator<StoredEntry> => {
  const { since, until, ...calls } = filter;
  return Object.values(calls).every((value) => value === undefined)
    ? rowsOfTime(read, since, until ?? Infinity)
    : rowsOfCalls(read, filter);
};
