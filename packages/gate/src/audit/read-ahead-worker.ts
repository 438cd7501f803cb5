/** Reads a record in a thread of its own. For every message it gets it sends the next batch of rows, or null. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteReader } from '../store/sqlite/open-reader.ts';
import { NO_ROWS } from '../record/chain.ts';
import type { RecordHead } from '../record/entry.ts';
import { type RowBatch, buffersOf, packRows } from './read-ahead-batch.ts';

const { database, size }: { readonly database: string; readonly size: number } = workerData;

const opened = openSqliteReader(database);
let previous: RecordHead = NO_ROWS;

const nextBatch = async (): Promise<RowBatch | undefined> => {
  const { read } = await opened;
  const rows = await read.rows(previous.seq + 1, size);
  const batch = packRows(previous, rows);
  previous = rows.at(-1) ?? previous;
  return batch;
};

const send = async (): Promise<void> => {
  // who checks reads on by itself where this fails, and sees what is wrong
  const batch = await nextBatch().catch(() => undefined);
  parentPort?.postMessage(batch ?? null, batch === undefined ? [] : buffersOf(batch));
};

let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', () => {
  turn = turn.then(send);
});
