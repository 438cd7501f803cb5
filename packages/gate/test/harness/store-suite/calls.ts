import { expect, it } from 'vitest';
import type { CallChange, CallRow, CallState } from '../../../src/record/call-row.ts';
import { STATE_TRANSITIONS, CALL_STATES } from '../../../src/record/call-row.ts';
import { digestOf, heldCall, sampleCall, sampleDecision } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

/** A call with something in every part. */
const fullCall = (): CallRow =>
  heldCall({
    principal: {
      subject: 'bob \u0000 ü "x"',
      kind: 'service',
      groups: ['a', 'b'],
      roles: ['r'],
      delegation: ['ada'],
    },
    authenticated: false,
    kind: 'completion',
    target: `mail://inbox/${'x'.repeat(3000)}`,
    situation: {
      labels: { private: 'known', untrusted: 'possible' },
      words: false,
      origins: {
        proven: 'no',
        destination: 'no',
        created: 'unknown',
        unproven: [
          {
            path: ['to', 0],
            origin: 'untrusted',
            role: 'destination',
            text: 'eve@example.com',
            firstSeen: {
              call: 'call-0',
              path: ['content', 0, 'text'],
              span: [3, 9],
              server: 'web',
              tool: 'get',
            },
          },
          { path: [] },
        ],
        unasked: 'delete',
      },
      intended: false,
    },
    enforced: false,
    key: 'host-key',
    attached: true,
    grant: 'grant-1',
    twin: 'call-0',
    ai: true,
    opensAt: START + 7,
    fault: { code: 'X', message: 'ü "quoted" \u0000' },
    settled: { as: 'happened', by: 'ada', reason: 'the file is gone', at: START + 9 },
  });

const changes: CallChange = {
  decision: { ...sampleDecision, outcome: 'block', reasons: ['another'] },
  situation: { ...fullCall().situation, words: true },
  policy: 'another-policy',
  outcome: 'block',
  binding: digestOf('another'),
  waiting: 'slot',
  attached: true,
  instance: 'another-opener',
  attempt: 7,
  grant: 'grant-7',
  heldAt: START + 1,
  expiresAt: START + 2,
  opensAt: START + 3,
  dispatchedAt: START + 4,
  endedAt: START + 5,
  released: true,
  fault: { code: 'Y', message: 'y' },
  settled: { as: 'did-not-happen', by: 'bob', reason: 'no trace of it', at: START + 6 },
};

const nothing: CallChange = {
  binding: null,
  waiting: null,
  grant: null,
  heldAt: null,
  fault: null,
  settled: null,
};

const inState = (state: CallState, over: Partial<CallRow> = {}): CallRow => sampleCall({ state, ...over });

const storingCalls = (at: PlaceFixture): void => {
  it(
    'are read back as they were stored, by whomever',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const calls = [sampleCall(), heldCall(), fullCall()];
      await one.transact(async (tx) => {
        for (const call of calls) await tx.insertCall(call);
      });
      for (const call of calls) {
        expect(await one.transact((tx) => tx.call(call.id))).toEqual(call);
        expect(await other.transact((tx) => tx.call(call.id))).toEqual(call);
        expect(await other.read.call(call.id)).toEqual(call);
      }
      expect(await one.transact((tx) => tx.call('nobody'))).toBeUndefined();
      expect(await one.read.call('nobody')).toBeUndefined();
    }),
  );

  it(
    'have an id and a ticket of their own',
    at(async (desks) => {
      const store = await desks.open();
      const call = heldCall();
      await store.transact((tx) => tx.insertCall(call));
      for (const double of [heldCall({ id: call.id }), heldCall({ ticket: call.ticket })])
        await expect(store.transact((tx) => tx.insertCall(double))).rejects.toMatchObject({
          code: 'STORE_DOUBLE',
        });
      expect(await store.read.inboxSize()).toBe(1);
    }),
  );

  it(
    'are found by their ticket, and by the key of the host in their session, the newest first',
    at(async (desks) => {
      const store = await desks.open();
      const held = heldCall({ key: 'k', receivedAt: START });
      const newer = sampleCall({ key: 'k', receivedAt: START + 5 });
      const elsewhere = sampleCall({ key: 'k', session: 'another', receivedAt: START + 9 });
      await store.transact(async (tx) => {
        for (const call of [newer, held, elsewhere, sampleCall()]) await tx.insertCall(call);
      });
      const ticket = held.ticket ?? '';
      expect(await store.read.callByTicket(ticket)).toEqual(held);
      expect(await store.read.callByTicket('tk_none')).toBeUndefined();
      await store.transact(async (tx) => {
        expect(await tx.callByTicket(ticket)).toEqual(held);
        expect(await tx.callByTicket('tk_none')).toBeUndefined();
        expect(await tx.callByKey(held.session, 'k')).toEqual(newer);
        expect(await tx.callByKey('another', 'k')).toEqual(elsewhere);
        expect(await tx.callByKey('another', 'none')).toBeUndefined();
      });
    }),
  );
};

