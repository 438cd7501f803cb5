import type { Store, Tx } from '@callgate/gate/store';
import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleLabels } from '../../gate/test/harness/store-suite/samples.ts';
import { Cluster } from './postgres/cluster.ts';
import { afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';

let cluster: Cluster;
beforeAll(async () => {
  // whoever would have to be found out to wait for each other waits for ever
  cluster = await Cluster.start({ settings: { deadlock_timeout: "'1h'" } });
}, 120_000);
afterAll(() => cluster.remove());

const two = async (busyMs: number): Promise<readonly [Store, Store]> => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const stores = [
    await openPostgresStore({ url, keys, busyMs }),
    await openPostgresStore({ url, keys, busyMs }),
  ] as const;
  afterTest(async () => {
    for (const store of stores) await store.close();
  });
  return stores;
};

/** Whoever comes waits until both are there, the first time. */
const together = (): (() => Promise<void>) => {
  const both = Promise.withResolvers<void>();
  let there = 0;
  return async () => {
    there += 1;
    if (there === 2) both.resolve();
    await both.promise;
  };
};

it('two who have read the same labels and both raise them do not wait for each other', async () => {
  const [one, other] = await two(5000);
  const meet = together();
  const raise = (store: Store, call: string): Promise<number> => {
    let times = 0;
    return store.transact(async (tx: Tx) => {
      times += 1;
      await tx.labels('principal', 'p');
      if (times === 1) await meet();
      await tx.saveLabels('principal', 'p', sampleLabels(call));
      return times;
    });
  };
  const times = await Promise.all([raise(one, 'c1'), raise(other, 'c2')]);
  // at least one of them gave way, and did it again
  expect(Math.max(...times)).toBeGreaterThan(1);
});

it('two who want what the other has get it one after the other, with nobody told', async () => {
  const quick = await Cluster.start({ settings: { deadlock_timeout: "'50ms'" } });
  afterTest(() => quick.remove());
  const url = freshPlace(quick.url());
  const keys = memoryKeys();
  const stores = [await openPostgresStore({ url, keys }), await openPostgresStore({ url, keys })];
  afterTest(async () => {
    for (const store of stores) await store.close();
  });
  const meet = together();
  const orders = [
    ['a', 'b'],
    ['b', 'a'],
  ] as const;
  const times = await Promise.all(
    stores.map((store, n) => {
      let tried = 0;
      return store.transact(async (tx) => {
        tried += 1;
        const [first = '', second = ''] = orders[n] ?? [];
        await tx.session(first);
        if (tried === 1) await meet();
        await tx.session(second);
        return tried;
      });
    }),
  );
  expect(Math.max(...times)).toBeGreaterThan(1);
});
