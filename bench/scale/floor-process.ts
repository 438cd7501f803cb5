/** What a durable call costs at least: two rows, each committed by itself, and nothing else. `floor-process.ts URL CONNECTIONS`. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { BenchCaller } from './serve-calls.ts';
import { serveCalls } from './serve-calls.ts';

const [, , url = '', connections = '1'] = process.argv;

/** About what a row of the record has. */
const ROW = randomBytes(330);

const open = async (): Promise<BenchCaller> => {
  const pool = Array.from({ length: Number(connections) }, () =>
    postgres(url, { max: 1, fetch_types: false, idle_timeout: 0, max_lifetime: null }),
  );
  await pool[0]?.unsafe(
    'CREATE TABLE IF NOT EXISTS floor (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, row bytea)',
  );
  return {
    one: async (client) => {
      const sql = pool[client % pool.length];
      if (sql === undefined) throw new Error('no connection');
      await sql.unsafe('INSERT INTO floor (row) VALUES ($1)', [ROW], { prepare: true });
      await sql.unsafe('INSERT INTO floor (row) VALUES ($1)', [ROW], { prepare: true });
    },
    close: async () => {
      await Promise.all(pool.map((sql) => sql.end({ timeout: 1 })));
    },
  };
};

await serveCalls(open);
