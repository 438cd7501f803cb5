import { startSession } from '@callgate/core';
import { expect, it } from 'vitest';
import type { CallRow } from '../../../src/record/call-row.ts';
import type { SessionSummary } from '../../../src/store/session-summary.ts';
import { COUNTED_CALLS } from '../../../src/store/session-summary.ts';
import type { Store } from '../../../src/store/store.ts';
import { allPages } from './queries.ts';
import { heldCall, sampleCall, sampleEntry, sampleLabels } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

const stored = (store: Store, calls: readonly CallRow[]): Promise<void> =>
  store.transact(async (tx) => {
    for (const call of calls) await tx.insertCall(call);
  });

const keyOf = (principal: string, context?: string): string =>
  JSON.stringify(context === undefined ? [principal] : [principal, context]);

const callIn = (principal: string, context: string, over: Partial<CallRow> = {}): CallRow =>
  sampleCall({
    principal: { ...sampleCall().principal, subject: principal },
    context,
    session: keyOf(principal, over.authenticated === false ? undefined : context),
    ...over,
  });

const names = (found: readonly SessionSummary[]): readonly string[] => found.map(({ session }) => session);

/** Sessions whose calls lie among each other, several at the same moment. */
const interleaved = (): readonly CallRow[] =>
  Array.from({ length: 240 }, (_, index) =>
    callIn(index % 3 === 0 ? 'ada' : 'bob', `context ${(index * index) % 37}`, {
      receivedAt: START + Math.floor(index / 2) * 1000,
      state: index % 5 === 0 ? 'blocked' : 'done',
      outcome: index % 5 === 0 ? 'block' : 'auto',
    }),
  );

const countBy = (calls: readonly CallRow[], by: 'state' | 'outcome'): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const call of calls) counts[call[by]] = (counts[call[by]] ?? 0) + 1;
  return counts;
};

const listing = (at: PlaceFixture): void => {
  it(
    'are listed with their calls, the one with the newest call first',
    at(async (desks) => {
      const store = await desks.open();
      const calls = interleaved();
      await stored(store, calls);
      const found = await allPages((page) => store.read.sessions(page), 4);
      expect(new Set(names(found))).toEqual(new Set(calls.map(({ session }) => session)));
      expect(new Set(names(found)).size).toBe(found.length);
      const lasts = found.map(({ last }) => last);
      expect(lasts).toEqual(lasts.toSorted((a, b) => b - a));
      for (const summary of found) {
        const own = calls.filter(({ session }) => session === summary.session);
        const times = own.map(({ receivedAt }) => receivedAt);
        expect(summary).toEqual({
          session: summary.session,
          principal: own[0]?.principal.subject,
          context: own[0]?.context,
          authenticated: true,
          first: Math.min(...times),
          last: Math.max(...times),
          lastCall: own.at(-1)?.id,
          waiting: 0,
          counts: {
            calls: own.length,
            more: false,
            states: countBy(own, 'state'),
            outcomes: countBy(own, 'outcome'),
          },
          labels: null,
        });
        expect(await store.read.session(summary.session)).toEqual(summary);
      }
      expect(await store.read.session('nobody')).toBeUndefined();
      expect(names((await store.read.sessions({ limit: 1000 })).items)).toEqual(names(found));
    }),
  );

  it(
    'are found by principal and by what stands in their names',
    at(async (desks) => {
      const store = await desks.open();
      await stored(store, [
        callIn('ada', 'Report for March', { receivedAt: START }),
        callIn('ada', 'mail', { receivedAt: START + 1 }),
        callIn('bob', '100% of mail_', { receivedAt: START + 2 }),
      ]);
      const find = async (filter: Parameters<typeof store.read.sessions>[1]): Promise<readonly string[]> =>
        (await allPages((page) => store.read.sessions(page, filter), 1)).map(({ context }) => context);
      expect(await find({})).toEqual(['100% of mail_', 'mail', 'Report for March']);
      expect(await find({ principal: 'ada' })).toEqual(['mail', 'Report for March']);
      expect(await find({ text: 'MARCH' })).toEqual(['Report for March']);
      expect(await find({ text: '0%' })).toEqual(['100% of mail_']);
      expect(await find({ text: 'mail', principal: 'ada' })).toEqual(['mail']);
      expect(await find({ text: 'il_' })).toEqual(['100% of mail_']);
      expect(await find({ principal: 'eve' })).toEqual([]);
    }),
  );

  it(
    'are all found behind one with very many calls, which are counted up to a bound',
    at(async (desks) => {
      const store = await desks.open();
      await stored(
        store,
        ['a', 'b', 'c'].map((name, index) => callIn('ada', name, { receivedAt: START + index })),
      );
      await stored(
        store,
        Array.from({ length: 4600 }, (_, index) =>
          callIn('ada', 'long', { receivedAt: START + 100 + index, state: 'done' }),
        ),
      );
      const found = await allPages((page) => store.read.sessions(page), 2);
      expect(found.map(({ context }) => context)).toEqual(['long', 'c', 'b', 'a']);
      expect(found[0]?.counts).toEqual({
        calls: COUNTED_CALLS,
        more: true,
        states: { done: COUNTED_CALLS },
        outcomes: { auto: COUNTED_CALLS },
      });
      expect(found[0]?.first).toBe(START + 100);
    }),
    60_000,
  );

  it(
    'tell how many of their calls wait for people',
    at(async (desks) => {
      const store = await desks.open();
      const session = keyOf('local', 'context-1');
      const held = [heldCall(), heldCall(), heldCall({ waiting: 'slot' })];
      await stored(store, held);
      expect((await store.read.session(session))?.waiting).toBe(2);
      await store.transact((tx) => tx.moveCall(held[0]?.id ?? '', 'held', 'refused', { waiting: null }));
      expect((await store.read.session(session))?.waiting).toBe(1);
    }),
  );
};

