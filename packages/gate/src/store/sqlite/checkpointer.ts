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
  #every = 200;
  #since = 0;
  #pages = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** So many more pieces of work were committed. Throws if the storage fails. */
  after(works: number): void {
    this.#since += works;
    if (this.#since < this.#every) return;
    this.run(this.#pages > TOO_MANY ? 'TRUNCATE' : 'PASSIVE');
    this.#every = Math.min(
      10_000,
      Math.max(10, Math.round((this.#since * PAGES) / Math.max(1, this.#pages))),
    );
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
