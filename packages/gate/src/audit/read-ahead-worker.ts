/** Reads a record in a thread of its own. For every message it gets it sends the next batch of rows, or null. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteReader } from '../store/sqlite/open-reader.ts';
import { EMPTY_LOG_HEAD } from '../record/chain-entry.ts';
import type { AuditLogHead } from '../record/audit-entry.ts';
import { type EntryBatch, listBatchBuffers, packEntries } from './read-ahead-batch.ts';

const { database, size }: { readonly database: string; readonly size: number } = workerData;

const opened = openSqliteReader(database);
let previous: AuditLogHead = EMPTY_LOG_HEAD;

const nextBatch = async (): Promise<EntryBatch | undefined> => {
  const { read } = await opened;
  const rows = await read.rows(previous.seq + 1, size);
  const batch = packEntries(previous, rows);
  previous = rows.at(-1) ?? previous;
  return batch;
};

const send = async (): Promise<void> => {
  // who checks reads on by itself where this fails, and sees what is wrong
  const batch = await nextBatch().catch(() => undefined);
  parentPort?.postMessage(batch ?? null, batch === undefined ? [] : listBatchBuffers(batch));
};

let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', () => {
  turn = turn.then(send);
});
