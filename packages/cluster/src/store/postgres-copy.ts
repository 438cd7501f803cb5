import { storedRecordMessages } from '@callgate/messages/stored-record';
import { CallgateError } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import { EMPTY_LOG_HEAD, mintId } from '@callgate/gate/record';
import {
  COPIED_TABLES,
  ColumnReader,
  HEAD_QUERY,
  makeInUseError,
  makeNotEmptyError,
  readLogHead,
  makeSelectAfter,
  readColumnValue,
} from '@callgate/gate/sql';
import type { CopiedTable, CopySource, CopyTarget, SqlRow, StoreKey, SqlValue } from '@callgate/gate/sql';
import { parseDatabaseAddress } from '@callgate/gate/store';
import { databaseErrors } from '@callgate/messages/errors/database';
import { PostgresConnection } from './postgres-connection.ts';
import { makePostgresOpenError, classifyPostgresFault } from './faults.ts';
import { countLiveReplicas } from './count-live-replicas.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { refuseLosses } from './losses.ts';
import { migrateTables, readSchemaVersion } from './migrate.ts';
import { readReplication } from './read-replication.ts';
import { hasUnnumberedEntries, numberEntries } from './number-entries.ts';
import { lockSettings, putSetting } from './postgres-settings.ts';
import { RecentEntries } from './recent-entries.ts';

const BUSY_MS = 10_000;

class PostgresCopy implements CopyTarget {
  readonly #connection: PostgresConnection;
  readonly #schema: string;

  constructor(connection: PostgresConnection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  async rows(
    table: CopiedTable,
    after: readonly SqlValue[] | undefined,
    limit: number,
  ): Promise<readonly SqlRow[]> {
    return await this.#connection.all(makeSelectAfter(table, after === undefined), ...(after ?? []), limit);
  }

  async insert({ name, columns, key }: CopiedTable, rows: readonly SqlRow[]): Promise<void> {
    const places = `(${columns.map(() => '?').join(', ')})`;
    const own = key[0] === 'n' ? ' OVERRIDING SYSTEM VALUE' : '';
    await this.#connection.run(
      `INSERT INTO ${name} (${columns.join(', ')})${own} VALUES ${rows.map(() => places).join(', ')}`,
      ...rows.flatMap((row) => columns.map((column) => readColumnValue(row, column))),
    );
  }

  async key(): Promise<StoreKey | undefined> {
    const row = await this.#connection.get('SELECT key, probe FROM sealing');
    if (row === undefined) return undefined;
    const from = new ColumnReader(row, storedRecordMessages.storeKey);
    return { key: from.text('key'), probe: from.text('probe') };
  }

  async useKey(given: StoreKey | undefined): Promise<void> {
    // a process may have opened the place before, and written nothing
    await this.#connection.run('DELETE FROM sealing');
    if (given === undefined) return;
    const { key, probe } = given;
    await this.#connection.run('INSERT INTO sealing (one, key, probe) VALUES (1, ?, ?)', key, probe);
  }

  async useSettings(texts: Readonly<Record<string, string>>, keys: Pick<Keys, 'encrypt'>): Promise<void> {
    await lockSettings(this.#connection, this.#schema);
    for (const [name, text] of Object.entries(texts)) await putSetting(this.#connection, keys, name, text);
  }

  async commit(): Promise<void> {
    await this.#keepTime();
    for (const { name, key } of COPIED_TABLES)
      if (key[0] === 'n')
        await this.#connection.all(
          `SELECT setval(pg_get_serial_sequence('${name}', 'n'), (SELECT coalesce(max(n), 0) + 1 FROM ${name}), false) AS n`,
        );
    await this.#connection.run('COMMIT');
  }

  async close(): Promise<void> {
    this.#connection.end();
  }

  /** Copied rows have no journal; a journal without rows keeps the time that nobody goes back behind. */
  async #keepTime(): Promise<void> {
    const { seq, at } = readLogHead(await this.#connection.get(HEAD_QUERY));
    if (seq === 0) return;
    await this.#connection.run(
      'INSERT INTO chains (name, place, at, hash, commits) VALUES (?, 0, ?, ?, 0)',
      mintId(at),
      at,
      EMPTY_LOG_HEAD.hash,
    );
  }
}

const opened = async (
  url: string,
  busyMs: number,
  first: (connection: PostgresConnection, schema: string) => Promise<void>,
): Promise<PostgresCopy> => {
  let connection: PostgresConnection | undefined;
  try {
    const address = parseDatabaseAddress(url);
    connection = await PostgresConnection.open({ address, busyMs, name: 'callgate copy' });
    // one side waits in its transaction while the other one is read back
    await connection.script('SET idle_in_transaction_session_timeout = 0');
    await first(connection, address.schema);
    return new PostgresCopy(connection, address.schema);
  } catch (error) {
    connection?.end();
    throw classifyPostgresFault(error) === 'other' ? error : makePostgresOpenError(error);
  }
};

export const openPostgresSource = (url: string, busyMs: number = BUSY_MS): Promise<CopySource> =>
  opened(url, busyMs, async (connection, schema) => {
    const version = await readSchemaVersion(connection, parseDatabaseAddress(url));
    if (version === 0) throw new CallgateError(databaseErrors.schemaEmpty({ schema }));
    await migrateTables(connection, parseDatabaseAddress(url));
    // a copy would not know of it
    await refuseLosses(connection);
    await numberEntries(connection, lockNumber(schema, LOCKS.numbering), new RecentEntries());
    // nobody can open the store meanwhile
    await connection.script(
      'BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE instances, chains IN SHARE ROW EXCLUSIVE MODE',
    );
    const live = await countLiveReplicas(connection, schema);
    if (live > 0) throw makeInUseError(live);
    if (await hasUnnumberedEntries(connection)) throw makeInUseError(1);
  });

/** The same at one moment, while others write. They wait until what they committed has its number, and not longer. */
export const openPostgresSnapshot = async (url: string, busyMs: number = BUSY_MS): Promise<CopySource> => {
  const address = parseDatabaseAddress(url);
  const stopping = await PostgresConnection.open({ address, busyMs, name: 'callgate snapshot' });
  try {
    await migrateTables(stopping, address);
    return await opened(url, busyMs, async (connection, schema) => {
      const lock = lockNumber(schema, LOCKS.numbering);
      await refuseLosses(connection);
      // all but the last moment's entries, while nobody waits
      await numberEntries(connection, lock, new RecentEntries());
      // every commit changes one of its rows
      await stopping.script('BEGIN; LOCK TABLE chains IN SHARE MODE');
      await numberEntries(connection, lock, new RecentEntries());
      await connection.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // the moment is that of the first question
      if (await hasUnnumberedEntries(connection)) throw makeInUseError(1);
      await stopping.script('COMMIT');
    });
  } catch (error) {
    throw classifyPostgresFault(error) === 'other' ? error : makePostgresOpenError(error);
  } finally {
    stopping.end();
  }
};

export const openPostgresTarget = (url: string, busyMs: number = BUSY_MS): Promise<CopyTarget> =>
  opened(url, busyMs, async (connection) => {
    // also tells a server that only follows another one
    await readReplication(connection);
    await migrateTables(connection, parseDatabaseAddress(url));
    await connection.script('BEGIN; LOCK TABLE instances, chains IN SHARE ROW EXCLUSIVE MODE');
    for (const name of [...COPIED_TABLES.map((table) => table.name), 'journal'])
      if ((await connection.get(`SELECT 1 AS there FROM ${name} LIMIT 1`)) !== undefined)
        throw makeNotEmptyError(name);
  });
