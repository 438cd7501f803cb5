import { memoryKeys } from '@callgate/gate';
import type { PostgresStore, StoreNotice } from '@callgate/cluster';
import { openPostgresStore } from '@callgate/cluster';
import { expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { until } from '../../gate/test/faults/until.ts';
import { afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, listEntryTools, writeEntry } from './query-database.ts';

const PATIENCE = { timeout: 120_000 };

const started = async (): Promise<Cluster> => {
  const cluster = await Cluster.start({ settings: { wal_retrieve_retry_interval: "'100ms'" } });
  afterTest(() => cluster.remove());
  return cluster;
};

const opened = async (
  url: string,
): Promise<{ readonly store: PostgresStore; readonly news: StoreNotice[] }> => {
  const store = await openPostgresStore({ url, keys: memoryKeys(), busyMs: 3000 });
  afterTest(() => store.close());
  const news: StoreNotice[] = [];
  store.onNews((told) => news.push(told));
  return { store, news };
};

const commitsWaitFor = async (cluster: Cluster, name: string): Promise<void> => {
  cluster.configure({ synchronous_standby_names: `'${name}'` });
  await queryDatabase(cluster.url(), 'SELECT pg_reload_conf()');
  await until(async () => {
    const [row] = await queryDatabase(
      cluster.url(),
      "SELECT current_setting('synchronous_standby_names') AS names",
    );
    return row?.['names'] === name;
  });
};

const WAITS = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

it(
  'a commit waits for the standby also where the administrator lets this user’s commits wait for nobody',
  PATIENCE,
  async () => {
    const cluster = await started();
    await queryDatabase(cluster.url(), 'ALTER ROLE callgate SET synchronous_commit = off');
    const { store } = await opened(freshPlace(cluster.url()));
    await commitsWaitFor(cluster, 'nobody');
    let acknowledged = false;
    const writing = writeEntry(store, 'waits').then(() => (acknowledged = true));
    await until(async () => (await queryDatabase(cluster.url(), WAITS)).length > 0);
    expect(acknowledged).toBe(false);
    await commitsWaitFor(cluster, '');
    await writing;
  },
);

it(
  'a wait for the standby that somebody ends acknowledges nothing: it is told, and waited for again',
  PATIENCE,
  async () => {
    const cluster = await started();
    const { store, news } = await opened(freshPlace(cluster.url()));
    await writeEntry(store, 'before');
    await listEntryTools(store);
    await commitsWaitFor(cluster, 'nobody');
    let acknowledged = false;
    const writing = writeEntry(store, 'once').then(() => (acknowledged = true));
    await until(async () => (await queryDatabase(cluster.url(), WAITS)).length > 0);
    await queryDatabase(cluster.url(), `SELECT pg_cancel_backend(pid) FROM (${WAITS}) AS waiting`);
    await until(() => news.some(({ code }) => code === 'STORE_UNREPLICATED'));
    // it is back, has found the row, and waits for the standby once more
    await until(async () => (await queryDatabase(cluster.url(), WAITS)).length > 0);
    expect([acknowledged, store.state]).toEqual([false, 'away']);
    await commitsWaitFor(cluster, '');
    await writing;
    await until(() => store.state === 'ready');
    expect(await listEntryTools(store)).toEqual(['before', 'once']);
  },
);

it('how the database is replicated is told whenever that changes', PATIENCE, async () => {
  const cluster = await started();
  const { store, news } = await opened(freshPlace(cluster.url()));
  expect(store.replication).toEqual({ mode: 'none', standbys: 0, synchronous: 0 });
  const standby = await cluster.standby('standby');
  await until(() => store.replication.mode === 'asynchronous');
  await commitsWaitFor(cluster, 'standby');
  await until(() => store.replication.synchronous === 1);
  await writeEntry(store, 'replicated');
  expect(store.replication).toEqual({ mode: 'synchronous', standbys: 1, synchronous: 1 });
  await standby.remove();
  await until(() => store.replication.standbys === 0);
  expect(news.map(({ level, code }) => `${level} ${code}`)).toContain('warning STORE_REPLICATION');
  expect(news.at(-1)).toMatchObject({ level: 'warning', code: 'STORE_REPLICATION' });
  expect(news.at(-1)?.message).toContain('commits wait for a standby that is missing');
  await commitsWaitFor(cluster, '');
});
