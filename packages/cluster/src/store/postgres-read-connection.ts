import { CallgateError } from '@callgate/core';
import postgres from 'postgres';
import { describeCause, makeStoreClosedError } from '@callgate/gate/sql';
import type { SqlDialect, ReadConnection, SqlRow, SqlValue } from '@callgate/gate/sql';
import { databaseErrors } from '@callgate/messages/errors/database';
import type { ConnectionOptions } from './postgres-connection.ts';
import { makeConnectionSettings } from './postgres-connection.ts';
import { classifyPostgresFault, makeStoreAwayError } from './faults.ts';
import { decodeRow, encodeValue, toPostgresSql } from './to-postgres-sql.ts';

export const POSTGRES_DIALECT: SqlDialect = {
  oneOfList: 'IN (SELECT json_array_elements_text((?::text)::json))',
  rulesIn: (column) => `((${column})::json ->> 'rules')`,
  entriesOfCall: 'SELECT * FROM record WHERE call = ? AND seq > 0 ORDER BY seq',
  hashes: 'SELECT seq, hash FROM record WHERE seq >= ? ORDER BY seq LIMIT ?',
};

const CONNECTIONS = 4;

const cannotRead = (cause: unknown): CallgateError =>
  new CallgateError(databaseErrors.readFailed({ cause: describeCause(cause) }), { cause });

/** Connections of those who only read. They come and go by themselves. */
export class PostgresReadConnection implements ReadConnection {
  readonly dialect: SqlDialect = POSTGRES_DIALECT;
  readonly #options: ConnectionOptions;
  #sql: postgres.Sql<{ bigint: number }>;
  readonly #number: () => Promise<void>;
  #closed = false;

  constructor(options: ConnectionOptions, number: () => Promise<void>) {
    this.#options = options;
    this.#sql = this.#pool();
    this.#number = number;
  }

  /** Nobody answers: who waits hears so now, and who asks next asks on another connection. */
  cut(): void {
    const old = this.#sql;
    if (this.#closed) return;
    this.#sql = this.#pool();
    void old.end({ timeout: 0 }).catch(() => {});
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined> {
    return (await this.all(sql, ...values))[0];
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    if (this.#closed) throw makeStoreClosedError();
    try {
      const rows = await this.#sql.unsafe<SqlRow[]>(toPostgresSql(sql), values.map(encodeValue), {
        prepare: true,
      });
      return rows.map(decodeRow);
    } catch (error) {
      const kind = classifyPostgresFault(error);
      if (kind === 'other') throw error;
      throw kind === 'away' ? makeStoreAwayError(error) : cannotRead(error);
    }
  }

  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#closed) throw makeStoreClosedError();
  }

  async number(): Promise<void> {
    if (this.#closed) throw makeStoreClosedError();
    await this.#number();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sql.end({ timeout: 1 });
  }

  #pool(): postgres.Sql<{ bigint: number }> {
    return postgres(this.#options.address.url, {
      ...makeConnectionSettings(this.#options),
      max: CONNECTIONS,
      idle_timeout: 30,
    });
  }
}
