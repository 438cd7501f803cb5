import { CallgateError } from '@callgate/core';
import { Columns } from '../rows/columns.ts';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { MIGRATIONS } from './schema.ts';

const APPLICATION = 'callgate';

const foreign = (schema: string): CallgateError =>
  new CallgateError('STORE_FOREIGN', `the schema ${schema} holds something else`, {
    help: 'give the store a schema of its own',
  });

const count = async (connection: Connection, sql: string, schema: string): Promise<number> =>
  new Columns((await connection.get(sql, schema)) ?? {}, 'a count').whole('count');

/** The version of the tables, 0 where there are none. Throws where they are not a store's, or those of a version to come. */
export const versionOf = async (connection: Connection, { schema }: Address): Promise<number> => {
  const tables = await count(
    connection,
    'SELECT count(*) AS count FROM information_schema.tables WHERE table_schema = ?',
    schema,
  );
  if (tables === 0) return 0;
  const meta = await count(
    connection,
    "SELECT count(*) AS count FROM information_schema.tables WHERE table_schema = ? AND table_name = 'meta'",
    schema,
  );
  if (meta === 0) throw foreign(schema);
  const row = await connection.get('SELECT application, version FROM meta');
  const from = new Columns(row ?? {}, 'what the tables are');
  if (from.text('application') !== APPLICATION) throw foreign(schema);
  const version = from.whole('version');
  if (version <= MIGRATIONS.length) return version;
  throw new CallgateError(
    'STORE_NEWER',
    `the tables were made by a newer version (${version}, known up to ${MIGRATIONS.length})`,
    { help: 'use that version or a newer one' },
  );
};

/** Makes the tables or brings them to this version, all or nothing. */
export const migrate = async (connection: Connection, address: Address): Promise<void> => {
  const { schema } = address;
  await connection.run('BEGIN');
  try {
    await connection.get(
      'SELECT 1 AS locked FROM pg_advisory_xact_lock(?)',
      lockNumber(schema, LOCKS.migration),
    );
    const version = await versionOf(connection, address);
    if (version === 0) {
      await connection.script(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      await connection.script('CREATE TABLE meta (application text NOT NULL, version int NOT NULL)');
      await connection.run('INSERT INTO meta (application, version) VALUES (?, 0)', APPLICATION);
    }
    for (const sql of MIGRATIONS.slice(version)) await connection.script(sql);
    await connection.run('UPDATE meta SET version = ?', MIGRATIONS.length);
    await connection.run('COMMIT');
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {});
    throw error;
  }
};
