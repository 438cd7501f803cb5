import postgres from 'postgres';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../src/store/schema.ts';
import { UNNUMBERED_QUERY } from '../src/store/number-entries.ts';
import { Cluster } from './postgres/cluster.ts';

const ROWS_OF_A_CHAIN = 10_000;
const UNNUMBERED = 20;

it('giving rows their numbers looks at no row that has one, however many there are', async () => {
  const cluster = await Cluster.start();
  const sql = postgres(cluster.url(), { max: 1, onnotice: () => {} });
  try {
    await sql`CREATE TABLE meta (application text NOT NULL, version int NOT NULL)`;
    for (const migration of MIGRATIONS) await sql.unsafe(migration);
    await sql`
      INSERT INTO chains (name, place, at, hash, commits)
      SELECT 'chain ' || i, ${ROWS_OF_A_CHAIN}, 0, ''::bytea, 0 FROM generate_series(1, 3) i`;
    await sql`
      INSERT INTO journal (chain, place, at, hash, bytes)
      SELECT c.id, i, i, ''::bytea, decode(repeat('00', 300), 'hex')
      FROM generate_series(1, ${ROWS_OF_A_CHAIN}::int) i CROSS JOIN chains c`;
    await sql`INSERT INTO numbered (chain, place) SELECT id, place - ${UNNUMBERED} FROM chains`;
    await sql`ANALYZE`;
    const query = UNNUMBERED_QUERY.replaceAll('?', '500');
    expect(await sql.unsafe(query)).toHaveLength(3 * UNNUMBERED);
    const plan = (await sql.unsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${query}`)).map(
      (row) => row['QUERY PLAN'],
    );
    expect(plan.filter((line) => line.includes('Seq Scan on journal'))).toEqual([]);
    expect(plan.filter((line) => line.includes('journal_pkey'))).toHaveLength(1);
  } finally {
    await sql.end();
    await cluster.remove();
  }
});
