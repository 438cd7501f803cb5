import type { CallFilter, Reader } from '../store/reader.ts';
import type { RecordRow } from './entry.ts';
import { firstRowAt } from './report.ts';

export type SelectReader = Pick<Reader, 'head' | 'rows' | 'rowsOfCall' | 'search'>;

const ROWS = 500;
const CALLS = 200;

/** Rows of a time, in order. */
async function* rowsOfTime(
  read: SelectReader,
  since: number | undefined,
  until: number,
): AsyncGenerator<RecordRow> {
  for (let next = since === undefined ? 1 : await firstRowAt(read, since); ;) {
    const rows = await read.rows(next, ROWS);
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
async function* rowsOfCalls(read: SelectReader, filter: CallFilter): AsyncGenerator<RecordRow> {
  for (let after: string | undefined; ;) {
    const page = await read.search(filter, { limit: CALLS, ...(after === undefined ? {} : { after }) });
    for (const { id } of page.items) yield* await read.rowsOfCall(id);
    if (page.next === null) return;
    after = page.next;
  }
}

/**
 * Rows for whoever takes them away, one after the other. By time alone: all rows of that time, in order. By anything
 * else: all rows of the calls it fits.
 */
export const selectRows = (read: SelectReader, filter: CallFilter = {}): AsyncGenerator<RecordRow> => {
  const { since, until, ...calls } = filter;
  return Object.values(calls).every((value) => value === undefined)
    ? rowsOfTime(read, since, until ?? Infinity)
    : rowsOfCalls(read, filter);
};
