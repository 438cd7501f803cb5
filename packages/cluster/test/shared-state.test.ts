import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import postgres from 'postgres';
import { MemorySharedState } from '../../gate/src/store/board/memory-shared-state.ts';
import type { PostgresStore } from '../src/index.ts';
import { openPostgresStore } from '../src/index.ts';
import { sharedStateSuite } from '../../gate/test/harness/shared-state-suite.ts';
import { suiteKeys } from '../../gate/test/harness/store-suite/under-test.ts';
import { Cluster } from './postgres/cluster.ts';
import { freshPlace } from './store-place.ts';

let cluster: Cluster;
const opened: PostgresStore[] = [];
beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(async () => {
  await Promise.all(opened.map(async (store) => await store.close()));
  await cluster.remove();
});

sharedStateSuite('a board of one process', {
  open: async (clock) => {
    const board = new MemorySharedState(clock);
    return [board, board];
  },
});

sharedStateSuite('a board in PostgreSQL', {
  open: async (clock) => {
    const url = freshPlace(cluster.url());
    const keys = suiteKeys();
    const one = await openPostgresStore({ url, keys, clock });
    const other = await openPostgresStore({ url, keys, clock });
    opened.push(one, other);
    return [one.board, other.board];
  },
});

describe('a board in PostgreSQL', () => {
  const twoWith = async (keys = suiteKeys()): Promise<[PostgresStore, PostgresStore, string]> => {
    const url = freshPlace(cluster.url());
    const one = await openPostgresStore({ url, keys });
    const other = await openPostgresStore({ url, keys });
    opened.push(one, other);
    return [one, other, url];
  };

  it('says nothing of what is on it to whoever reads the database', async () => {
    const [one, , url] = await twoWith();
    await one.board.put('sign-in', 'digest', 'a very secret text', { lifeMs: 60_000 });
    const at = new URL(url);
    const schema = at.searchParams.get('schema') ?? '';
    at.searchParams.delete('schema');
    const sql = postgres(at.href, { max: 1 });
    const rows = await sql`SELECT * FROM ${sql(schema)}.notes`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('secret');
    // a note that is moved to another name does not open there
    await sql`UPDATE ${sql(schema)}.notes SET name = 'other'`;
    await sql.end();
    await expect(one.board.get('sign-in', 'other')).rejects.toMatchObject({ code: 'SECRET_SEALED' });
  });

  it('tells changes by looking where notifications were lost', async () => {
    const [one, other, url] = await twoWith();
    const told: string[] = [];
    one.board.onChange('task', (name) => told.push(name));
    await other.board.put('task', 'first', 'x', { lifeMs: 60_000 });
    await vi.waitUntil(() => told.includes('first'), 10_000);
    // somebody who does not notify
    const at = new URL(url);
    const schema = at.searchParams.get('schema') ?? '';
    at.searchParams.delete('schema');
    const sql = postgres(at.href, { max: 1 });
    await sql`
      UPDATE ${sql(schema)}.notes SET version = version + 1,
        changed_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
    await sql.end();
    told.length = 0;
    await vi.waitFor(() => expect(told).toContain('first'), 10_000);
  });

  it('misses nothing that was put while somebody began to listen, though nothing was notified', async () => {
    const [one, other] = await twoWith();
    await other.board.put('task', 'meanwhile', 'x', { lifeMs: 60_000 });
    const told: string[] = [];
    // whoever listens hears of no notification that was sent before, and looks only later
    one.board.onChange('task', (name) => told.push(name));
    await vi.waitFor(() => expect(told).toContain('meanwhile'), 10_000);
  });

  it('is timed by the database', async () => {
    const [one, other] = await twoWith();
    await one.board.put('task', 'long', 'x', { lifeMs: 60_000 });
    await one.board.put('task', 'over', 'x', { lifeMs: 0 });
    expect(await other.board.get('task', 'long')).toBeDefined();
    expect(await other.board.get('task', 'over')).toBeUndefined();
  });
});
