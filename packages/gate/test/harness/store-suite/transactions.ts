import { CallgateError } from '@callgate/core';
import { expect, it } from 'vitest';
import type { Tx } from '../../../src/store/store.ts';
import { sampleAlert, sampleCall, sampleEntry } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';

export const transactionTests = (at: PlaceFixture): void => {
  it(
    'gives back what the work gave, and everybody sees what it did',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const call = sampleCall();
      const given = await one.transact(async (tx) => {
        await tx.insertCall(call);
        return 'done';
      });
      expect(given).toBe('done');
      expect(await other.read.call(call.id)).toEqual(call);
      expect(await other.transact((tx) => tx.call(call.id))).toEqual(call);
    }),
  );

  it(
    'undoes work that throws, only that, and says what it threw',
    at(async (desks) => {
      const store = await desks.open();
      const thrown = new CallgateError('OWN', 'changed its mind');
      const calls = Array.from({ length: 5 }, () => sampleCall());
      const works = calls.map((call, index) =>
        store.transact(async (tx) => {
          await tx.insertCall(call);
          await tx.append(sampleEntry({ call: call.id }));
          await tx.keep(`digest-${index}`, 'text');
          if (index === 2) throw thrown;
          return index;
        }),
      );
      const results = await Promise.allSettled(works);
      expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))).toEqual(
        [0, 1, thrown, 3, 4],
      );
      const found = await Promise.all(calls.map((call) => store.read.call(call.id)));
      expect(found.map((call) => call?.id)).toEqual(
        calls.map((call, index) => (index === 2 ? undefined : call.id)),
      );
      expect((await store.read.rows(1, 10)).map((row) => [row.seq, row.call])).toEqual(
        [0, 1, 3, 4].map((index, place) => [place + 1, calls[index]?.id]),
      );
      expect(await store.read.keptDigests('', 10)).toEqual(['digest-0', 'digest-1', 'digest-3', 'digest-4']);
    }),
  );

  it(
    'shows undone work to nobody afterwards, whatever was read meanwhile',
    at(async (desks) => {
      const store = await desks.open();
      const call = sampleCall();
      await store.transact((tx) => tx.insertCall(call));
      const failed = store.transact(async (tx) => {
        await tx.moveCall(call.id, 'dispatching', 'done', { endedAt: 5 });
        await tx.saveLabels('store', 'files', {
          private: { strength: 'known', witnesses: [] },
          untrusted: { strength: 'none', witnesses: [] },
        });
        expect((await tx.call(call.id))?.state).toBe('done');
        expect((await tx.labels('store', 'files'))?.private.strength).toBe('known');
        throw new Error('no');
      });
      const after = store.transact(async (tx) => [await tx.call(call.id), await tx.labels('store', 'files')]);
      await expect(failed).rejects.toThrow('no');
      expect(await after).toEqual([call, undefined]);
    }),
  );

  it(
    'loses no change where several openers read and write the same',
    at(async (desks) => {
      const stores = await desks.openSome(3);
      const call = sampleCall({ attempt: 0 });
      await stores[0]?.transact((tx) => tx.insertCall(call));
      const raise = async (tx: Tx): Promise<void> => {
        const attempt = ((await tx.call(call.id))?.attempt ?? NaN) + 1;
        expect(await tx.moveCall(call.id, 'dispatching', 'dispatching', { attempt })).toBe(true);
      };
      await Promise.all(
        stores.flatMap((store) =>
          Array.from({ length: 20 }, async () => {
            await store.transact(raise);
          }),
        ),
      );
      for (const store of stores) expect((await store.transact((tx) => tx.call(call.id)))?.attempt).toBe(60);
    }),
  );

  it(
    'does work of one opener in the order it was given',
    at(async (desks) => {
      const store = await desks.open();
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          store.transact((tx) => tx.append(sampleEntry({ detail: { index } }))),
        ),
      );
      const rows = await store.read.rows(1, 100);
      const order = rows.map((row) => /"index":(\d+)/.exec(Buffer.from(row.bytes).toString())?.[1]);
      expect(order).toEqual(Array.from({ length: 40 }, (_, index) => String(index)));
    }),
  );

  it(
    'lets nobody use a transaction that is over',
    at(async (desks) => {
      const store = await desks.open();
      let leaked: Tx | undefined;
      await store.transact(async (tx) => {
        leaked = tx;
      });
      await expect(leaked?.addAlert(sampleAlert())).rejects.toMatchObject({ code: 'STORE_TX_OVER' });
      expect((await store.read.alerts({ limit: 10 })).items).toEqual([]);
    }),
  );

  it(
    'finishes what was given before it closes, and takes nothing after',
    at(async (desks) => {
      const store = await desks.open();
      const other = await desks.open();
      const calls = Array.from({ length: 10 }, () => sampleCall());
      const works = calls.map((call) => store.transact((tx) => tx.insertCall(call)));
      const closed = store.close();
      await expect(store.transact(async () => 1)).rejects.toMatchObject({ code: 'STORE_CLOSED' });
      await closed;
      await Promise.all(works);
      for (const call of calls) expect(await other.read.call(call.id)).toEqual(call);
      await expect(store.read.head()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
      await store.close();
    }),
  );

  it(
    'has the same in it after it was closed and opened again',
    at(async (desks) => {
      const before = await desks.open();
      const call = sampleCall();
      await before.transact(async (tx) => {
        await tx.insertCall(call);
        await tx.append(sampleEntry());
      });
      const head = await before.read.head();
      await before.close();
      const after = await desks.open();
      expect(after.instance).not.toBe(before.instance);
      expect(await after.read.call(call.id)).toEqual(call);
      expect(await after.read.head()).toEqual(head);
      expect(await after.transact((tx) => tx.head())).toEqual(head);
    }),
  );
};
