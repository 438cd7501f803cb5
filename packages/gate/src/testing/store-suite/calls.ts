import { describe, expect, it } from 'vitest';
import type { CallChange, CallRow, CallState } from '../../store/call-row.ts';
import { ARROWS, CALL_STATES } from '../../store/call-row.ts';
import { digestOf, heldCall, sampleCall, sampleDecision } from './samples.ts';
import type { AtPlace } from './under-test.ts';
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

const storingCalls = (at: AtPlace): void => {
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

const movingCalls = (at: AtPlace): void => {
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
        expect(moved, from).toEqual(CALL_STATES.filter((to) => ARROWS[from].includes(to)));
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

const twins = (at: AtPlace): void => {
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
    'that are held know their twin in the same session while it waits for people',
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
        expect(await tx.heldTwin(held.session, held)).toBeUndefined();
      });
    }),
  );
};

const countingCalls = (at: AtPlace): void => {
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
        const sorted = (...calls: readonly CallRow[]): readonly string[] =>
          calls.map(({ id }) => id).toSorted();
        expect(await ids('a', ['dispatching'], 10)).toEqual([out.id]);
        expect(await ids('a', ['dispatching', 'held'], 10)).toEqual(sorted(out, waiting, left));
        expect(await ids('a', ['held', 'approved'], 10, true)).toEqual(sorted(waiting, approved));
        expect(await tx.callsOfInstance('a', ['dispatching', 'held', 'approved'], 2)).toHaveLength(2);
        expect(await ids('c', ['dispatching', 'held'], 10)).toEqual([]);
      });
    }),
  );
};

export const callTests = (at: AtPlace): void => {
  storingCalls(at);
  movingCalls(at);
  twins(at);
  describe('in numbers', () => countingCalls(at));
};
