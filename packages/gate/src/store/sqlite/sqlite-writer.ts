import { CallgateError } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import {
  makeStoreBrokenError,
  makeStoreBusyError,
  makeStoreClosedError,
  makeStoreFullError,
  makeStoreUnknownError,
} from '../faults.ts';
import type { Tx } from '../store.ts';
import { classifySqliteFault } from './faults.ts';
import type { SqliteTables } from './sqlite-tx.ts';
import { SqliteTx } from './sqlite-tx.ts';
import { pauseBeforeRetry } from './pause-before-retry.ts';
import type { WalSync } from './store-files.ts';

export interface SqliteWriterOptions {
  /** How long another process may hold the store. */
  readonly busyMs: number;
  /** How many pieces of work share one commit at most. */
  readonly most: number;
  readonly sync: Pick<WalSync, 'now' | 'later'>;
  /** Called after every commit that changed something. */
  readonly committed: () => void;
  /** Called when nobody holds the transaction, with how many rows were changed. Its errors break the store. */
  readonly between: (changes: number) => void;
  /** Set once the files that are written to are not those that others find. */
  readonly gone: () => CallgateError | undefined;
  /** Called when nothing more is written here, once. */
  readonly brokeDown: () => void;
}

interface SqliteWriteJob {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** When its patience ends, by the monotonic clock. */
  readonly until: number;
  /** The file stays right without what it writes, so that no sync is needed for it. */
  readonly isDerived: boolean;
}

/** What came of one piece of work, before anybody knows whether it lasts. */
type SqliteJobResult =
  | { readonly job: SqliteWriteJob; readonly value: unknown; readonly needsSync: boolean }
  /** It failed by itself and was undone. */
  | { readonly job: SqliteWriteJob; readonly error: unknown };

const waitedElsewhere = (): CallgateError => new CallgateError(storeErrors.transactionWaited());

/** A store that is gone is told of in the same words every time. */
const refusalReason = (broken: CallgateError): CallgateError =>
  broken.code === 'STORE_GONE' ? broken : makeStoreBrokenError(broken);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs pieces of work one after the other, as many as there are in one transaction. They last when its commit has
 * returned, and nobody is told so before.
 */
export class SqliteWriter {
  readonly #tables: SqliteTables;
  readonly #options: SqliteWriterOptions;
  readonly #queue: SqliteWriteJob[] = [];
  #turning: Promise<void> | undefined;
  #closed = false;
  /** Gives up on the work that runs. */
  #giveUp: (() => void) | undefined;
  #watch: NodeJS.Immediate | undefined;
  broken: CallgateError | undefined;

  constructor(tables: SqliteTables, options: SqliteWriterOptions) {
    this.#tables = tables;
    this.#options = options;
  }

