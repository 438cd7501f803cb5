import type { Connection } from './connection.ts';
import { faultKind } from './faults.ts';

/** Pages that the log may have before they are moved into the file. */
const PAGES = 4000;
/** A log that readers keep from starting anew is cut as soon as one moment allows it. */
const TOO_MANY = 40_000;

/**
 * Moves what was committed from the log into the file. Done here and not by SQLite itself, which would not say that
 * it failed: after a failed sync of the file the log must not be thrown away.
 */
export class Checkpointer {
  readonly #connection: Connection;
  #every = 1000;
  #since = 0;
  #pages = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** So many more rows were changed. Throws if the storage fails. */
  after(changes: number): void {
    this.#since += changes;
    if (this.#since < this.#every) return;
    this.run(this.#pages > TOO_MANY ? 'TRUNCATE' : 'PASSIVE');
    const pagesPerChange = this.#pages / this.#since;
    this.#every = Math.min(20_000, Math.max(50, Math.round(PAGES / Math.max(pagesPerChange, 0.1))));
    this.#since = 0;
  }

  run(mode: 'PASSIVE' | 'TRUNCATE'): void {
    try {
      const row = this.#connection.query(`PRAGMA wal_checkpoint(${mode})`).get();
      this.#pages = Number(row?.['log'] ?? 0);
    } catch (error) {
      // somebody else is at it, or there is no space to move to: the log keeps what was committed
      const kind = faultKind(error);
      if (kind !== 'busy' && kind !== 'full') throw error;
    }
  }
}
