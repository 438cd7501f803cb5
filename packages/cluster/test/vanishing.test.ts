import type { Sql } from 'postgres';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { call, office, recorder } from '../../gate/test/office.ts';
import { onPostgres } from './on-postgres.ts';

onPostgres();

const atServer = async (
  place: string,
  work: (sql: Sql, schema: string) => Promise<unknown>,
): Promise<void> => {
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? 'public';
  url.searchParams.delete('schema');
  const sql = postgres(url.href, { max: 1, onnotice: () => {}, connection: { search_path: schema } });
  try {
    await work(sql, schema);
  } finally {
    await sql.end();
  }
};

describe.each<[string, (sql: Sql, schema: string) => Promise<unknown>]>([
  ['the schema dropped', (sql, schema) => sql`DROP SCHEMA ${sql(schema)} CASCADE`],
  ['the record emptied', (sql) => sql`TRUNCATE record, journal, kept, calls, sessions`],
  ['the journals emptied', (sql) => sql`DELETE FROM journal`],
])('a store in a database that vanishes while it is open: %s', (_, vanish) => {
  it('lets nothing out', async () => {
    const place = await office();
    const { dispatch, sent } = recorder();
    await place.gate.run(call('read_note', { n: 0 }), dispatch);
    expect(sent).toHaveLength(1);
    await atServer(place.path, vanish);
    for (let n = 1; n <= 3; n += 1)
      await expect(place.gate.run(call('read_note', { n }), dispatch)).rejects.toMatchObject({
        code: expect.stringMatching(/^STORE_/),
      });
    expect(sent).toHaveLength(1);
  });
});

it('a store in a database that stays lets calls out', async () => {
  const place = await office();
  const { dispatch, sent } = recorder();
  await atServer(place.path, (sql) => sql`CREATE TABLE other (n integer)`);
  for (let n = 0; n < 4; n += 1) await place.gate.run(call('read_note', { n }), dispatch);
  expect(sent).toHaveLength(4);
});
