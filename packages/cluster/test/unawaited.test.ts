import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { fullSession } from '../../gate/test/harness/store-suite/samples.ts';
import { until } from '../../gate/test/faults/until.ts';
import { afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, listEntryTools, writeEntry } from './query-database.ts';
import { holdRows } from './hold-rows.ts';
import { LOCKS, lockNumber } from '../src/store/locks.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const keys = memoryKeys();
const KEY = 'one session';

it.each([
  ['failed', true],
  ['ended', false],
])('what work began and did not wait for does nothing once it has %s', async (_how, fails) => {
  const url = freshPlace(cluster.url());
  const store = await openPostgresStore({ url, keys });
  afterTest(() => store.close());
  const before = fullSession();
  // somebody else wrote it: it has to be read
  const other = await openPostgresStore({ url, keys });
  await other.transact((tx) => tx.saveSession(KEY, before));
  await other.close();
  const after = { ...before, created: [] };
  const [version] = await queryDatabase(url, 'SELECT version FROM sessions');
  const schema = new URL(url).searchParams.get('schema') ?? '';
  const release = await holdRows(
    url,
    `SELECT pg_advisory_xact_lock(${lockNumber(schema, LOCKS.session(KEY))})`,
  );
  let late: Promise<void> | undefined;
  const work = store.transact(async (tx) => {
    // it reads the session first, and somebody has that
    late = tx.saveSession(KEY, after);
    late.catch(() => {});
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    if (fails) throw new Error('no');
  });
  const behind = writeEntry(store, 'behind');
  await until(
    async () =>
      (
        await queryDatabase(
          url,
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%pg_advisory_xact_lock%'`,
        )
      ).length > 0,
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  await release();
  if (fails) await expect(work).rejects.toThrow('no');
  else await work;
  await expect(late).rejects.toMatchObject({ code: 'STORE_TX_OVER' });
  await behind;
  expect(await queryDatabase(url, 'SELECT version FROM sessions')).toEqual([version]);
  expect(await store.transact((tx) => tx.session(KEY))).toEqual(before);
  // the first row is that of the labels the session began with
  expect(await listEntryTools(store)).toEqual(['', 'behind']);
});
