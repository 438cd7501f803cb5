import { Worker } from 'node:worker_threads';
import type { Reader } from '../store/reader.ts';
import { type RowBatch, unpackRows } from './read-ahead-batch.ts';

/** Rows that another thread reads, in order, from the first on. */
export interface ReadAhead {
  readonly rows: Reader['rows'];
  close(): Promise<void>;
}

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './read-ahead-worker.ts' : './read-ahead-worker.js',
  import.meta.url,
);

/** As many as `verifyRecord` asks for at once. */
export const ROWS_AT_ONCE = 2000;

/**
 * Lets another thread read and hash the rows of a database while this one checks them. Where it cannot go on, or
 * rows are asked for out of order, `read` is asked instead.
 */
export const readAhead = (database: string, read: Pick<Reader, 'rows'>): ReadAhead => {
  const worker = new Worker(WORKER, { workerData: { database, size: ROWS_AT_ONCE } });
  const batches: (RowBatch | null)[] = [];
  let wake: (() => void) | undefined;
  let next = 1;
  let over = false;
  const arrived = (batch: RowBatch | null): void => {
    batches.push(batch);
    wake?.();
  };
  worker.on('message', arrived);
  // a thread that fails is one that cannot go on
  worker.on('error', () => arrived(null));
  worker.on('exit', () => arrived(null));

  const batch = async (): Promise<RowBatch | null> => {
    while (batches.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return batches.shift() ?? null;
  };

  return {
    rows: async (from, limit) => {
      if (!over && from === next && limit >= ROWS_AT_ONCE) {
        const ready = await batch();
        const rows = ready === null ? [] : unpackRows(ready);
        const last = rows.at(-1);
        if (last !== undefined) {
          next = last.seq + 1;
          worker.postMessage('more');
          return rows;
        }
      }
      over = true;
      return await read.rows(from, limit);
    },
    close: async () => {
      over = true;
      await worker.terminate();
    },
  };
};
