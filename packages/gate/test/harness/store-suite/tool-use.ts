import { expect, it } from 'vitest';
import { heldCall, sampleCall } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

const ALL = { since: 0, until: Infinity };

export const toolUseTests = (at: PlaceFixture): void => {
  it(
    'count what became of the calls of each tool, of a server by name',
    at(async (desks) => {
      const store = await desks.open();
      const refused = heldCall({ target: 'write', receivedAt: START + 5 });
      const lapsed = heldCall({ target: 'write', receivedAt: START + 6 });
      await store.transact(async (tx) => {
        await tx.insertCall(sampleCall({ state: 'done', receivedAt: START, dispatchedAt: START + 900 }));
        await tx.insertCall(sampleCall({ state: 'failed', receivedAt: START + 1, dispatchedAt: START + 2 }));
        await tx.insertCall(sampleCall({ state: 'blocked', receivedAt: START + 7, dispatchedAt: null }));
        await tx.insertCall(sampleCall({ server: 'mail', receivedAt: START + 3, dispatchedAt: START + 4 }));
        await tx.insertCall(sampleCall({ kind: 'resource', target: 'file:///x', receivedAt: START + 3 }));
        await tx.insertCall(refused);
        await tx.insertCall(lapsed);
        await tx.insertCall(heldCall({ target: 'write', receivedAt: START + 8, waiting: 'hours' }));
        await tx.moveCall(refused.id, 'held', 'refused', { waiting: null, endedAt: START + 40 });
        await tx.moveCall(lapsed.id, 'held', 'expired', { waiting: null, endedAt: START + 40 });
      });
      const read = { server: 'files', tool: 'read', asked: 0, refused: 0, lapsed: 0 };
      const write = { server: 'files', tool: 'write', ran: 0, lastRanAt: null, blocked: 0 };
      const mail = { ...read, server: 'mail', calls: 1, ran: 1, lastRanAt: START + 4, blocked: 0 };
      expect(await store.read.toolUse(ALL)).toEqual([
        { ...read, calls: 3, ran: 2, lastRanAt: START + 900, lastCalledAt: START + 7, blocked: 1 },
        { ...write, calls: 3, lastCalledAt: START + 8, asked: 2, refused: 1, lapsed: 1 },
        { ...mail, lastCalledAt: START + 3 },
      ]);
      expect(await store.read.toolUse({ since: START + 1, until: START + 3 })).toEqual([
        { ...read, calls: 1, ran: 1, lastRanAt: START + 2, lastCalledAt: START + 1, blocked: 0 },
      ]);
      expect(await store.read.toolUse({ since: START + 9, until: Infinity })).toEqual([]);
    }),
  );

  it(
    'count every call once where many came at the same moment',
    at(async (desks) => {
      const store = await desks.open();
      const many = 1203;
      await store.transact(async (tx) => {
        for (let call = 0; call < many; call += 1) await tx.insertCall(sampleCall({ state: 'done' }));
      });
      expect((await store.read.toolUse(ALL)).map(({ calls }) => calls)).toEqual([many]);
    }),
  );
};
