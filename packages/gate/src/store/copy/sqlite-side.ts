import { existsSync, realpathSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { Columns } from '../rows/columns.ts';
import type { Row, Value } from '../rows/row.ts';
import type { Connection } from '../sqlite/connection.ts';
import { cannotOpen } from '../sqlite/faults.ts';
import { migrate, openWriter, patiently, versionOf } from '../sqlite/open-database.ts';
import { Openers } from '../sqlite/openers.ts';
import { preparePlace } from '../sqlite/place.ts';
import { inUse, notEmpty } from './faults.ts';
import type { CopySide, CopyTarget } from './side.ts';
import { valueIn } from './side.ts';
import type { CopiedTable } from './tables.ts';
import { COPIED_TABLES, selectAfter } from './tables.ts';

const BUSY_MS = 10_000;

class SqliteSide implements CopyTarget {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async rows(
    table: CopiedTable,
    after: readonly Value[] | undefined,
    limit: number,
  ): Promise<readonly Row[]> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#connection.query(selectAfter(table, after === undefined)).all(...(after ?? []), limit);
  }

  async insert({ name, columns }: CopiedTable, rows: readonly Row[]): Promise<void> {
    // who had it open was a process of another machine, if it was one at all
    const more = name === 'instances' ? { column: ', pid', value: ', 0' } : { column: '', value: '' };
    const insert = this.#connection.query(
      `INSERT INTO ${name} (${columns.join(', ')}${more.column}) VALUES (${columns.map(() => '?').join(', ')}${more.value})`,
    );
    for (const row of rows) insert.run(...columns.map((column) => valueIn(row, column)));
  }

  async key(): Promise<undefined> {
    // a file lies beside its key
  }

  async useKey(): Promise<void> {}

  async commit(): Promise<void> {
    this.#connection.db.exec('COMMIT');
    this.#connection.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async close(): Promise<void> {
    if (this.#connection.inTransaction) this.#connection.db.exec('ROLLBACK');
    this.#connection.db.close();
  }
}

/** Opens the file so that nobody else can write to it, and does what is to be done first. */
const opened = async (file: string, first: (connection: Connection) => void): Promise<SqliteSide> => {
  let connection: Connection | undefined;
  try {
    const own = await openWriter(file, true, BUSY_MS);
    connection = own;
    await patiently(BUSY_MS, () => own.db.exec('BEGIN IMMEDIATE'));
    first(own);
    return new SqliteSide(own);
  } catch (error) {
    connection?.db.close();
    throw cannotOpen(file, error);
  }
};

export const sqliteSource = async (path: string): Promise<CopySide> => {
  if (!existsSync(path))
    throw new CallgateError('STORE_PLACE', `there is no store at ${display(path)}`, {
      help: 'check the path',
    });
  const file = realpathSync(path);
  return await opened(file, (connection) => {
    if (versionOf(connection, file) === 0)
      throw new CallgateError('STORE_FOREIGN', `${display(file)} is no store`, { help: 'check the path' });
    migrate(connection, file);
    const dead = new Set(new Openers(file, '').dead(connection));
    const all = connection.query('SELECT instance FROM instances').all();
    const live = all.filter((row) => !dead.has(new Columns(row, 'an opener').text('instance')));
    if (live.length > 0) throw inUse(live.length);
  });
};

export const sqliteTarget = async (path: string): Promise<CopyTarget> => {
  const file = preparePlace(path);
  return await opened(file, (connection) => {
    migrate(connection, file);
    for (const { name } of COPIED_TABLES)
      if (connection.query(`SELECT 1 AS there FROM ${name} LIMIT 1`).get() !== undefined)
        throw notEmpty(name);
  });
};
