import { CallgateError } from '@callgate/core';
import { makeStoreBusyError } from '@callgate/gate/sql';
import type { SqlRow, SqlValue } from '@callgate/gate/sql';
import { storeErrors } from '@callgate/messages/errors/store';
import type { PostgresConnection } from './postgres-connection.ts';
import { toStoreFault, isAborted, isCollision, isLockTimeout } from './faults.ts';

/** Told when the work waits for the database, and when it has its answers. */
export interface StatementListener {
  asks(): void;
  hears(): void;
}

export const makeTxOverError = (): CallgateError => new CallgateError(storeErrors.transactionOver());

/**
 * The statements of one piece of work. What gives nothing back is sent without waiting for its answer; what fails comes
 * out at the next wait, and after the first failure nothing more is sent: PostgreSQL has given the work up by then.
 */
export class Statements {
  readonly connection: PostgresConnection;
  readonly #busyMs: number;
  readonly #sent: Promise<unknown>[] = [];
  readonly #asked: Promise<unknown>[] = [];
  #aborted: unknown = undefined;
  readonly #watch: StatementListener;
  #asking = 0;
  readonly #patient: boolean;
  /** The first failure, as the work reads it. */
  failure: unknown = undefined;
  /** It was not patient, and another transaction has what it wants. */
  deferred = false;
  /** Two waited for each other, and the database gave this one up. */
  collided = false;
  writes = 0;
  #over = false;

  constructor(connection: PostgresConnection, busyMs: number, watch: StatementListener, patient: boolean) {
    this.#patient = patient;
    this.connection = connection;
    this.#busyMs = busyMs;
    this.#watch = watch;
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return await this.#wait(() => this.connection.all(sql, ...values));
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined> {
    return await this.#wait(() => this.connection.get(sql, ...values));
  }

  /** How many rows it changed. */
  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    this.writes += 1;
    return await this.#wait(() => this.connection.run(sql, ...values));
  }

  send(sql: string, ...values: readonly SqlValue[]): void {
    if (this.failure === undefined) this.writes += 1;
    this.precede(sql, ...values);
  }

  /** Sent before whatever is asked next, and changes nothing: a lock. */
  precede(sql: string, ...values: readonly SqlValue[]): void {
    if (this.#over) throw makeTxOverError();
    if (this.failure !== undefined) return;
    this.#sent.push(this.connection.run(sql, ...values).catch((error: unknown) => this.#failed(error)));
  }

  /** The work is over, however it ended: what it began and did not wait for would change what others do. */
  end(): void {
    this.#over = true;
  }

  /** Everything that was sent has been answered. */
  async settled(): Promise<void> {
    await Promise.all([...this.#sent.splice(0), ...this.#asked.splice(0)]);
    const failure = this.failure ?? this.#aborted;
    // oxlint-disable-next-line typescript/only-throw-error
    if (failure !== undefined) throw failure;
  }

  async #wait<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#over) throw makeTxOverError();
    // oxlint-disable-next-line typescript/only-throw-error
    if (this.failure !== undefined) throw this.failure;
    this.#asking += 1;
    this.#watch.asks();
    try {
      const answer = ask();
      this.#asked.push(answer.catch((error: unknown) => this.#failed(error)));
      return await answer;
    } catch (error) {
      // what was sent before failed before
      await Promise.all([...this.#sent, ...this.#asked]);
      throw this.failure ?? toStoreFault(error, this.#busyMs);
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0 && !this.#over) this.#watch.hears();
    }
  }

  #failed(error: unknown): void {
    // what failed may be heard of later than what failed because of it
    if (isAborted(error)) {
      this.#aborted ??= toStoreFault(error, this.#busyMs);
      return;
    }
    this.deferred ||= this.failure === undefined && !this.#patient && isLockTimeout(error);
    this.collided ||= this.failure === undefined && isCollision(error);
    this.failure ??= toStoreFault(error, this.#busyMs);
  }

  /** Another transaction has what it wants, and wants what it has: it does not wait for the server to detect that. */
  giveWay(): never {
    this.deferred ||= this.failure === undefined;
    this.failure ??= makeStoreBusyError(this.#busyMs);
    throw this.failure;
  }
}
