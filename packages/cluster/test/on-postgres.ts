import { randomBytes } from 'node:crypto';
import { openPostgresReader, openPostgresStore } from '@callgate/cluster';
import postgres from 'postgres';
import { afterAll, beforeAll } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { freshPlace } from './store-place.ts';
import { until } from '../../gate/test/faults/until.ts';
import type { PlaceDatabase, Stores } from '../../gate/test/stores.ts';
import { runOn } from '../../gate/test/stores.ts';

let cluster: Cluster | undefined;

const inSchema = async <T>(place: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  const url = new URL(place);
  const search_path = url.searchParams.get('schema') ?? '';
  url.searchParams.delete('schema');
  return await asked(url.href, work, search_path);
};

const schemaOf = (place: string): string => new URL(place).searchParams.get('schema') ?? '';

const tablesOf = async (sql: postgres.Sql, schema: string): Promise<readonly string[]> =>
  (await sql<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = ${schema}`).map(
    ({ name }) => name,
  );

const asText = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : String(value);

const server = (): Cluster => {
  if (cluster === undefined) throw new Error('the server has not started');
  return cluster;
};

const asked = async <T>(
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
  search_path: string = 'public',
): Promise<T> => {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path } });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
};

const makeDatabase = async (): Promise<PlaceDatabase> => {
  const name = `d${randomBytes(8).toString('hex')}`;
  const url = server().url();
  await asked(url, (sql) => sql`CREATE DATABASE ${sql(name)}`);
  return {
    url: server().url(name),
    untilLeft: () =>
      asked(url, (sql) =>
        until(async () => {
          const open = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = ${name}`;
          return open.length === 0;
        }),
      ),
    remove: async () => void (await asked(url, (sql) => sql`DROP DATABASE ${sql(name)} WITH (FORCE)`)),
  };
};

/** Places of a real server: a schema each. */
const inDatabase: Stores = {
  name: 'postgres',
  fresh: () => freshPlace(server().url()),
  open: (url, parts) => openPostgresStore({ url, ...parts }),
  read: (url) => openPostgresReader(url),
  edit: (place, text) =>
    inSchema(place, async (sql) => {
      const results: unknown = await sql.unsafe(text).simple();
      const all = Array.isArray(results) && results.some(Array.isArray) ? results : [results];
      return all.reduce((sum: number, { count }: { readonly count?: number }) => sum + (count ?? 0), 0);
    }),
  copy: async (place) => {
    const url = new URL(place);
    const copy = `t${randomBytes(8).toString('hex')}`;
    url.searchParams.set('schema', copy);
    await inSchema(place, async (sql) => {
      await sql`CREATE SCHEMA ${sql(copy)}`;
      for (const table of await tablesOf(sql, schemaOf(place))) {
        await sql`CREATE TABLE ${sql(copy)}.${sql(table)} (LIKE ${sql(table)} INCLUDING ALL)`;
        await sql`INSERT INTO ${sql(copy)}.${sql(table)} OVERRIDING SYSTEM VALUE SELECT * FROM ${sql(table)}`;
      }
    });
    return url.href;
  },
  putBack: (copy, place) =>
    inSchema(place, async (sql) => {
      for (const table of await tablesOf(sql, schemaOf(place))) {
        const from = sql(schemaOf(copy));
        await sql`TRUNCATE ${sql(table)}`;
        await sql`INSERT INTO ${sql(table)} OVERRIDING SYSTEM VALUE SELECT * FROM ${from}.${sql(table)}`;
      }
    }),
  everything: (place) =>
    inSchema(place, async (sql) => {
      const texts: string[] = [];
      for (const table of await tablesOf(sql, schemaOf(place)))
        for (const row of await sql`SELECT * FROM ${sql(table)}`)
          texts.push(Object.values(row).map(asText).join(' '));
      return texts.join('\n');
    }),
  // it goes with the server
  destroy: async () => {},
  database: makeDatabase,
};

// what it closes after each test, it closes for all tests of a file that takes it from here
export { afterTest } from '../../gate/test/office.ts';

/** Every test of this file runs on a real server of its own. */
export const onPostgres = (): void => {
  beforeAll(async () => {
    cluster = await Cluster.start();
  }, 120_000);
  afterAll(() => cluster?.remove());
  runOn(inDatabase);
};