const movingCalls = (at: PlaceFixture): void => {
  it(
    'move along the arrows there are, and no others',
    at(async (desks) => {
      const store = await desks.open();
      for (const from of CALL_STATES) {
        const moved: CallState[] = [];
        for (const to of CALL_STATES) {
          const call = inState(from);
          await store.transact((tx) => tx.insertCall(call));
          const said = await store.transact((tx) => tx.moveCall(call.id, from, to, {}));
          expect((await store.read.call(call.id))?.state).toBe(said ? to : from);
          if (said) moved.push(to);
        }
        expect(moved, from).toEqual(CALL_STATES.filter((to) => STATE_TRANSITIONS[from].includes(to)));
      }
    }),
  );

  it(
    'do not move from a state they are not in, and nobody else moves',
    at(async (desks) => {
      const store = await desks.open();
      const call = heldCall();
      const other = heldCall();
      await store.transact(async (tx) => {
        await tx.insertCall(call);
        await tx.insertCall(other);
        expect(await tx.moveCall(call.id, 'approved', 'dispatching', { attempt: 9 })).toBe(false);
        expect(await tx.moveCall('nobody', 'held', 'approved', {})).toBe(false);
        expect(await tx.call(call.id)).toEqual(call);
        expect(await tx.moveCall(call.id, 'held', 'approved', { waiting: null })).toBe(true);
        expect(await tx.moveCall(call.id, 'held', 'approved', { waiting: null })).toBe(false);
      });
      expect(await store.read.call(call.id)).toEqual({ ...call, state: 'approved', waiting: null });
      expect(await store.read.call(other.id)).toEqual(other);
    }),
  );

  it(
    'change in what a move changes and in nothing else',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      for (const change of [
        ...Object.entries(changes).map((part) => Object.fromEntries([part])),
        changes,
        nothing,
      ]) {
        const call = heldCall({ fault: { code: 'X', message: 'x' }, grant: 'grant-1' });
        await one.transact((tx) => tx.insertCall(call));
        // whoever remembers it must not remember it as it was
        expect(await other.transact((tx) => tx.call(call.id))).toEqual(call);
        expect(await one.transact((tx) => tx.moveCall(call.id, 'held', 'dispatching', change))).toBe(true);
        const moved = { ...call, ...change, state: 'dispatching' };
        expect(await one.transact((tx) => tx.call(call.id))).toEqual(moved);
        expect(await other.transact((tx) => tx.call(call.id))).toEqual(moved);
        expect(await other.read.call(call.id)).toEqual(moved);
      }
    }),
  );

  it(
    'have one winner where several openers move the same call at once',
    at(async (desks) => {
      const stores = await desks.openSome(4);
      const calls = Array.from({ length: 25 }, () => heldCall());
      await stores[0]?.transact(async (tx) => {
        for (const call of calls) await tx.insertCall(call);
      });
      const targets: readonly CallState[] = ['approved', 'refused', 'withdrawn', 'expired'];
      const won = await Promise.all(
        calls.flatMap((call) =>
          stores.map(async (store, index) => {
            const to = targets[index] ?? 'approved';
            return (await store.transact((tx) => tx.moveCall(call.id, 'held', to, { attempt: index })))
              ? [`${call.id} ${to} ${index}`]
              : [];
          }),
        ),
      );
      const rows = await Promise.all(calls.map((call) => stores[0]?.read.call(call.id)));
      expect(won.flat().toSorted()).toEqual(
        rows.map((row) => `${row?.id} ${row?.state} ${row?.attempt}`).toSorted(),
      );
    }),
  );
};

