import { setTimeout as sleep } from 'node:timers/promises';
import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresSource, openPostgresTarget } from '../src/store/postgres-copy.ts';
import { COPIED_TABLES } from '../../gate/src/store/copy/copied-tables.ts';
import { Cluster } from './postgres/cluster.ts';
import { freshPlace } from './store-place.ts';
import { writeEntry } from './query-database.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

it('a side of a copy waits for the other one for as long as that takes', async () => {
  const url = freshPlace(cluster.url());
  const store = await openPostgresStore({ url, keys: memoryKeys() });
  await writeEntry(store, 'one');
  await store.close();
  const source = await openPostgresSource(url, 500);
  const target = await openPostgresTarget(freshPlace(cluster.url()), 500);
  const [record] = COPIED_TABLES;
  if (record === undefined) throw new Error('no table');
  // longer than anybody else may be idle in a transaction
  await sleep(1500);
  const rows = await source.rows(record, undefined, 10);
  expect(rows).toHaveLength(1);
  await target.insert(record, rows);
  await target.commit();
  await target.close();
  await source.close();
});
