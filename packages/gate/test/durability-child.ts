/** Says what it has done with a store, for a test that watches when the log is synced. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStore } from '../src/store/sqlite/index.ts';
import { SYNC_WITHIN_MS } from '../src/store/sqlite/store-files.ts';
import { sampleEntry } from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

const say = (step: string): void => void writeSync(1, `step: ${step}\n`);

const store = await openSqliteStore({ path: join(process.argv[2] ?? '.', 'store.db'), keys: suiteKeys() });
const late = (): Promise<unknown> =>
  store.transact(async (tx) => {
    tx.syncLater();
    await tx.append(sampleEntry());
  });
say('opened');
await store.transact((tx) => tx.append(sampleEntry()));
say('a write');
await late();
await late();
say('two late reads');
await pause(20 * SYNC_WITHIN_MS);
say('a while later');
await store.transact(async (tx) => {
  tx.syncLater();
  const raised = { strength: 'known' as const, witnesses: [] };
  await tx.saveLabels('store', 'files', { private: raised, untrusted: raised });
  await tx.append(sampleEntry());
});
say('a late label');
await store.close();
