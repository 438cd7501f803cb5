/** Reads a record in a thread of its own, a few batches ahead of who checks them. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteReader } from '../store/sqlite/open-reader.ts';
import { NO_ROWS } from './chain.ts';
import type { RecordHead } from './entry.ts';
import { buffersOf, packRows } from './read-ahead-batch.ts';

/** How many batches may be under way. */
const AHEAD = 4;

const { database, size }: { readonly database: string; readonly size: number } = workerData;

let credit = AHEAD;
let wake: (() => void) | undefined;
parentPort?.on('message', () => {
  credit += 1;
  wake?.();
});

const turn = async (): Promise<void> => {
  while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
  credit -= 1;
};

const { read, close } = await openSqliteReader(database);
try {
  for (let previous: RecordHead = NO_ROWS; ;) {
    await turn();
    const rows = await read.rows(previous.seq + 1, size);
    const batch = packRows(previous, rows);
    if (batch === undefined) throw new RangeError('rows that cannot be packed');
    parentPort?.postMessage(batch, buffersOf(batch));
    const last = rows.at(-1);
    if (last === undefined) break;
    previous = last;
  }
} catch {
  // who checks reads on by itself, and sees what is wrong
  parentPort?.postMessage(null);
} finally {
  await close();
  parentPort?.close();
}
