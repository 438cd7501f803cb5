import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { storeSuite } from '../../gate/test/harness/store-suite.ts';
import { dropPlace, freshPlace, openPlace } from './store-place.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.remove());

storeSuite('the store in PostgreSQL', {
  fresh: async () => freshPlace(cluster.url()),
  open: openPlace,
  destroy: dropPlace,
  module: join(import.meta.dirname, 'store-place.ts'),
});
