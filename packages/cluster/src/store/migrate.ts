import { storedRecordMessages } from '@callgate/messages/stored-record';
import { CallgateError } from '@callgate/core';
import { ColumnReader } from '@callgate/gate/sql';
import type { DatabaseAddress } from '@callgate/gate/store';
import { databaseErrors } from '@callgate/messages/errors/database';
import type { PostgresConnection } from './postgres-connection.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { MIGRATIONS, OLDEST_SHARER } from './schema.ts';

const APPLICATION = 'callgate';

const foreign = (schema: string): CallgateError => new CallgateError(databaseErrors.schemaTaken({ schema }));

/** A table of another program with the same name. */
const OTHER_COLUMNS = '42703';

const isForeignTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === OTHER_COLUMNS;

const relations = async (connection: PostgresConnection, schema: string): Promise<ReadonlySet<string>> => {
  // what others may not look into is there all the same
  const rows = await connection.all(
    `SELECT c.relname::text AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ?::text`,
    schema,
  );
  return new Set(rows.map((row) => new ColumnReader(row, 'a table').text('name')));
};

const describeRelation = async (connection: PostgresConnection, schema: string): Promise<ColumnReader> => {
  try {
    const row = await connection.get(
      `SELECT application::text, version::int, coalesce((to_jsonb(meta) ->> 'oldest')::int, version) AS oldest FROM meta`,
    );
    if (row !== undefined) return new ColumnReader(row, storedRecordMessages.tables);
  } catch (error) {
    if (!isForeignTable(error)) throw error;
  }
  throw foreign(schema);
};

/** @param oldest The first version whose programs may use these tables. */
export const refuseNewer = (version: number, oldest: number): void => {
  if (Math.min(version, oldest) <= MIGRATIONS.length) return;
  throw new CallgateError(databaseErrors.newer({ version, known: MIGRATIONS.length }));
};

/**
 * The version of the tables, 0 where there are none. Throws where they are not a store's, or those of a version to come
 * that this one may not share.
 */
export const readSchemaVersion = async (
  connection: PostgresConnection,
  { schema }: DatabaseAddress,
): Promise<number> => {
  const names = await relations(connection, schema);
  if (names.size === 0) return 0;
  if (!names.has('meta')) throw foreign(schema);
  const from = await describeRelation(connection, schema);
  if (from.text('application') !== APPLICATION) throw foreign(schema);
  const version = from.whole('version');
  refuseNewer(version, from.whole('oldest'));
  return version;
};

export interface MigrateOptions {
  readonly migrations?: readonly string[];
  readonly oldest?: number;
}

/** Makes the tables or brings them to this version, all or nothing. */
export const migrateTables = async (
  connection: PostgresConnection,
  address: DatabaseAddress,
  { migrations = MIGRATIONS, oldest = OLDEST_SHARER }: MigrateOptions = {},
): Promise<void> => {
  const { schema } = address;
  await connection.run('BEGIN');
  try {
    await connection.get(
      'SELECT 1 AS locked FROM pg_advisory_xact_lock(?)',
      lockNumber(schema, LOCKS.migration),
    );
    const version = await readSchemaVersion(connection, address);
    if (version === 0) {
      await connection.script(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      await connection.script('CREATE TABLE meta (application text NOT NULL, version int NOT NULL)');
      await connection.run('INSERT INTO meta (application, version) VALUES (?, 0)', APPLICATION);
    }
    for (const sql of migrations.slice(version)) await connection.script(sql);
    if (version < migrations.length) {
      await connection.run('UPDATE meta SET version = ?', migrations.length);
      if (migrations.length >= oldest) await connection.run('UPDATE meta SET oldest = ?', oldest);
    }
    await connection.run('COMMIT');
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {});
    throw error;
  }
};
