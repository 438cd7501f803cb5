import { memoryKeys } from '@callgate/gate';
import { openPostgresReader, openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDatabaseAddress } from '../../gate/src/store/database-address.ts';
import { PostgresConnection } from '../src/store/postgres-connection.ts';
import { migrateTables } from '../src/store/migrate.ts';
import { MIGRATIONS, OLDEST_SHARER } from '../src/store/schema.ts';
import { Cluster } from './postgres/cluster.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, listEntryTools, writeEntry } from './query-database.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const keys = memoryKeys();

const migrated = async (url: string, migrations: readonly string[]): Promise<void> => {
  const address = parseDatabaseAddress(url);
  const connection = await PostgresConnection.open({ address, busyMs: 5000, name: 'test' });
  try {
    await migrateTables(connection, address, { migrations });
  } finally {
    connection.end();
  }
};

const tables = async (url: string): Promise<readonly unknown[]> =>
  (
    await queryDatabase(url, 'SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1')
  ).map(({ tablename }) => tablename);

const schemaOf = (url: string): string => parseDatabaseAddress(url).schema;

it('processes that come first all at once make the tables once', async () => {
  const url = freshPlace(cluster.url());
  const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore({ url, keys })));
  await Promise.all(stores.map((store, n) => writeEntry(store, `${n}`, `${n}`)));
  const [first] = stores;
  if (first === undefined) throw new Error('nobody');
  expect((await listEntryTools(first)).toSorted()).toEqual(['0', '1', '2', '3']);
  for (const store of stores) await store.close();
  expect(await queryDatabase(url, 'SELECT version FROM meta')).toEqual([{ version: MIGRATIONS.length }]);
});

it('tables of every earlier version are brought to this one, and keep what is in them', async () => {
  for (let version = 1; version < MIGRATIONS.length; version += 1) {
    const [older, fresh] = [freshPlace(cluster.url()), freshPlace(cluster.url())];
    await migrated(older, MIGRATIONS.slice(0, version));
    expect(await queryDatabase(older, 'SELECT version FROM meta')).toEqual([{ version }]);
    await queryDatabase(older, "INSERT INTO kept (digest, text) VALUES ('d', 'kept')");
    await expect(openPostgresReader(older)).rejects.toMatchObject({ code: 'STORE_OLDER' });
    await Promise.all(
      Array.from({ length: 3 }, async () => await (await openPostgresStore({ url: older, keys })).close()),
    );
    await (await openPostgresStore({ url: fresh, keys })).close();
    expect(await tables(older)).toEqual(await tables(fresh));
    expect(await queryDatabase(older, 'SELECT version, text FROM meta, kept')).toEqual([
      { version: MIGRATIONS.length, text: 'kept' },
    ]);
  }
});

it('a migration that fails changes nothing', async () => {
  const url = freshPlace(cluster.url());
  await (await openPostgresStore({ url, keys })).close();
  const before = await tables(url);
  const broken = [...MIGRATIONS, 'CREATE TABLE half (n int)', 'CREATE TABLE half (n int)'];
  await expect(migrated(url, broken)).rejects.toMatchObject({ code: '42P07' });
  expect(await tables(url)).toEqual(before);
  await (await openPostgresStore({ url, keys })).close();
  const empty = freshPlace(cluster.url());
  await expect(migrated(empty, broken)).rejects.toMatchObject({ code: '42P07' });
  expect(
    await queryDatabase(empty, `SELECT 1 FROM pg_namespace WHERE nspname = '${schemaOf(empty)}'`),
  ).toEqual([]);
});

it('tables of a version to come are neither written nor read', async () => {
  const url = freshPlace(cluster.url());
  await (await openPostgresStore({ url, keys })).close();
  await queryDatabase(url, 'UPDATE meta SET version = version + 1, oldest = version + 1');
  await expect(openPostgresStore({ url, keys })).rejects.toMatchObject({ code: 'STORE_NEWER' });
  await expect(openPostgresReader(url)).rejects.toMatchObject({ code: 'STORE_NEWER' });
});

/** What a later version may do without stopping this one: it only adds, and what is there means the same. */
const ADDING = `CREATE TABLE later (n int PRIMARY KEY, of text NOT NULL);
  ALTER TABLE calls ADD COLUMN later text;
  ALTER TABLE sessions ADD COLUMN later bigint NOT NULL DEFAULT 0;
  CREATE INDEX calls_later ON calls (later) WHERE later IS NOT NULL`;

const upgrade = async (url: string, oldest: number): Promise<void> => {
  const address = parseDatabaseAddress(url);
  const connection = await PostgresConnection.open({ address, busyMs: 5000, name: 'next version' });
  try {
    await migrateTables(connection, address, { migrations: [...MIGRATIONS, ADDING], oldest });
  } finally {
    connection.end();
  }
};

it('a version that only adds leaves the one before it at work, which also starts, reads and writes beside it', async () => {
  const url = freshPlace(cluster.url());
  const before = await openPostgresStore({ url, keys });
  await writeEntry(before, 'before', 's');
  await upgrade(url, OLDEST_SHARER);
  expect(await queryDatabase(url, 'SELECT version FROM meta')).toEqual([{ version: MIGRATIONS.length + 1 }]);
  await writeEntry(before, 'went on', 's');
  const started = await openPostgresStore({ url, keys });
  await writeEntry(started, 'started', 'new');
  const reader = await openPostgresReader(url);
  expect(await listEntryTools(reader)).toEqual(['before', 'went on', 'started']);
  await reader.close();
  for (const store of [before, started]) await store.close();
  expect(await queryDatabase(url, 'SELECT version FROM meta')).toEqual([{ version: MIGRATIONS.length + 1 }]);
});

it('a version that changes what the one before it must heed stops it', async () => {
  const url = freshPlace(cluster.url());
  const before = await openPostgresStore({ url, keys });
  await upgrade(url, MIGRATIONS.length + 1);
  await expect(writeEntry(before, 'too late')).rejects.toMatchObject({ code: 'STORE_NEWER' });
  await expect(openPostgresStore({ url, keys })).rejects.toMatchObject({ code: 'STORE_NEWER' });
  await before.close();
});

it.each([
  ['a table', 'CREATE TABLE notes (n int)'],
  ['a view', 'CREATE VIEW notes AS SELECT 1 AS n'],
  ['a table of the same name', "CREATE TABLE meta (key text); INSERT INTO meta VALUES ('x')"],
  ['an empty table of the same name', 'CREATE TABLE meta (application text, version int)'],
  [
    'the tables of another program',
    "CREATE TABLE meta (application text, version int); INSERT INTO meta VALUES ('other', 1)",
  ],
])('a schema with %s in it is left alone', async (_, sql) => {
  const url = freshPlace(cluster.url());
  await queryDatabase(cluster.url(), `CREATE SCHEMA ${schemaOf(url)}`);
  await queryDatabase(url, sql);
  const before = await tables(url);
  await expect(openPostgresStore({ url, keys })).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
  await expect(openPostgresReader(url)).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
  expect(await tables(url)).toEqual(before);
});

it('a schema whose tables this user may not even see is left alone', async () => {
  const url = freshPlace(cluster.url());
  const schema = schemaOf(url);
  await queryDatabase(
    cluster.url(),
    `CREATE ROLE stranger LOGIN; CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.theirs (n int);
     GRANT CREATE, USAGE ON SCHEMA ${schema} TO stranger`,
  );
  const theirs = url.replace('//callgate@', '//stranger@');
  await expect(openPostgresStore({ url: theirs, keys })).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
  expect(await tables(url)).toEqual(['theirs']);
});
