import { Worker } from 'node:worker_threads';
import type { StoreReader } from '../store/store-reader.ts';
import { type EntryBatch, unpackEntries } from './read-ahead-batch.ts';

/** Rows that another thread reads, in order, from the first on. */
export interface ReadAhead {
  readonly rows: StoreReader['rows'];
  close(): Promise<void>;
}

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './read-ahead-worker.ts' : './read-ahead-worker.js',
  import.meta.url,
);

/** As many as `verifyAuditLog` asks for at once. */
export const ENTRIES_PER_BATCH = 2000;

/** How many batches are under way. */
const AHEAD = 4;

/** Batches in the order they come in; null for the last, or where none can come any more. */
class BatchQueue {
  readonly #ready: (EntryBatch | null)[] = [];
  readonly #waiting: ((batch: EntryBatch | null) => void)[] = [];

  arrived(batch: EntryBatch | null): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#ready.push(batch);
    else waiting(batch);
  }

  next(): Promise<EntryBatch | null> {
    const ready = this.#ready.shift();
    if (ready !== undefined) return Promise.resolve(ready);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/**
 * Lets another thread read and hash the rows of a database while this one checks them. Where it cannot go on, or
 * rows are asked for out of order, `read` is asked instead.
 */
export const readAhead = (database: string, read: Pick<StoreReader, 'rows'>): ReadAhead => {
  const worker = new Worker(WORKER, { workerData: { database, size: ENTRIES_PER_BATCH } });
  const batches = new BatchQueue();
  worker.on('message', (batch: EntryBatch | null) => batches.arrived(batch));
  worker.on('error', () => batches.arrived(null));
  worker.on('exit', () => batches.arrived(null));
  const more = (): void => worker.postMessage('more', []);
  for (let count = 0; count < AHEAD; count += 1) more();
  let next = 1;
  let over = false;

  const ahead = async (): Promise<ReturnType<typeof unpackEntries>> => {
    const batch = await batches.next();
    more();
    return batch === null ? [] : unpackEntries(batch);
  };

  return {
    rows: async (from, limit) => {
      const rows = !over && from === next && limit >= ENTRIES_PER_BATCH ? await ahead() : [];
      const last = rows.at(-1);
      over = last === undefined;
      next = (last?.seq ?? 0) + 1;
      return over ? await read.rows(from, limit) : rows;
    },
    close: async () => {
      over = true;
      await worker.terminate();
    },
  };
};