  transact<T>(work: (tx: Tx) => Promise<T>, isDerived = false): Promise<T> {
    if (this.broken !== undefined) return Promise.reject(refusalReason(this.broken));
    if (this.#closed) return Promise.reject(makeStoreClosedError());
    return new Promise<T>((resolve, reject) => {
      const until = performance.now() + this.#options.busyMs;
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject, until, isDerived });
      this.#turning ??= this.#turn();
    });
  }

  /** Looks whether the files are still there. False if nothing more is written here. */
  check(): boolean {
    const gone = this.broken === undefined ? this.#options.gone() : undefined;
    if (gone !== undefined) this.breakDown(gone, gone);
    return this.broken === undefined;
  }

  /** Takes nothing new and waits for what was taken. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#turning;
  }

  async #turn(): Promise<void> {
    // what is asked for in the same step shares the commit
    await undefined;
    while (this.#queue.length > 0) {
      if (!(await this.#begin())) continue;
      const changes = await this.#batch();
      // answered work and other waiters for the store go on first, and whatever is ready meanwhile shares the next commit
      await nextTurn();
      this.#between(changes);
    }
    this.#turning = undefined;
  }

  #between(changes: number): void {
    if (this.broken !== undefined || changes === 0) return;
    try {
      this.#options.between(changes);
    } catch (error) {
      this.breakDown(error);
    }
  }

  /** Opens a transaction, waiting for others. False if nobody waits for it any more. */
  async #begin(): Promise<boolean> {
    const { connection } = this.#tables;
    for (let attempt = 0; this.#queue.length > 0; attempt += 1) {
      try {
        connection.fault = undefined;
        connection.query('BEGIN IMMEDIATE').run();
        this.#tables.begin();
        return true;
      } catch (error) {
        if (classifySqliteFault(error) !== 'busy' || !this.#rollBack()) {
          this.breakDown(error);
          return false;
        }
      }
      this.#refuseImpatient();
      await pauseBeforeRetry(attempt);
    }
    return false;
  }

  #refuseImpatient(): void {
    const now = performance.now();
    const waiting = this.#queue.splice(0);
    for (const job of waiting)
      if (job.until > now) this.#queue.push(job);
      else job.reject(makeStoreBusyError(this.#options.busyMs));
  }

  /** How many rows were changed for good. */
  async #batch(): Promise<number> {
    const { connection } = this.#tables;
    const jobs = this.#queue.splice(0, this.#options.most);
    this.#watch = setImmediate(this.#turned);
    const done: SqliteJobResult[] = [];
    this.#beginWrites(jobs.length === 1);
    for (const job of jobs) {
      const one = await this.#one(job);
      if (one === undefined) break;
      done.push(one);
    }
    clearImmediate(this.#watch);
    if (connection.fault === undefined) return this.#commit(jobs, done);
    this.#fail(jobs, done, connection.fault);
    return 0;
  }

  /** The steps of a transaction are done before the event loop turns: work that is not has waited for something else. */
  readonly #turned = (): void => {
    this.#giveUp?.();
    this.#watch = setImmediate(this.#turned);
  };

  /** Undefined if the storage failed, whatever the work made of that. */
  async #one(job: SqliteWriteJob): Promise<SqliteJobResult | undefined> {
    const { connection } = this.#tables;
    if (connection.fault !== undefined) return undefined;
    const tx = new SqliteTx(this.#tables);
    const before = connection.writes;
    let done: SqliteJobResult;
    try {
      const value = await this.#run(job, tx);
      tx.finish();
      tx.end();
      if (connection.fault !== undefined) return undefined;
      this.#tables.keepChanges();
      done = { job, value, needsSync: tx.needsSync };
    } catch (error) {
      tx.end();
      if (connection.fault !== undefined) return undefined;
      done = { job, error };
      this.#undo(before);
    } finally {
      this.#giveUp = undefined;
    }
    return connection.fault === undefined ? done : undefined;
  }

  #run({ work }: SqliteWriteJob, tx: Tx): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // V8 puts a function that is written straight into a property among what lives long, with all that it holds
      const giveUp = (): void => reject(waitedElsewhere());
      this.#giveUp = giveUp;
      work(tx).then(resolve, reject);
    });
  }

  #beginWrites(isWhole: boolean): void {
    const { connection } = this.#tables;
    try {
      connection.beginWrites(isWhole);
    } catch (error) {
      connection.fault ??= error;
    }
  }

  #undo(writes: number): void {
    const { connection } = this.#tables;
    this.#tables.undo();
    try {
      connection.undoAfter(writes);
    } catch (error) {
      connection.fault ??= error;
    }
  }

  #commit(jobs: readonly SqliteWriteJob[], done: readonly SqliteJobResult[]): number {
    const { connection } = this.#tables;
    const changes = connection.endWrites();
    try {
      if (!connection.isUndone) connection.query('COMMIT').run();
    } catch (error) {
      this.#fail(jobs, done, error);
      return 0;
    }
    if (changes > 0)
      try {
        if (done.some((one) => 'needsSync' in one && one.needsSync)) this.#options.sync.now();
        else if (jobs.some(({ isDerived }) => !isDerived)) this.#options.sync.later();
      } catch (error) {
        this.#answer(jobs, done, this.breakDown(error));
        return 0;
      }
    // a write into a file that was moved away does not count: its waiters must not go on
    const gone = this.#options.gone();
    if (gone !== undefined) {
      this.breakDown(gone, gone);
      for (const job of jobs) job.reject(gone);
      return 0;
    }
    for (const one of done)
      if ('error' in one) one.job.reject(one.error);
      else one.job.resolve(one.value);
    if (changes > 0) this.#options.committed();
    return changes;
  }

  /**
   * Nothing of a batch counts. Where a write found no space it is known that nothing was written: SQLite writes the
   * frame that makes a commit last after all others, and here one of them is missing. Any other failure of a commit,
   * of a sync above all, leaves that open.
   */
  #fail(jobs: readonly SqliteWriteJob[], done: readonly SqliteJobResult[], fault: unknown): void {
    this.#tables.connection.endWrites();
    const full = classifySqliteFault(fault) === 'full' && this.#rollBack();
    const told = full ? makeStoreFullError(fault) : this.breakDown(fault);
    this.#tables.clear();
    this.#answer(jobs, done, told);
  }

  /** Nothing counts: what failed by itself hears why, everything else `told`. */
  #answer(jobs: readonly SqliteWriteJob[], done: readonly SqliteJobResult[], told: CallgateError): void {
    const own = new Map(done.flatMap((one) => ('error' in one ? [[one.job, one.error]] : [])));
    for (const job of jobs) job.reject(own.has(job) ? own.get(job) : told);
  }

  /** False if it cannot be rolled back. */
  #rollBack(): boolean {
    const { connection } = this.#tables;
    try {
      if (connection.inTransaction) connection.query('ROLLBACK').run();
      return !connection.inTransaction;
    } catch {
      return false;
    }
  }

  /** Nothing more is written here. */
  breakDown(cause: unknown, told: CallgateError = makeStoreUnknownError(cause)): CallgateError {
    const isFirst = this.broken === undefined;
    this.broken ??= told;
    this.#tables.clear();
    // a transaction left open would keep everybody else out for as long as this process lives
    if (!this.#rollBack())
      try {
        this.#tables.connection.db.close();
      } catch {
        // closed before, or not to be closed: this process has to end anyway
      }
    for (const { reject } of this.#queue.splice(0)) reject(refusalReason(this.broken));
    if (isFirst) this.#options.brokeDown();
    return this.broken;
  }
}
