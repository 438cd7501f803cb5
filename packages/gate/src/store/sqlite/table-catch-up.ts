import { isStoreBusy } from '../faults.ts';
import type { Tx } from '../store.ts';
import type { SqliteTables } from './sqlite-tx.ts';

/** So many calls that have ended are moved at once: few enough not to hold others up. */
const MANY = 64;
/** How long something waits at most. */
const WITHIN_MS = 250;

/**
 * Writes what a commit leaves for later, many calls at a time and before anybody asks: where lists look for calls, what
 * sessions have seen of harmless reads, and where the entries of the audit log are.
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

  /** Something was committed. */
  committed(): void {
    const { calls, record } = this.#tables;
    if (this.#isWriting) return;
    if (calls.unlisted >= MANY || record.unindexed >= 4 * MANY) void this.#tryWriting('ended');
    else this.#writeSoon();
  }

  /**
   * Somebody asks. Throws where another process keeps the store busy: without what waits here, a list would be wrong. A
   * store that cannot write any more tells everybody so; what is in it can still be read.
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
      // calls stay where they are, and whoever opens the store next moves them; what was seen is forgotten
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
