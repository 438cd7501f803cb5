import { isStoreBusy } from '../faults.ts';
import type { Tx } from '../store.ts';
import type { SqliteTables } from './sqlite-tx.ts';

/**
 * After so many entries it does not wait any longer. Two entries a call: it holds up one call of 500, for some
 * milliseconds. Fewer at a time write the same pages more often.
 */
const ENTRIES = 1024;
/** How long calls, results and entries wait for their tables. */
const WITHIN_MS = 250;

/**
 * Writes what commits leave for later, for many calls at a time: the tables that lists read, the results of harmless
 * reads in their sessions, and the index of the audit log.
 */
export class TableCatchUp {
  readonly #tables: SqliteTables;
  readonly #transact: (work: (tx: Tx) => Promise<void>) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;

  constructor(tables: SqliteTables, transact: (work: (tx: Tx) => Promise<void>) => Promise<void>) {
    this.#tables = tables;
    this.#transact = transact;
  }

  /** To be called after each commit. */
  committed(): void {
    if (this.#isWriting) return;
    if (this.#tables.record.unindexed >= ENTRIES) void this.#tryWriting('ended');
    else this.#writeSoon();
  }

  /**
   * To be called before a list is read. Throws STORE_BUSY, because the list would lack calls. After any other failure the
   * list is read as it is: the store reports such a failure itself.
   */
  async now(): Promise<void> {
    try {
      await this.#write('all');
    } catch (error) {
      if (isStoreBusy(error)) throw error;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isWriting = true;
  }

  #writeSoon(): void {
    const { calls, sessions, record } = this.#tables;
    if (calls.unlisted === 0 && !sessions.hasUnwritten && record.unindexed === 0) return;
    this.#timer ??= setTimeout(() => void this.#tryWriting('all'), WITHIN_MS).unref();
  }

  async #tryWriting(which: 'all' | 'ended'): Promise<void> {
    try {
      await this.#write(which);
    } catch {
      // the next opener moves the calls, and the file already counts the results as forgotten
    }
  }

  async #write(which: 'all' | 'ended'): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWriting = true;
    try {
      await this.#transact(async (tx) => {
        tx.syncLater();
        this.#tables.calls.list(which);
        this.#tables.sessions.write();
        this.#tables.record.index();
      });
      // other work may have shared the commit
      this.#writeSoon();
    } finally {
      this.#isWriting = false;
    }
  }
}
