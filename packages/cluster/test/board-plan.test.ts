import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANGED_ITEMS_QUERY } from '../src/store/postgres-shared-state.ts';
import { Cluster } from './postgres/cluster.ts';
import { afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase } from './query-database.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

it('looking for what changed reads no note that did not, however many there are', async () => {
  const url = freshPlace(cluster.url());
  const store = await openPostgresStore({ url, keys: memoryKeys() });
  afterTest(() => store.close());
  await queryDatabase(
    url,
    `INSERT INTO notes SELECT 'task', md5(g::text), NULL, g, 'x', 9e14, g FROM generate_series(1, 20000) g; ANALYZE notes`,
  );
  const [row] = await queryDatabase(
    url,
    `PREPARE changed(bigint, text) AS ${CHANGED_ITEMS_QUERY.replace('?', '$1').replace('?', '$2')};
     SET plan_cache_mode = force_generic_plan;
     EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE changed(19990, '["task"]')`,
  ).then((all) => all.flat(2).filter((each) => 'QUERY PLAN' in each));
  const plan = JSON.stringify(row);
  expect(plan).toContain('notes_changed');
  expect(plan).not.toContain('Seq Scan');
});
