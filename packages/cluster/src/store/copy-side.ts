import { CallgateError } from '@callgate/core';
import { NO_ROWS, mintId } from '@callgate/gate/record';
import {
  COPIED_TABLES,
  Columns,
  HEAD,
  inUse,
  notEmpty,
  readHead,
  selectAfter,
  valueIn,
} from '@callgate/gate/sql';
import type { CopiedTable, CopySide, CopyTarget, Row, StoreKey, Value } from '@callgate/gate/sql';
import { readAddress } from '@callgate/gate/store';
import { Connection } from './connection.ts';
import { cannotOpen, faultKind } from './faults.ts';
import { countLive } from './live-openers.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { refuseLosses } from './losses.ts';
import { migrate, versionOf } from './migrate.ts';
import { readReplication } from './replication.ts';
import { isBehind, numberAll } from './sequence.ts';

const BUSY_MS = 10_000;

class PostgresSide implements CopyTarget {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async rows(
    table: CopiedTable,
    after: readonly Value[] | undefined,
    limit: number,
  ): Promise<readonly Row[]> {
    return await this.#connection.all(selectAfter(table, after === undefined), ...(after ?? []), limit);
  }

  async insert({ name, columns, key }: CopiedTable, rows: readonly Row[]): Promise<void> {
    const places = `(${columns.map(() => '?').join(', ')})`;
    const own = key[0] === 'n' ? ' OVERRIDING SYSTEM VALUE' : '';
    await this.#connection.run(
      `INSERT INTO ${name} (${columns.join(', ')})${own} VALUES ${rows.map(() => places).join(', ')}`,
      ...rows.flatMap((row) => columns.map((column) => valueIn(row, column))),
    );
  }

  async key(): Promise<StoreKey | undefined> {
    const row = await this.#connection.get('SELECT key, probe FROM sealing');
    if (row === undefined) return undefined;
    const from = new Columns(row, 'the key of the store');
    return { key: from.text('key'), probe: from.text('probe') };
  }

  async useKey(given: StoreKey | undefined): Promise<void> {
    // somebody may have opened the place before, and written nothing
    await this.#connection.run('DELETE FROM sealing');
    if (given === undefined) return;
    const { key, probe } = given;
    await this.#connection.run('INSERT INTO sealing (one, key, probe) VALUES (1, ?, ?)', key, probe);
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
    const { seq, at } = readHead(await this.#connection.get(HEAD));
    if (seq === 0) return;
    await this.#connection.run(
      'INSERT INTO chains (name, place, at, hash, commits) VALUES (?, 0, ?, ?, 0)',
      mintId(at),
      at,
      NO_ROWS.hash,
    );
  }
}

const opened = async (
  url: string,
  busyMs: number,
  first: (connection: Connection, schema: string) => Promise<void>,
): Promise<PostgresSide> => {
  let connection: Connection | undefined;
  try {
    const address = readAddress(url);
    connection = await Connection.open({ address, busyMs, name: 'callgate copy' });
    // one side waits in its transaction while the other one is read back
    await connection.script('SET idle_in_transaction_session_timeout = 0');
    await first(connection, address.schema);
    return new PostgresSide(connection);
  } catch (error) {
    connection?.end();
    throw faultKind(error) === 'other' ? error : cannotOpen(error);
  }
};

export const postgresSource = (url: string, busyMs: number = BUSY_MS): Promise<CopySide> =>
  opened(url, busyMs, async (connection, schema) => {
    const version = await versionOf(connection, readAddress(url));
    if (version === 0)
      throw new CallgateError('STORE_FOREIGN', `there is no store in the schema ${schema}`, {
        help: 'check the address; ?schema=name where it is not `callgate`',
      });
    await migrate(connection, readAddress(url));
    // a copy would not know of it
    await refuseLosses(connection);
    await numberAll(connection, lockNumber(schema, LOCKS.numbering));
    // nobody can open the store meanwhile
    await connection.script(
      'BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE instances, chains IN SHARE ROW EXCLUSIVE MODE',
    );
    const live = await countLive(connection, schema);
    if (live > 0) throw inUse(live);
    if (await isBehind(connection)) throw inUse(1);
  });

export const postgresTarget = (url: string, busyMs: number = BUSY_MS): Promise<CopyTarget> =>
  opened(url, busyMs, async (connection) => {
    // also tells a server that only follows another one
    await readReplication(connection);
    await migrate(connection, readAddress(url));
    await connection.script('BEGIN; LOCK TABLE instances, chains IN SHARE ROW EXCLUSIVE MODE');
    for (const name of [...COPIED_TABLES.map((table) => table.name), 'journal'])
      if ((await connection.get(`SELECT 1 AS there FROM ${name} LIMIT 1`)) !== undefined)
        throw notEmpty(name);
  });
