import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { makeStoreBusyError, makeStoreClosedError } from '../faults.ts';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';
import type { SqlDialect, ReadConnection } from '../sql/read-connection.ts';
import type { SqliteConnection, SqliteQuery } from './sqlite-connection.ts';
import { classifySqliteFault } from './faults.ts';
import { retryWhileBusy } from './open-database.ts';
import { UNINDEXED } from './entry-index.ts';
import { pauseBeforeRetry } from './pause-before-retry.ts';

const cannotRead = (cause: unknown): CallgateError =>
  new CallgateError(
    storeErrors.readFailed({
      cause: display(cause instanceof Error ? cause.message : String(cause), { max: 200 }),
    }),
    { cause },
  );

export const SQLITE_DIALECT: SqlDialect = {
  oneOfList: 'IN (SELECT value FROM json_each(?))',
  rulesIn: (column) => `json_extract(${column}, '$.rules')`,
  entriesOfCall: `SELECT * FROM (
      SELECT i.seq, r.at, r.event, i.call, r.hash, r.bytes FROM record_index i JOIN record r ON r.seq = i.seq
      UNION ALL SELECT seq, at, event, call, hash, bytes FROM record WHERE ${UNINDEXED}
    ) WHERE call = ? AND seq > 0 ORDER BY seq`,
  hashes: `SELECT * FROM (
      SELECT seq, hash FROM record_index UNION ALL SELECT seq, hash FROM record WHERE ${UNINDEXED}
    ) WHERE seq >= ? ORDER BY seq LIMIT ?`,
};

/** The connection of those who only read. */
export class SqliteReadConnection implements ReadConnection {
  readonly dialect: SqlDialect = SQLITE_DIALECT;
  readonly connection: SqliteConnection;
  readonly #busyMs: number;
  readonly #isShared: boolean;
  readonly #writtenLater: Map<string, boolean> = new Map();
  #catchUp: () => Promise<void> = async () => {};
  #closed = false;

  /** @param isShared The connection writes too: reads wait until no transaction is open, and it is closed elsewhere. */
  constructor(connection: SqliteConnection, busyMs: number, isShared = false) {
    this.connection = connection;
    this.#busyMs = busyMs;
    this.#isShared = isShared;
  }

  /** What must be done before anybody asks for calls and sessions. */
  beforeReading(catchUp: () => Promise<void>): void {
    this.#catchUp = catchUp;
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined> {
    return await this.#look(sql, (query) => query.get(...values));
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return await this.#look(sql, (query) => query.all(...values));
  }

  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#closed) throw makeStoreClosedError();
  }

  /** Rows have their numbers as soon as they are written. */
  async number(): Promise<void> {}

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#isShared) this.connection.db.close();
  }

  #isWrittenLater(sql: string): boolean {
    const known = this.#writtenLater.get(sql);
    if (known !== undefined) return known;
    const found = /\b(?:calls|sessions)\b/u.test(sql);
    this.#writtenLater.set(sql, found);
    return found;
  }

  async #waitForWriter(): Promise<void> {
    const until = performance.now() + this.#busyMs;
    for (let times = 0; this.connection.inTransaction; times += 1) {
      if (performance.now() >= until) throw makeStoreBusyError(this.#busyMs);
      await pauseBeforeRetry(times);
      if (this.#closed) throw makeStoreClosedError();
    }
  }

  async #look<T>(sql: string, ask: (query: SqliteQuery) => T): Promise<T> {
    if (this.#closed) throw makeStoreClosedError();
    try {
      if (this.#isWrittenLater(sql)) await this.#catchUp();
      if (this.#isShared) await this.#waitForWriter();
      if (this.#closed) throw makeStoreClosedError();
      return await retryWhileBusy(this.#busyMs, () => ask(this.connection.query(sql)));
    } catch (error) {
      const kind = classifySqliteFault(error);
      throw kind === 'doubt' || kind === 'full' ? cannotRead(error) : error;
    }
  }
}