const twins = (at: PlaceFixture): void => {
  it(
    'know their twin: the newest of the same principal, tool and arguments that was dispatched',
    at(async (desks) => {
      const store = await desks.open();
      const twin = sampleCall({ state: 'failed', receivedAt: START, dispatchedAt: START + 50 });
      const older = sampleCall({ receivedAt: START + 10, dispatchedAt: START + 20 });
      const others: readonly Partial<CallRow>[] = [
        { server: 'other' },
        { target: 'other' },
        { kind: 'prompt' },
        { argumentsDigest: digestOf('other') },
        { principal: { ...twin.principal, subject: 'other' } },
        { state: 'blocked', dispatchedAt: null },
        { state: 'held', dispatchedAt: null, waiting: 'people' },
      ];
      await store.transact(async (tx) => {
        for (const call of [
          twin,
          older,
          ...others.map((over) => sampleCall({ dispatchedAt: START + 99, ...over })),
        ])
          await tx.insertCall(call);
      });
      const like = { ...twin, principal: 'local' };
      await store.transact(async (tx) => {
        expect(await tx.twinOf(like)).toEqual(twin);
        expect(await tx.twinOf({ ...like, principal: 'nobody' })).toBeUndefined();
        expect(await tx.twinOf({ ...like, target: 'nothing' })).toBeUndefined();
        expect((await tx.twinOf({ ...like, kind: 'prompt' }))?.kind).toBe('prompt');
      });
    }),
  );

  it(
    'are twins only where the same command or url answers to the alias',
    at(async (desks) => {
      const store = await desks.open();
      const { situation } = sampleCall();
      const ofServer = (identity: string, over: Partial<CallRow>): CallRow =>
        sampleCall({ situation: { ...situation, identity }, ...over });
      const one = ofServer('sha256:one', { dispatchedAt: START + 1 });
      const other = ofServer('sha256:other', { dispatchedAt: START + 2 });
      const nameless = sampleCall({ dispatchedAt: START + 3 });
      const held = heldCall({ situation: { ...situation, identity: 'sha256:one' } });
      await store.transact(async (tx) => {
        for (const call of [one, other, nameless, held]) await tx.insertCall(call);
      });
      await store.transact(async (tx) => {
        const like = { ...one, principal: 'local' };
        expect(await tx.twinOf({ ...like, identity: 'sha256:one' })).toEqual(one);
        expect(await tx.twinOf({ ...like, identity: 'sha256:other' })).toEqual(other);
        expect(await tx.twinOf(like)).toEqual(nameless);
        expect(await tx.heldTwin(held.session, { ...held, identity: 'sha256:one' })).toEqual(held);
        expect(await tx.heldTwin(held.session, { ...held, identity: 'sha256:other' })).toBeUndefined();
        expect(await tx.heldTwin(held.session, held)).toBeUndefined();
      });
    }),
  );

  it(
    'that are held know their twin in the same session until it is sent',
    at(async (desks) => {
      const store = await desks.open();
      const held = heldCall();
      await store.transact(async (tx) => {
        await tx.insertCall(heldCall({ session: 'another' }));
        await tx.insertCall(heldCall({ waiting: 'slot' }));
        await tx.insertCall(heldCall({ server: 'another' }));
        expect(await tx.heldTwin(held.session, held)).toBeUndefined();
        await tx.insertCall(held);
        expect(await tx.heldTwin(held.session, held)).toEqual(held);
        expect(await tx.heldTwin(held.session, { ...held, argumentsDigest: digestOf('x') })).toBeUndefined();
        await tx.moveCall(held.id, 'held', 'approved', { waiting: null });
        expect((await tx.heldTwin(held.session, held))?.state).toBe('approved');
        await tx.moveCall(held.id, 'approved', 'dispatching', {});
        expect(await tx.heldTwin(held.session, held)).toBeUndefined();
      });
    }),
  );
};

export const callTests = (at: PlaceFixture): void => {
  storingCalls(at);
  movingCalls(at);
  twins(at);
};