const labels = (at: PlaceFixture): void => {
  it(
    'are listed with what they have touched, until their context is over',
    at(async (desks) => {
      const store = await desks.open();
      await stored(store, [callIn('ada', 'one'), callIn('ada', 'two', { receivedAt: START + 1 })]);
      const key = keyOf('ada', 'one');
      await store.transact((tx) =>
        tx.saveSession(key, { ...startSession('one'), labels: sampleLabels('call-1') }),
      );
      expect((await store.read.session(key))?.labels).toEqual(sampleLabels('call-1'));
      const find = async (label: 'private' | 'untrusted', labelsSince = 0): Promise<readonly string[]> =>
        names((await store.read.sessions({ limit: 9 }, { label, labelsSince })).items);
      expect(await find('private')).toEqual([key]);
      expect(await find('untrusted')).toEqual([]);
      // as old as they may be, and a moment older
      expect(await find('private', START)).toEqual([key]);
      expect(await find('private', START + 1)).toEqual([]);
      expect((await store.read.session(key, { labelsSince: START + 1 }))?.labels?.private.strength).toBe(
        'none',
      );
      await store.transact((tx) => tx.dropSession(key));
      expect((await store.read.session(key))?.labels).toBeNull();
    }),
  );

  it(
    'share what their principal has touched where only a client names them',
    at(async (desks) => {
      const store = await desks.open();
      await stored(store, [callIn('ada', 'mine'), callIn('ada', 'anything', { authenticated: false })]);
      await store.transact((tx) => tx.saveLabels('principal', 'ada', sampleLabels('call-2')));
      expect((await store.read.session(keyOf('ada')))?.labels).toEqual(sampleLabels('call-2'));
      expect((await store.read.session(keyOf('ada', 'mine')))?.labels).toBeNull();
    }),
  );

  it(
    'leave labels in stores, which are listed by name',
    at(async (desks) => {
      const store = await desks.open();
      await store.transact(async (tx) => {
        for (const name of ['server notes', 'server mail', 'store wiki'])
          await tx.saveLabels('store', name, sampleLabels(name));
        await tx.saveLabels('principal', 'server x', sampleLabels('x'));
      });
      expect(await store.read.labelledStores('', 2)).toEqual([
        { store: 'server mail', labels: sampleLabels('server mail') },
        { store: 'server notes', labels: sampleLabels('server notes') },
      ]);
      expect((await store.read.labelledStores('server notes', 9)).map((each) => each.store)).toEqual([
        'store wiki',
      ]);
    }),
  );

  it(
    'have rows that tell of no call, in a span of time and in order',
    at(async (desks) => {
      const store = await desks.open();
      await store.transact(async (tx) => {
        for (const call of [null, 'call-1', null, null])
          await tx.append(sampleEntry({ event: call === null ? 'heard' : 'done', call }));
      });
      const all = await store.read.rows(1, 9);
      const span = { since: all[0]?.at ?? 0, until: (all.at(-1)?.at ?? 0) + 1 };
      const found = await store.read.rowsOfNoCall(span, 9);
      expect(found).toEqual(all.filter(({ call }) => call === null));
      expect((await store.read.rowsOfNoCall(span, 2)).map(({ seq }) => seq)).toEqual([1, 3]);
      const rest = await store.read.rowsOfNoCall({ ...span, since: found[1]?.at ?? 0, afterSeq: 3 }, 9);
      expect(rest.map(({ seq }) => seq)).toEqual([4]);
      expect(await store.read.rowsOfNoCall({ since: 0, until: span.since }, 9)).toEqual([]);
    }),
  );
};

export const sessionListTests = (at: PlaceFixture): void => {
  listing(at);
  labels(at);
};
