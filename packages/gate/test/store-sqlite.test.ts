import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storeSuite } from './harness/store-suite.ts';
import { openPlace } from './store-sqlite-place.ts';

storeSuite('SQLite', {
  fresh: async () => join(await mkdtemp(join(tmpdir(), 'callgate-store-')), 'store.db'),
  open: openPlace,
  destroy: (place) => rm(dirname(place), { recursive: true }),
  module: fileURLToPath(new URL('store-sqlite-place.ts', import.meta.url)),
});
