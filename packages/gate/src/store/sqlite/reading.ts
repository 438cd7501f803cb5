import { CallgateError } from '@callgate/core';
import { storeClosed } from '../faults.ts';
import type { Row, Value } from '../rows/row.ts';
import type { Dialect, Reading } from '../sql/reading.ts';
import type { Connection } from './connection.ts';
import { faultKind } from './faults.ts';
import { patiently } from './open-database.ts';

const cannotRead = (cause: unknown): CallgateError =>
  new CallgateError(
    'STORE_READ',
    `the store cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    {
      help: 'look after the disk it lies on',
      cause,
    },
  );

export const SQLITE: Dialect = {
  oneOfList: 'IN (SELECT value FROM json_each(?))',
  rulesIn: (column) => `json_extract(${column}, '$.rules')`,
};

/** The connection of those who only read. */
export class SqliteReading implements Reading {
  readonly dialect: Dialect = SQLITE;
  readonly connection: Connection;
  readonly #busyMs: number;
  #closed = false;

  constructor(connection: Connection, busyMs: number) {
    this.connection = connection;
    this.#busyMs = busyMs;
  }

  get(sql: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return this.#look((connection) => connection.query(sql).get(...values));
  }

  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.#look((connection) => connection.query(sql).all(...values));
  }

  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#closed) throw storeClosed();
  }

  /** Rows have their numbers as soon as they are written. */
  async number(): Promise<void> {}

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.connection.db.close();
  }

  async #look<T>(at: (connection: Connection) => T): Promise<T> {
    if (this.#closed) throw storeClosed();
    try {
      return await patiently(this.#busyMs, () => at(this.connection));
    } catch (error) {
      const kind = faultKind(error);
      throw kind === 'doubt' || kind === 'full' ? cannotRead(error) : error;
    }
  }
}
