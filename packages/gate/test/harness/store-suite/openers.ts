import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Store } from '../../../src/store/store.ts';
import { heldCall, sampleAlert, sampleCall } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';

const opener = z.strictObject({ instance: z.string() });

const dead = async (store: Store): Promise<readonly string[]> =>
  (await store.transact((tx) => tx.deadInstances())).toSorted();

const NOTICED_MS = 20_000;

/** Whoever was killed is noticed by the system or the server that held its lock, and that may take a moment. */
const untilDead = async (store: Store, instances: readonly string[]): Promise<void> =>
  await vi.waitFor(async () => expect(await dead(store)).toEqual(instances), {
    timeout: NOTICED_MS,
    interval: 20,
  });

export const openerTests = (at: PlaceFixture): void => {
  it(
    'have each a name of their own and live as long as they are open, several in one process too',
    at(async (desks) => {
      const stores = await desks.openSome(3);
      expect(new Set(stores.map(({ instance }) => instance)).size).toBe(3);
      for (const store of stores) expect(await dead(store)).toEqual([]);
      await stores[0]?.close();
      expect(await dead(await desks.open())).toEqual([]);
    }),
  );

  it(
    'are dead once their process was killed, with what they left, until they are forgotten',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const child = desks.child('leave-calls');
      const { instance } = opener.parse(await child.said());
      expect(await dead(one)).toEqual([]);
      await child.kill();
      await untilDead(one, [instance]);
      expect(await dead(other)).toEqual([instance]);
      const left = await one.transact(async (tx) => [
        await tx.callsOfInstance(instance, ['dispatching'], 10),
        await tx.callsOfInstance(instance, ['held', 'approved'], 10, true),
        await tx.callsOfInstance(instance, ['held', 'approved'], 10),
      ]);
      expect(left.map((calls) => calls.length)).toEqual([1, 1, 2]);
      await other.transact((tx) => tx.forgetInstance(instance));
      expect(await dead(one)).toEqual([]);
    }),
  );

  it(
    'are not forgotten where the work that forgot them was undone',
    at(async (desks) => {
      const store = await desks.open();
      const child = desks.child('leave-calls');
      const { instance } = opener.parse(await child.said());
      await child.kill();
      await untilDead(store, [instance]);
      const undone = store.transact(async (tx) => {
        await tx.forgetInstance(instance);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await dead(store)).toEqual([instance]);
    }),
  );

  it(
    'that live are not harmed by work that would have forgotten them and was undone',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const undone = one.transact(async (tx) => {
        await tx.forgetInstance(other.instance);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      await one.transact((tx) => tx.addAlert(sampleAlert()));
      expect(await dead(one)).toEqual([]);
      await other.transact((tx) => tx.insertCall(sampleCall({ instance: other.instance })));
      await other.close();
      expect(await dead(one)).toEqual([other.instance]);
    }),
  );

  it(
    'that close and leave a call out, or one that somebody waits for, are seen to by others',
    at(async (desks) => {
      const store = await desks.open();
      const leaving = await Promise.all(
        [
          { state: 'dispatching' as const },
          { ...heldCall(), attached: true },
          { ...heldCall(), state: 'approved' as const, waiting: null, attached: true },
        ].map(async (over) => {
          const closing = await desks.open();
          await closing.transact((tx) => tx.insertCall(sampleCall({ ...over, instance: closing.instance })));
          await closing.close();
          return closing.instance;
        }),
      );
      const clean = await desks.open();
      await clean.transact(async (tx) => {
        await tx.insertCall(sampleCall({ state: 'done', instance: clean.instance }));
        await tx.insertCall(heldCall({ attached: false, instance: clean.instance }));
      });
      await clean.close();
      expect(await dead(store)).toEqual(leaving.toSorted());
    }),
  );
};
