import { CallgateError } from '@callgate/core';
import { storeBusy, storeDouble, storeFull, storeRefused } from '../faults.ts';
import type { Row, Value } from '../rows/row.ts';
import type { Connection } from './connection.ts';
import { faultKind, storeAway } from './faults.ts';

/**
 * The statements of one piece of work. What gives nothing back is sent without waiting for its answer; what fails comes
 * out at the next wait, and after the first failure nothing more is sent: PostgreSQL has given the work up by then.
 */
export class Statements {
  readonly connection: Connection;
  readonly #busyMs: number;
  readonly #sent: Promise<unknown>[] = [];
  readonly #heard: () => void;
  /** The first failure, as whoever did the work reads it. */
  failure: unknown = undefined;
  writes = 0;

  constructor(connection: Connection, busyMs: number, heard: () => void) {
    this.connection = connection;
    this.#busyMs = busyMs;
    this.#heard = heard;
  }

  async all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return await this.#wait(() => this.connection.all(sql, ...values));
  }

  async get(sql: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return await this.#wait(() => this.connection.get(sql, ...values));
  }

  /** How many rows it changed. */
  async run(sql: string, ...values: readonly Value[]): Promise<number> {
    this.writes += 1;
    return await this.#wait(() => this.connection.run(sql, ...values));
  }

  send(sql: string, ...values: readonly Value[]): void {
    if (this.failure !== undefined) return;
    this.writes += 1;
    this.#sent.push(this.connection.run(sql, ...values).catch((error: unknown) => this.#failed(error)));
  }

  /** Everything that was sent has been answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#sent.splice(0));
    // oxlint-disable-next-line typescript/only-throw-error
    if (this.failure !== undefined) throw this.failure;
  }

  async #wait<T>(ask: () => Promise<T>): Promise<T> {
    // oxlint-disable-next-line typescript/only-throw-error
    if (this.failure !== undefined) throw this.failure;
    try {
      return await ask();
    } catch (error) {
      this.#failed(error);
      // what was sent before may have failed before
      await Promise.all(this.#sent.splice(0));
      throw this.failure;
    } finally {
      this.#heard();
    }
  }

  #failed(error: unknown): void {
    this.failure ??= this.#read(error);
  }

  #read(error: unknown): unknown {
    if (error instanceof CallgateError) return error;
    switch (faultKind(error)) {
      case 'busy':
        return storeBusy(this.#busyMs);
      case 'full':
        return storeFull(error);
      case 'double':
        return storeDouble(error);
      case 'refused':
        return storeRefused(error);
      case 'away':
        return storeAway(error);
      default:
        return error;
    }
  }
}
