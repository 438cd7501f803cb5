import { storedRecordMessages } from '@callgate/messages/stored-record';
import { CallgateError } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { AuditLogHead } from '@callgate/gate/record';
import { ColumnReader } from '@callgate/gate/sql';
import type { Tx } from '@callgate/gate/store';
import { databaseErrors } from '@callgate/messages/errors/database';
import { storeErrors } from '@callgate/messages/errors/store';
import { lossText } from '@callgate/messages/loss';
import type { PostgresConnection } from './postgres-connection.ts';
import {
  toStoreFault,
  classifyPostgresFault,
  makeNotedLoss,
  makeStoreAwayError,
  makeStoreLostError,
} from './faults.ts';
import { refuseNewer } from './migrate.ts';
import { makeReadOnlyError } from './read-replication.ts';
import { Statements } from './statements.ts';
import type { EarlierAttempts, TxParts } from './postgres-tx.ts';
import { PostgresTx } from './postgres-tx.ts';

export interface PostgresWriteJob {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** What was learnt when it blocked another transaction. */
  readonly before: EarlierAttempts;
}

type PostgresJobResult =
  | { readonly job: PostgresWriteJob; readonly value: unknown }
  | { readonly job: PostgresWriteJob; readonly error: unknown };

/** A commit whose answer never came. */
export interface UnconfirmedCommit {
  readonly done: readonly PostgresJobResult[];
  /** How many commits the chain had before it. */
  readonly commits: number;
  /** The end of the chain where it counts. */
  readonly head: AuditLogHead;
}

export interface PostgresWriterOptions {
  readonly busyMs: number;
  /** The database's own time where absent. */
  readonly clock: Clock | undefined;
  /** Called with every time that the database said. */
  readonly timeHeard: (now: number) => void;
  /** Writes although the database has lost rows, for who accepts that. */
  readonly despiteLoss: boolean;
}

const waitedElsewhere = (): CallgateError => new CallgateError(storeErrors.transactionWaited());

