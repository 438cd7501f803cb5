import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCKS, lockNumber } from '../src/store/locks.ts';
import { Cluster } from './postgres/cluster.ts';
import { until } from '../../gate/test/faults/until.ts';
import { afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, listEntryTools, writeEntry } from './query-database.ts';
import { holdRows } from './hold-rows.ts';

const keys = memoryKeys();
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start({ settings: { default_transaction_isolation: "'repeatable read'" } });
}, 120_000);
afterAll(() => cluster.remove());

it('whoever waited to number rows sees what was numbered meanwhile, however isolated transactions are there', async () => {
  const url = freshPlace(cluster.url());
  const stores = [await openPostgresStore({ url, keys }), await openPostgresStore({ url, keys })];
  afterTest(async () => {
    for (const store of stores) await store.close();
  });
  const schema = new URL(url).searchParams.get('schema') ?? '';
  const lock = lockNumber(schema, LOCKS.numbering);
  const release = await holdRows(url, `SELECT pg_advisory_xact_lock(${lock})`);
  for (const store of stores) await writeEntry(store, store.instance);
  const heads = Promise.all(stores.map((store) => store.read.head()));
  heads.catch(() => {});
  await until(
    async () =>
      (
        await queryDatabase(
          url,
          `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%pg_advisory_xact_lock%'`,
        )
      ).length === 2,
  );
  await release();
  expect((await heads).map(({ seq }) => seq)).toEqual([2, 2]);
});

it('a database that takes no writes any more is away before anybody writes to it', async () => {
  const own = await Cluster.start();
  afterTest(() => own.remove());
  const url = freshPlace(own.url());
  const store = await openPostgresStore({ url, keys });
  afterTest(() => store.close());
  await queryDatabase(url, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await queryDatabase(url, 'SELECT pg_reload_conf()');
  await until(() => store.state === 'away');
  own.configure({ default_transaction_read_only: 'off' });
  await queryDatabase(url, 'SELECT pg_reload_conf()');
  await until(() => store.state === 'ready');
  await writeEntry(store, 'after');
  expect(await listEntryTools(store)).toEqual(['after']);
});
