import { existsSync, realpathSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';
import { indexEntries } from '../sqlite/entry-index.ts';
import type { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { makeSqliteOpenError } from '../sqlite/faults.ts';
import { migrateTables, openWriter, retryWhileBusy, readSchemaVersion } from '../sqlite/open-database.ts';
import { projectRecentCalls } from '../sqlite/recent-calls.ts';
import { ReplicaLocks } from '../sqlite/replica-locks.ts';
import { prepareStoreFile } from '../sqlite/prepare-store-file.ts';
import { makeInUseError, makeNotEmptyError } from './faults.ts';
import type { CopySource, CopyTarget } from './copy-source.ts';
import { readColumnValue } from './copy-source.ts';
import type { CopiedTable } from './copied-tables.ts';
import { COPIED_TABLES, makeSelectAfter } from './copied-tables.ts';

const BUSY_MS = 10_000;

class SqliteCopy implements CopyTarget {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async rows(
    table: CopiedTable,
    after: readonly SqlValue[] | undefined,
    limit: number,
  ): Promise<readonly SqlRow[]> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#connection.query(makeSelectAfter(table, after === undefined)).all(...(after ?? []), limit);
  }

  async insert({ name, columns }: CopiedTable, rows: readonly SqlRow[]): Promise<void> {
    // who had it open was a process of another machine, if it was one at all
    const more = name === 'instances' ? { column: ', pid', value: ', 0' } : { column: '', value: '' };
    const insert = this.#connection.query(
      `INSERT INTO ${name} (${columns.join(', ')}${more.column}) VALUES (${columns.map(() => '?').join(', ')}${more.value})`,
    );
    for (const row of rows) insert.run(...columns.map((column) => readColumnValue(row, column)));
  }

  async key(): Promise<undefined> {
    // a file lies beside its key
  }

  async useKey(): Promise<void> {}

  async useSettings(): Promise<void> {}

  async commit(): Promise<void> {
    indexEntries(this.#connection);
    this.#connection.db.exec('COMMIT');
    this.#connection.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async close(): Promise<void> {
    if (this.#connection.inTransaction) this.#connection.db.exec('ROLLBACK');
    this.#connection.db.close();
  }
}

/** Opens the file so that nobody else can write to it, and does what is to be done first. */
const opened = async (file: string, first: (connection: SqliteConnection) => void): Promise<SqliteCopy> => {
  let connection: SqliteConnection | undefined;
  try {
    const own = await openWriter(file, true, BUSY_MS);
    connection = own;
    await retryWhileBusy(BUSY_MS, () => own.db.exec('BEGIN IMMEDIATE'));
    first(own);
    return new SqliteCopy(own);
  } catch (error) {
    connection?.db.close();
    throw makeSqliteOpenError(file, error);
  }
};

export const openSqliteSource = async (path: string): Promise<CopySource> => {
  if (!existsSync(path)) throw new CallgateError(storeErrors.missing({ path: display(path) }));
  const file = realpathSync(path);
  return await opened(file, (connection) => {
    if (readSchemaVersion(connection, file) === 0)
      throw new CallgateError(storeErrors.notStore({ file: display(file) }));
    migrateTables(connection, file);
    projectRecentCalls(connection);
    const dead = new Set(new ReplicaLocks(file, '').dead(connection));
    const all = connection.query('SELECT instance FROM instances').all();
    const live = all.filter(
      (row) => !dead.has(new ColumnReader(row, storedRecordMessages.replica).text('instance')),
    );
    if (live.length > 0) throw makeInUseError(live.length);
  });
};

export const openSqliteTarget = async (path: string): Promise<CopyTarget> => {
  const file = prepareStoreFile(path);
  return await opened(file, (connection) => {
    migrateTables(connection, file);
    for (const { name } of COPIED_TABLES)
      if (connection.query(`SELECT 1 AS there FROM ${name} LIMIT 1`).get() !== undefined)
        throw makeNotEmptyError(name);
  });
};
