import type { Tx } from '../store.ts';
import type { SqliteCallTable } from './call-table.ts';

/** So many calls that have ended are moved at once: few enough not to hold others up. */
const MANY = 64;
/** How long no list shows a call at most, where nobody asks. */
const WITHIN_MS = 250;

/** Moves calls that left a moment ago to where lists look for them, many at a time and before anybody asks. */
export class CallLister {
  readonly #calls: SqliteCallTable;
  readonly #transact: (work: (tx: Tx) => Promise<void>) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #isMoving = false;

  constructor(calls: SqliteCallTable, transact: (work: (tx: Tx) => Promise<void>) => Promise<void>) {
    this.#calls = calls;
    this.#transact = transact;
  }

  /** Something was committed. */
  committed(): void {
    if (this.#isMoving || this.#calls.unlisted === 0) return;
    if (this.#calls.unlisted >= MANY) void this.#move('ended');
    else this.#timer ??= setTimeout(() => void this.#move('all'), WITHIN_MS).unref();
  }

  /** Somebody asks for calls. */
  async now(): Promise<void> {
    await this.#move('all');
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isMoving = true;
  }

  /** A store that cannot write any more tells everybody so; what is in it can still be read. */
  async #move(which: 'all' | 'ended'): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isMoving = true;
    try {
      await this.#transact(async (tx) => {
        tx.syncLater();
        this.#calls.list(which);
      });
    } catch {
      // the rows stay where they are, and whoever opens the store next moves them
    } finally {
      this.#isMoving = false;
    }
  }
}
