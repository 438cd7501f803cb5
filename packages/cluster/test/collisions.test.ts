import { startSession } from '@callgate/core';
import type { Store, Tx } from '@callgate/gate/store';
import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { GroupTx } from '../src/store/group-tx.ts';
import { LOCKS, lockNumber } from '../src/store/locks.ts';
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

const two = async (busyMs: number): Promise<readonly [Store, Store, url: string]> => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const stores = [
    await openPostgresStore({ url, keys, busyMs }),
    await openPostgresStore({ url, keys, busyMs }),
  ] as const;
  afterTest(async () => {
    for (const store of stores) await store.close();
  });
  return [...stores, url];
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

it('who waits for a session has nothing yet that its holder may want next', async () => {
  const [store, , url] = await two(20_000);
  const schema = new URL(url).searchParams.get('schema') ?? '';
  const numberOf = (name: string): string => lockNumber(schema, name);
  const labels = numberOf(LOCKS.labels('principal', 'p'));
  // by their numbers the labels would come first
  const key = Array.from({ length: 100 }, (_, n) => `s${n}`).find(
    (each) => labels < numberOf(LOCKS.session(each)),
  );
  const read = async (tx: Tx): Promise<void> => {
    await tx.session(key ?? '');
    await tx.labels('principal', 'p');
  };
  // what is known is not asked for but guessed
  await store.transact(async (tx) => tx.saveSession(key ?? '', startSession('c')));
  await store.transact(read);
  const other = postgres(cluster.url(), { max: 1, onnotice: () => {} });
  afterTest(() => other.end());
  await other.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(${numberOf(LOCKS.session(key ?? ''))}::bigint)`;
    const reading = store.transact(read);
    reading.catch(() => {});
    await vi.waitUntil(
      async () => (await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).length > 0,
      { timeout: 10_000 },
    );
    const taken = await sql`SELECT pg_try_advisory_xact_lock(${labels}::bigint) AS taken`;
    expect(taken).toEqual([{ taken: true }]);
  });
});

it('of those who raise the same labels together one does it alone', async () => {
  const [one] = await two(5000);
  const labels = sampleLabels('c1');
  let alone = 0;
  const raise = (): Promise<void> =>
    one.transact(async (tx: Tx) => {
      const before = await tx.labels('principal', 'many');
      if (before === undefined) await tx.saveLabels('principal', 'many', labels);
      if (!(tx instanceof GroupTx)) alone += 1;
    });
  await Promise.all(Array.from({ length: 16 }, raise));
  expect(alone).toBe(1);
  expect(await one.transact((tx) => tx.labels('principal', 'many'))).toEqual(labels);
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
