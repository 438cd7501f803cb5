import { CallgateError } from '@callgate/core';
import postgres from 'postgres';
import { says, storeClosed } from '@callgate/gate/sql';
import type { Dialect, Reading, Row, Value } from '@callgate/gate/sql';
import type { ConnectionOptions } from './connection.ts';
import { settingsOf } from './connection.ts';
import { faultKind, storeAway } from './faults.ts';
import { decode, encode, statement } from './statement.ts';

export const POSTGRES: Dialect = {
  oneOfList: 'IN (SELECT json_array_elements_text((?::text)::json))',
  rulesIn: (column) => `((${column})::json ->> 'rules')`,
};

const CONNECTIONS = 4;

const cannotRead = (cause: unknown): CallgateError =>
  new CallgateError('STORE_READ', `the store cannot be read: ${says(cause)}`, {
    help: 'look after the database',
    cause,
  });

/** Connections of those who only read. They come and go by themselves. */
export class PostgresReading implements Reading {
  readonly dialect: Dialect = POSTGRES;
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

  async get(sql: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0];
  }

  async all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    if (this.#closed) throw storeClosed();
    try {
      const rows = await this.#sql.unsafe<Row[]>(statement(sql), values.map(encode), { prepare: true });
      return rows.map(decode);
    } catch (error) {
      const kind = faultKind(error);
      if (kind === 'other') throw error;
      throw kind === 'away' ? storeAway(error) : cannotRead(error);
    }
  }

  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#closed) throw storeClosed();
  }

  async number(): Promise<void> {
    if (this.#closed) throw storeClosed();
    await this.#number();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sql.end({ timeout: 1 });
  }

  #pool(): postgres.Sql<{ bigint: number }> {
    return postgres(this.#options.address.url, {
      ...settingsOf(this.#options),
      max: CONNECTIONS,
      idle_timeout: 30,
    });
  }
}
