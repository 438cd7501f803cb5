import { expect, it } from 'vitest';
import type { CallRow } from '../../../src/record/call-row.ts';
import { heldCall, sampleCall } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

const sorted = (...calls: readonly CallRow[]): readonly string[] => calls.map(({ id }) => id).toSorted();

export const callNumberTests = (at: PlaceFixture): void => {
  it(
    'that people were asked about are counted from a time on, whatever became of them',
    at(async (desks) => {
      const store = await desks.open();
      const refused = heldCall({ heldAt: START + 10 });
      await store.transact(async (tx) => {
        for (const heldAt of [START, START + 20]) await tx.insertCall(heldCall({ heldAt }));
        await tx.insertCall(refused);
        await tx.insertCall(heldCall({ heldAt: START + 30, waiting: 'hours', binding: null }));
        await tx.insertCall(heldCall({ heldAt: START + 30, session: 'another' }));
        await tx.insertCall(sampleCall());
        await tx.moveCall(refused.id, 'held', 'refused', { waiting: null, endedAt: START + 40 });
        const asked = async (since: number): Promise<number> => await tx.askedSince(refused.session, since);
        expect([
          await asked(START),
          await asked(START + 10),
          await asked(START + 11),
          await asked(START + 21),
        ]).toEqual([3, 2, 1, 0]);
        expect(await tx.askedSince('another', START)).toBe(1);
      });
    }),
  );

  it(
    'that wait for people are counted for their principal',
    at(async (desks) => {
      const store = await desks.open();
      const call = heldCall();
      await store.transact(async (tx) => {
        await tx.insertCall(call);
        await tx.insertCall(heldCall());
        await tx.insertCall(heldCall({ waiting: 'hours' }));
        await tx.insertCall(heldCall({ principal: { ...call.principal, subject: 'bob' } }));
        expect([await tx.pendingOf('local'), await tx.pendingOf('bob'), await tx.pendingOf('eve')]).toEqual([
          2, 1, 0,
        ]);
        await tx.moveCall(call.id, 'held', 'approved', { waiting: null });
        expect(await tx.pendingOf('local')).toBe(1);
      });
      expect(await store.read.inboxSize()).toBe(2);
    }),
  );

  it(
    'that are out are counted over all openers, by server, target and principal',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const call = sampleCall();
      await one.transact(async (tx) => {
        await tx.insertCall(call);
        await tx.insertCall(sampleCall({ target: 'write' }));
        await tx.insertCall(heldCall());
      });
      await other.transact(async (tx) => {
        await tx.insertCall(sampleCall({ server: 'mail', principal: { ...call.principal, subject: 'bob' } }));
        await tx.insertCall(sampleCall({ state: 'done' }));
        expect(await tx.running({})).toBe(3);
        expect(await tx.running({ server: 'files' })).toBe(2);
        expect(await tx.running({ server: 'files', target: 'write' })).toBe(1);
        expect(await tx.running({ target: 'read' })).toBe(2);
        expect(await tx.running({ principal: 'local' })).toBe(2);
        expect(await tx.running({ server: 'mail', principal: 'local' })).toBe(0);
        await tx.moveCall(call.id, 'dispatching', 'done', {});
        expect(await tx.running({ server: 'files' })).toBe(1);
      });
    }),
  );

  it(
    'whose time is over come earliest first, while they are held or approved',
    at(async (desks) => {
      const store = await desks.open();
      const calls = [30, 10, 20, 40].map((after) => heldCall({ expiresAt: START + after }));
      const [third, first, second] = calls;
      await store.transact(async (tx) => {
        for (const call of calls) await tx.insertCall(call);
        await tx.insertCall(heldCall({ expiresAt: null }));
        await tx.insertCall(sampleCall({ expiresAt: START + 1 }));
        await tx.moveCall(second?.id ?? '', 'held', 'approved', {});
        const ids = async (now: number, limit: number): Promise<readonly string[]> =>
          (await tx.overdue(now, limit)).map(({ id }) => id);
        expect(await ids(START + 9, 10)).toEqual([]);
        expect(await ids(START + 10, 10)).toEqual([first?.id]);
        expect(await ids(START + 35, 10)).toEqual([first?.id, second?.id, third?.id]);
        expect(await ids(START + 35, 2)).toEqual([first?.id, second?.id]);
        await tx.moveCall(first?.id ?? '', 'held', 'expired', {});
        expect(await ids(START + 35, 10)).toEqual([second?.id, third?.id]);
      });
    }),
  );

  it(
    'of an opener are found by their state, and by whether somebody waited there',
    at(async (desks) => {
      const store = await desks.open();
      const out = sampleCall({ instance: 'a' });
      const waiting = heldCall({ instance: 'a', attached: true });
      const left = heldCall({ instance: 'a', attached: false });
      const approved = heldCall({ instance: 'a', attached: true, state: 'approved', waiting: null });
      const elsewhere = sampleCall({ instance: 'b' });
      await store.transact(async (tx) => {
        for (const call of [out, waiting, left, approved, elsewhere]) await tx.insertCall(call);
        const ids = async (...of: Parameters<typeof tx.callsOfInstance>): Promise<readonly string[]> =>
          (await tx.callsOfInstance(...of)).map(({ id }) => id).toSorted();
        expect(await ids('a', ['dispatching'], 10)).toEqual([out.id]);
        expect(await ids('a', ['dispatching', 'held'], 10)).toEqual(sorted(out, waiting, left));
        expect(await ids('a', ['held', 'approved'], 10, true)).toEqual(sorted(waiting, approved));
        expect(await tx.callsOfInstance('a', ['dispatching', 'held', 'approved'], 2)).toHaveLength(2);
        expect(await ids('c', ['dispatching', 'held'], 10)).toEqual([]);
      });
    }),
  );
};
