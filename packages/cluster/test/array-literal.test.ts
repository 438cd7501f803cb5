import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toArrayLiteral } from '../src/store/array-literal.ts';
import { Cluster } from './postgres/cluster.ts';

let cluster: Cluster;
let sql: postgres.Sql;
beforeAll(async () => {
  cluster = await Cluster.start();
  sql = postgres(cluster.url(), { max: 1 });
}, 120_000);
afterAll(async () => {
  await sql.end();
  await cluster.remove();
});

it('a list of texts is the same list in the database', async () => {
  const texts = [
    '',
    'plain',
    'NULL',
    'a,b',
    '{x}',
    '"quoted"',
    String.raw`back\slash\"`,
    'line\nbreak',
    'ü ☃',
    null,
  ];
  const rows = await sql.unsafe('SELECT each FROM unnest(($1::text)::text[]) AS each', [
    toArrayLiteral(texts),
  ]);
  expect(rows.map(({ each }) => each)).toEqual(texts);
});

it('a list of numbers is the same list in the database', async () => {
  const rows = await sql.unsafe('SELECT each::text AS each FROM unnest(($1::text)::bigint[]) AS each', [
    toArrayLiteral([0, -1, 2 ** 53 - 1, null]),
  ]);
  expect(rows.map(({ each }) => each)).toEqual(['0', '-1', '9007199254740991', null]);
});
