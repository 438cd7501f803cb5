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
  isAborted,
  isCollision,
  isLockTimeout,
  makeNotedLoss,
  makeStoreAwayError,
  makeStoreLostError,
} from './faults.ts';
import { refuseNewer } from './migrate.ts';
import { MIGRATIONS } from './schema.ts';
import { makeReadOnlyError } from './read-replication.ts';
import type { GroupOutcome } from './commit-group.ts';
import { CommitGroup } from './commit-group.ts';
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
  (SELECT max(oldest) FROM meta) AS oldest,
  (SELECT coalesce(max(revision), 0) FROM settings) AS settings,
  (SELECT count(*) FROM losses WHERE accepted_at IS NULL) AS losses,
  CASE WHEN current_setting('transaction_read_only') = 'on' THEN 1 ELSE 0 END AS shut`;

/** By so much a time may be old when it is heard; it counts as that of the moment it was asked for. */
const LATE_MS = 500;

/** Fails where the chain is not as this opener left it: then nothing of the transaction counts. */
const moveChain = (also: string): string => `WITH moved AS (
    UPDATE chains SET place = ?, at = ?, hash = ?, commits = ? WHERE id = ? AND commits = ? ${also} RETURNING 1)
  SELECT 1 / count(*) AS moved FROM moved`;

const COMMITTED = moveChain('AND (SELECT coalesce(max(revision), 0) FROM settings) = ?');

/** The same with everything that is looked at where a transaction begins. */
const COMMITTED_UNASKED = moveChain(`AND EXISTS (SELECT 1 FROM instances WHERE instance = ?)
  AND (EXISTS (SELECT 1 FROM journal WHERE chain = ? AND place = ?) OR ?::bigint = 0)
  AND (SELECT max(oldest) FROM meta) <= ?
  AND (SELECT coalesce(max(revision), 0) FROM settings) = ?
  AND NOT EXISTS (SELECT 1 FROM losses WHERE accepted_at IS NULL)
  AND abs(extract(epoch FROM now()) * 1000 - ?::bigint) <= ${LATE_MS}
  AND (SELECT max(at) FROM chains) <= ?`);

const fenced = (): CallgateError => new CallgateError(databaseErrors.fenced());

/** It comes back by itself, sooner or later: until then the database is away. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallgateError && (error.code === 'STORE_FENCED' || error.code === 'STORE_READ_ONLY');

export const settleJobs = (done: readonly PostgresJobResult[]): void => {
  for (const one of done)
    if ('error' in one) one.job.reject(one.error);
    else one.job.resolve(one.value);
};

/** A time that the database said, when it was asked for it, and the time of the newest row that anybody had written. */
interface HeardTime {
  readonly now: number;
  readonly at: number;
  readonly newest: number;
}

const timeAfter = ({ now, at }: HeardTime): number => now + (performance.now() - at);

/** The same jobs, which guess nothing any more. */
const askInstead = (jobs: readonly PostgresWriteJob[]): readonly PostgresWriteJob[] => {
  for (const { before } of jobs) before.asks = true;
  return jobs;
};

const NOT_DONE: GroupOutcome = { how: 'later', chained: false };

/** So long the time that the database said is carried on without asking it first. */
const GUESSED_FOR_MS = 10_000;
/** So long nobody asks for it again. */
const FRESH_MS = 1000;

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
  /** The time that the database said last, and when. */
  #heard: HeardTime | undefined;

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
    return jobs[0]?.before.isSingle === true ? await this.#singly(jobs) : await this.#together(jobs);
  }

  /** Side by side, with as few questions as they all need: none where what was known before can be taken for granted. */
  async #together(jobs: readonly PostgresWriteJob[]): Promise<BatchResult> {
    const guess = this.#guessTime();
    const since = this.#parts.settings.revision;
    const isGuessing = guess !== undefined && jobs.every(({ before }) => !before.asks);
    let begun: Promise<boolean> | undefined;
    let isWhole = false;
    const group = new CommitGroup(this.#connection, this.#parts, () => {
      begun = this.#begin(guess, isWhole, since);
      return begun;
    });
    let outcomes: readonly GroupOutcome[];
    let isTimely = true;
    let begunAt = since;
    try {
      if (!isGuessing) group.open();
      if (guess === undefined) await begun;
      begunAt = this.#parts.settings.revision;
      outcomes = await group.run(
        jobs.map(({ work }) => work),
        this.#options.busyMs,
        waitedElsewhere,
      );
      isTimely = (await begun) ?? true;
      if (this.#connection.cause !== undefined) throw this.#connection.cause;
    } catch (error) {
      this.#refuse(jobs, [], error);
      throw error;
    }
    const ended = jobs.map((job, place) => ({ job, outcome: outcomes[place] ?? NOT_DONE }));
    if (group.fault !== undefined) {
      const { error } = group.fault;
      const isGuessed = !group.guesses.isEmpty && !isLockTimeout(error);
      return await this.#giveUp(group, isGuessed ? askInstead(jobs) : this.#blame(jobs, error));
    }
    const left: PostgresWriteJob[] = [];
    const done: PostgresJobResult[] = [];
    for (const { job, outcome } of ended)
      if (outcome.how === 'done') done.push({ job, value: outcome.value });
      else if (outcome.how === 'failed') done.push({ job, error: outcome.error });
      else {
        job.before.isSingle ||= outcome.how === 'alone';
        left.push(job);
      }
    if (!isTimely || ended.some(({ outcome }) => outcome.how !== 'done' && outcome.chained))
      return await this.#undoGroup(group, ended);
    if (!group.isOpen && done.length === 0) return { changed: false, left };
    isWhole = !group.isOpen;
    return await this.#commitGroup(
      group,
      done,
      left,
      isWhole ? guess : undefined,
      // what began by asking began by what it was told then
      guess === undefined ? begunAt : since,
    );
  }

  /** Others stand behind entries of what does not count. */
  async #undoGroup(
    group: CommitGroup,
    ended: readonly { readonly job: PostgresWriteJob; readonly outcome: GroupOutcome }[],
  ): Promise<BatchResult> {
    const again: PostgresWriteJob[] = [];
    for (const { job, outcome } of ended) {
      // what it failed of may have been a guess
      if (outcome.how === 'failed' && group.guesses.isEmpty) job.reject(outcome.error);
      else again.push(job);
      if (outcome.how !== 'done' && outcome.chained) job.before.isSingle = true;
    }
    return await this.#giveUp(group, again);
  }

  /**
   * @param guess The time that was guessed, where the database has been asked nothing.
   * @param since The revision of the settings that the work went by.
   */
  async #commitGroup(
    group: CommitGroup,
    done: readonly PostgresJobResult[],
    left: readonly PostgresWriteJob[],
    guess: HeardTime | undefined,
    since: number,
  ): Promise<BatchResult> {
    const { journal, sessions } = this.#parts;
    const wrote = group.hasWritten;
    try {
      const sent = group.sendAll();
      journal.keepChanges();
      if (await this.#commit(done, wrote, sent, guess, since)) {
        sessions.keepChanges();
        return { changed: wrote, left };
      }
    } catch (error) {
      for (const job of left) job.reject(makeStoreAwayError(error));
      throw error;
    }
    if (guess !== undefined || !group.guesses.isEmpty) {
      await this.#refuseUnfit(group, [...done.map(({ job }) => job), ...left]);
      return { changed: false, left: [...askInstead(done.map(({ job }) => job)), ...left] };
    }
    // one of them is why: each by itself fails alone
    settleJobs(done.filter((one) => 'error' in one));
    const again = done.filter((one) => !('error' in one)).map(({ job }) => job);
    for (const { before } of again) before.isSingle = true;
    return { changed: false, left: [...again, ...left] };
  }

  /** Nothing may be written here: what began the transaction says why. */
  async #refuseUnfit(group: CommitGroup, jobs: readonly PostgresWriteJob[]): Promise<void> {
    try {
      await group.begun;
    } catch (error) {
      this.#refuse(jobs, [], error);
      throw error;
    }
  }

  /** Who is to do it again, after the database has refused what they asked together. */
  #blame(jobs: readonly PostgresWriteJob[], fault: unknown): readonly PostgresWriteJob[] {
    const [first, ...others] = jobs;
    if (first === undefined || !(isLockTimeout(fault) || isCollision(fault))) {
      for (const { before } of jobs) before.isSingle = true;
      return jobs;
    }
    // only the first waits for others
    first.before.collisions += 1;
    if (isCollision(fault) && first.before.collisions < MOST_COLLISIONS) return jobs;
    first.reject(toStoreFault(fault, this.#options.busyMs));
    return others;
  }

  /** Nothing of the transaction counts. */
  async #giveUp(group: CommitGroup, left: readonly PostgresWriteJob[]): Promise<BatchResult> {
    const { journal, sessions } = this.#parts;
    journal.undoAll();
    sessions.undo();
    this.#heard = undefined;
    try {
      if (group.isOpen) await this.#connection.script('ROLLBACK');
    } catch (error) {
      for (const job of left) job.reject(makeStoreAwayError(error));
      throw error;
    }
    return { changed: false, left };
  }

  /** Nothing of it was done, and the connection is of no use any more. */
  #refuse(jobs: readonly PostgresWriteJob[], done: readonly PostgresJobResult[], error: unknown): void {
    this.#parts.journal.undoAll();
    this.#parts.sessions.clear();
    const told = isPassing(error) ? makeStoreAwayError(error) : toStoreFault(error, this.#options.busyMs);
    const own = new Map(done.flatMap((one) => ('error' in one ? [[one.job, one.error]] : [])));
    for (const job of jobs) job.reject(own.has(job) ? own.get(job) : told);
  }

  /** What time it is, where the database said so a moment ago: it says so again before anything counts. */
  #guessTime(): HeardTime | undefined {
    const heard = this.#heard;
    const { clock, despiteLoss } = this.#options;
    if (heard === undefined || clock !== undefined || despiteLoss) return undefined;
    if (performance.now() - heard.at > GUESSED_FOR_MS) return undefined;
    this.#parts.journal.begin(() => timeAfter(heard), heard.newest);
    return heard;
  }

  /** One after the other. */
  async #singly(jobs: readonly PostgresWriteJob[]): Promise<BatchResult> {
    const done: PostgresJobResult[] = [];
    let left: readonly PostgresWriteJob[] = [];
    let writes = 0;
    let since = 0;
    try {
      await this.#begin(undefined, false, 0);
      since = this.#parts.settings.revision;
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
      this.#refuse(jobs, done, error);
      throw error;
    }
    try {
      if (!(await this.#commit(done, writes > 0, [], undefined, since))) {
        // what was kept after each of them does not count either
        this.#parts.sessions.clear();
        return { changed: false, left: jobs };
      }
    } catch (error) {
      for (const job of left) job.reject(makeStoreAwayError(error));
      throw error;
    }
    return { changed: writes > 0, left };
  }

  /**
   * False where the guess was wrong.
   * @param isWhole The whole transaction was sent with it.
   * @param since The revision of the settings that the work went by from its beginning.
   */
  async #begin(guess: HeardTime | undefined, isWhole: boolean, since: number): Promise<boolean> {
    const { instance, journal, settings } = this.#parts;
    const begun = this.#connection.run('BEGIN ISOLATION LEVEL READ COMMITTED');
    begun.catch(() => {});
    // the end of the transaction looks at the rest
    if (isWhole && guess !== undefined && performance.now() - guess.at < FRESH_MS) return true;
    // what is written here meanwhile is not in the answer
    const had = settings.revision;
    let askedAt = performance.now();
    let row = await this.#connection.get(BEGUN, instance, journal.chain, journal.acknowledged.seq);
    // by a guess that was sent meanwhile, which is heard of elsewhere
    const isGuessRefused = (error: unknown): boolean => guess !== undefined && isAborted(error);
    await begun;
    // an answer that was long on its way tells an earlier time
    const most = isWhole ? 1 : MOST_ASKED;
    for (let asked = 1; performance.now() - askedAt > LATE_MS && asked < most; asked += 1) {
      askedAt = performance.now();
      try {
        row = await this.#connection.get(BEGUN, instance, journal.chain, journal.acknowledged.seq);
      } catch (error) {
        if (isGuessRefused(error)) return false;
        throw error;
      }
    }
    const from = new ColumnReader(row ?? {}, storedRecordMessages.databaseTime);
    const now = from.whole('now');
    this.#options.timeHeard(now);
    refuseNewer(from.whole('version'), from.whole('oldest'));
    if (from.whole('losses') > 0 && !this.#options.despiteLoss) throw makeNotedLoss(lossText.unaccepted);
    if (from.flag('shut')) throw makeReadOnlyError();
    if (from.whole('known') === 0) throw fenced();
    if (journal.acknowledged.seq > 0 && from.whole('kept') === 0)
      throw makeStoreLostError(lossText.journalEntryMissing({ seq: journal.acknowledged.seq }));
    if (from.whole('settings') < had) throw makeStoreLostError(lossText.settingsMissing);
    const { clock } = this.#options;
    const heard: HeardTime = { now, at: askedAt, newest: from.whole('newest') };
    this.#heard = performance.now() - askedAt > LATE_MS ? undefined : heard;
    // a transaction that waits for others does not live in the past meanwhile
    this.#parts.journal.begin(clock === undefined ? () => timeAfter(heard) : () => clock.now(), heard.newest);
    // work that runs beside this went by earlier ones: it is done again
    try {
      if (from.whole('settings') > settings.revision) await settings.catchUp(this.#connection);
    } catch (error) {
      if (isGuessRefused(error)) return false;
      throw error;
    }
    return (
      guess === undefined ||
      (from.whole('settings') <= since && Math.abs(guess.now + (askedAt - guess.at) - now) <= LATE_MS)
    );
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
        const giveUp = (): void => reject(waitedElsewhere());
        watch.giveUp = giveUp;
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

  /**
   * False where the database undid all of it, and what it refused was not the commit, or the settings are others by now.
   * @param guess The time that was guessed, where the database was asked nothing before.
   * @param since The revision of the settings that the work went by.
   */
  async #commit(
    done: readonly PostgresJobResult[],
    wrote: boolean,
    sent: readonly Promise<unknown>[],
    guess: HeardTime | undefined,
    since: number,
  ): Promise<boolean> {
    const { journal } = this.#parts;
    if (!wrote) {
      try {
        if (!(await this.#connection.commit()) && guess !== undefined) return false;
      } catch (error) {
        for (const { job } of done) job.reject(makeStoreAwayError(error));
        throw error;
      }
      settleJobs(done);
      return true;
    }
    const { head } = journal;
    const moved = this.#moveChain(head, guess, since);
    moved.catch(() => {});
    let counts: boolean;
    try {
      counts = await this.#connection.commit();
      if (counts) await moved;
    } catch (error) {
      this.doubt = { done, commits: this.#commits, head };
      throw error;
    }
    if (counts) {
      this.#commits += 1;
      journal.committed();
      settleJobs(done);
      return true;
    }
    const answers = await Promise.allSettled(sent);
    const { sessions, settings } = this.#parts;
    const isRepeated =
      guess !== undefined ||
      answers.some(({ status }) => status === 'rejected') ||
      (await settings.newest(this.#connection).catch(() => since)) !== since;
    if (isRepeated) {
      journal.undoAll();
      sessions.undo();
      this.#heard = undefined;
      return false;
    }
    await this.#undone(done, moved);
    return true;
  }

  /** The chain ends elsewhere now. Where nothing was asked, it must also be that this opener may still write, at this time. */
  #moveChain(head: AuditLogHead, guess: HeardTime | undefined, since: number): Promise<unknown> {
    const { journal, instance } = this.#parts;
    const { chain, acknowledged } = journal;
    const values = [head.seq, head.at, head.hash, this.#commits + 1, chain, this.#commits] as const;
    if (guess === undefined) return this.#connection.run(COMMITTED, ...values, since);
    return this.#connection.run(
      COMMITTED_UNASKED,
      ...values,
      instance,
      chain,
      acknowledged.seq,
      acknowledged.seq,
      MIGRATIONS.length,
      since,
      Math.trunc(timeAfter(guess)),
      head.at + LATE_MS,
    );
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