const BEGUN = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  (SELECT coalesce(max(at), 0) FROM chains) AS newest,
  (SELECT count(*) FROM instances WHERE instance = ?) AS known,
  (SELECT count(*) FROM journal WHERE chain = ? AND place = ?) AS kept,
  (SELECT max(version) FROM meta) AS version,
  (SELECT count(*) FROM losses WHERE accepted_at IS NULL) AS losses,
  CASE WHEN current_setting('transaction_read_only') = 'on' THEN 1 ELSE 0 END AS shut`;

/** Fails where the chain is not as this opener left it: then nothing of the transaction counts. */
const COMMITTED = `WITH moved AS (
    UPDATE chains SET place = ?, at = ?, hash = ?, commits = ? WHERE id = ? AND commits = ? RETURNING 1)
  SELECT 1 / count(*) AS moved FROM moved`;

const fenced = (): CallgateError => new CallgateError(databaseErrors.fenced());

/** It comes back by itself, sooner or later: until then the database is away. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallgateError && (error.code === 'STORE_FENCED' || error.code === 'STORE_READ_ONLY');

export const settleJobs = (done: readonly PostgresJobResult[]): void => {
  for (const one of done)
    if ('error' in one) one.job.reject(one.error);
    else one.job.resolve(one.value);
};

/** By so much a time may be old when it is heard; it counts as that of the moment it was asked for. */
const LATE_MS = 500;
const MOST_ASKED = 5;

/** So often work is repeated that gave way to other work. */
const MOST_COLLISIONS = 8;

/** How long work waits that is not the first of its transaction. */
const IMPATIENT_MS = 2;

export interface BatchResult {
  readonly changed: boolean;
  /** Not done, because another transaction has what the first of them wants. */
  readonly left: readonly PostgresWriteJob[];
}

/** Runs pieces of work one after the other on one connection, as many as there are in one transaction. */
export class PostgresWriter {
  readonly #connection: PostgresConnection;
  readonly #parts: TxParts;
  readonly #options: PostgresWriterOptions;
  /** How many transactions with changes the chain has. */
  #commits: number;
  /** The connection ended while a commit was under way. */
  doubt: UnconfirmedCommit | undefined;

  constructor(
    connection: PostgresConnection,
    parts: TxParts,
    commits: number,
    options: PostgresWriterOptions,
  ) {
    this.#connection = connection;
    this.#parts = parts;
    this.#commits = commits;
    this.#options = options;
  }

  get commits(): number {
    return this.#commits;
  }

  /**
   * Does all of it, or says why nothing of it was done. Only the first waits for locks of others: a
   * later one that waits while it keeps locks would make others wait, too, and each other in the end. What would have to
   * wait is left for the next transaction. Throws only where the connection is of no use any more.
   */
  async batch(jobs: readonly PostgresWriteJob[]): Promise<BatchResult> {
    const done: PostgresJobResult[] = [];
    let left: readonly PostgresWriteJob[] = [];
    let writes = 0;
    try {
      await this.#begin();
      for (const [place, job] of jobs.entries()) {
        if (place === 1) this.#connection.run(`SET LOCAL lock_timeout = ${IMPATIENT_MS}`).catch(() => {});
        const { one, wrote } = await this.#one(job, place === 0);
        if (one === 'deferred') {
          left = jobs.slice(place);
          break;
        }
        done.push(one);
        writes += wrote;
      }
    } catch (error) {
      this.#parts.journal.undoAll();
      this.#parts.sessions.clear();
      const told = isPassing(error) ? makeStoreAwayError(error) : toStoreFault(error, this.#options.busyMs);
      const own = new Map(done.flatMap((one) => ('error' in one ? [[one.job, one.error]] : [])));
      for (const job of jobs) job.reject(own.has(job) ? own.get(job) : told);
      throw error;
    }
    try {
      await this.#commit(done, writes > 0);
    } catch (error) {
      for (const job of left) job.reject(makeStoreAwayError(error));
      throw error;
    }
    return { changed: writes > 0, left };
  }

  async #begin(): Promise<void> {
    const { instance, journal } = this.#parts;
    const begun = this.#connection.run('BEGIN ISOLATION LEVEL READ COMMITTED');
    begun.catch(() => {});
    let askedAt = performance.now();
    let row = await this.#connection.get(BEGUN, instance, journal.chain, journal.acknowledged.seq);
    await begun;
    // an answer that was long on its way tells an earlier time
    for (let asked = 1; performance.now() - askedAt > LATE_MS && asked < MOST_ASKED; asked += 1) {
      askedAt = performance.now();
      row = await this.#connection.get(BEGUN, instance, journal.chain, journal.acknowledged.seq);
    }
    const from = new ColumnReader(row ?? {}, storedRecordMessages.databaseTime);
    const now = from.whole('now');
    this.#options.timeHeard(now);
    refuseNewer(from.whole('version'));
    if (from.whole('losses') > 0 && !this.#options.despiteLoss) throw makeNotedLoss(lossText.unaccepted);
    if (from.flag('shut')) throw makeReadOnlyError();
    if (from.whole('known') === 0) throw fenced();
    if (journal.acknowledged.seq > 0 && from.whole('kept') === 0)
      throw makeStoreLostError(lossText.journalEntryMissing({ seq: journal.acknowledged.seq }));
    const { clock } = this.#options;
    // a transaction that waits for others does not live in the past meanwhile
    const databaseNow = (): number => now + (performance.now() - askedAt);
    this.#parts.journal.begin(clock === undefined ? databaseNow : () => clock.now(), from.whole('newest'));
  }

  async #one(
    job: PostgresWriteJob,
    patient: boolean,
  ): Promise<{ readonly one: PostgresJobResult | 'deferred'; readonly wrote: number }> {
    const watch = { timer: undefined as NodeJS.Timeout | undefined, giveUp: (): void => {} };
    // while the database is asked, the time is the database's
    const asks = (): void => clearTimeout(watch.timer);
    const hears = (): void => {
      clearTimeout(watch.timer);
      watch.timer = setTimeout(() => watch.giveUp(), this.#options.busyMs);
    };
    const statements = new Statements(this.#connection, this.#options.busyMs, { asks, hears }, patient);
    const tx = new PostgresTx(this.#parts, statements, job.before);
    const saved = this.#connection.run('SAVEPOINT work');
    saved.catch(() => {});
    try {
      hears();
      const value = await new Promise((resolve, reject) => {
        watch.giveUp = () => reject(waitedElsewhere());
        job.work(tx).then(resolve, reject);
      });
      tx.finish();
      tx.end();
      await saved;
      await statements.settled();
      const released = this.#connection.run('RELEASE SAVEPOINT work');
      released.catch(() => {});
      this.#parts.journal.keepChanges();
      this.#parts.sessions.keepChanges();
      return { one: { job, value }, wrote: statements.writes };
    } catch (error) {
      tx.end();
      clearTimeout(watch.timer);
      await statements.settled().catch(() => {});
      if (this.#connection.cause !== undefined) throw this.#connection.cause;
      this.#parts.journal.undo();
      this.#parts.sessions.undo();
      await this.#connection.run('ROLLBACK TO SAVEPOINT work');
      if (statements.deferred || this.#again(job, statements)) return { one: 'deferred', wrote: 0 };
      return { one: { job, error: statements.failure ?? error }, wrote: 0 };
    } finally {
      clearTimeout(watch.timer);
    }
  }

  /** Two waited for each other, and this one was given up. */
  #again({ before }: PostgresWriteJob, { collided }: Statements): boolean {
    if (!collided || before.collisions >= MOST_COLLISIONS) return false;
    before.collisions += 1;
    return true;
  }

  async #commit(done: readonly PostgresJobResult[], wrote: boolean): Promise<void> {
    const { journal } = this.#parts;
    if (!wrote) {
      try {
        await this.#connection.commit();
      } catch (error) {
        for (const { job } of done) job.reject(makeStoreAwayError(error));
        throw error;
      }
      settleJobs(done);
      return;
    }
    const { head } = journal;
    const moved = this.#connection.run(
      COMMITTED,
      head.seq,
      head.at,
      head.hash,
      this.#commits + 1,
      journal.chain,
      this.#commits,
    );
    moved.catch(() => {});
    let counts: boolean;
    try {
      counts = await this.#connection.commit();
      if (counts) await moved;
    } catch (error) {
      this.doubt = { done, commits: this.#commits, head };
      throw error;
    }
    if (!counts) return await this.#undone(done, moved);
    this.#commits += 1;
    journal.committed();
    settleJobs(done);
  }

  /** The database undid all of it. Throws where it is this opener’s chain that is not as it was. */
  async #undone(done: readonly PostgresJobResult[], moved: Promise<unknown>): Promise<void> {
    this.#parts.journal.undoAll();
    this.#parts.sessions.clear();
    const because: unknown = await moved.then(
      () => new Error('a commit was undone'),
      (error: unknown) => error,
    );
    const isOther = classifyPostgresFault(because) === 'refused';
    const told = isOther ? makeStoreAwayError(because) : toStoreFault(because, this.#options.busyMs);
    settleJobs(done.map((one) => ('error' in one ? one : { job: one.job, error: told })));
    if (isOther) throw because;
  }
}
