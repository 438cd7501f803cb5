import type { Session } from '@callgate/core';
import { applyEvent, startSession } from '@callgate/core';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { fullSession, sampleLabels, sampleSeen } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';

const KEY = '["local","context \u0000 ü"]';

const save = (store: Store, session: Session, key: string = KEY): Promise<void> =>
  store.transact((tx) => tx.saveSession(key, session));

const load = (store: Store, key: string = KEY): Promise<Session | undefined> =>
  store.transact((tx) => tx.session(key));

/** Sessions that follow from each other, in every way a session changes. */
const life = (): readonly Session[] => {
  const first = fullSession();
  const heard = applyEvent(first, { type: 'user', text: 'and then “another”' });
  const joined = applyEvent(heard, { type: 'join', labels: sampleLabels('call-9') });
  const more = { ...joined, seen: [...joined.seen, sampleSeen('call-3')], kept: 18 };
  const forgotten = { ...more, seen: [...more.seen.slice(2), sampleSeen('call-4')], kept: 12 };
  const ended = applyEvent(forgotten, { type: 'end' });
  const changed = {
    ...ended,
    seen: ended.seen.map((seen, index) => (index === 0 ? { ...seen, about: null } : seen)),
  };
  const shorter = { ...changed, seen: changed.seen.slice(0, 1) };
  const turned = { ...shorter, seen: [sampleSeen('call-6'), ...shorter.seen, sampleSeen('call-5')] };
  const emptied = { ...turned, seen: [], kept: 0 };
  const made = { ...emptied, created: [...emptied.created, { server: 'files', resource: 'file', id: 'f2' }] };
  const cleared = applyEvent(made, { type: 'declassify', label: 'private', by: 'ada', reason: 'checked' });
  const unchanged = { ...cleared };
  return [
    first,
    heard,
    joined,
    more,
    forgotten,
    ended,
    changed,
    shorter,
    turned,
    emptied,
    made,
    cleared,
    unchanged,
  ];
};

export const sessionTests = (at: PlaceFixture): void => {
  it(
    'are found by how their keys begin, and come with what was listed and whom they belong to',
    at(async (desks) => {
      const store = await desks.open();
      const keys = (prefix: string, limit = 10): Promise<readonly string[]> =>
        store.transact((tx) => tx.sessionKeys(prefix, limit));
      const belongs: Session = { ...startSession('host:1'), listed: ['odd'], members: ['chat'] };
      await save(store, belongs, '["local","host:1"]');
      await save(store, { ...startSession('chat'), host: 'host:1' }, '["local","chat"]');
      await save(store, startSession('host:2'), '["local","host:2"]');
      await save(store, startSession('host%'), '["local","host%"]');
      expect(await keys('["local","host:')).toEqual(['["local","host:2"]', '["local","host:1"]']);
      expect(await keys('["local","host:', 1)).toEqual(['["local","host:2"]']);
      expect(await keys('["ann","host:')).toEqual([]);
      const other = await desks.open();
      expect(await load(other, '["local","host:1"]')).toEqual(belongs);
      expect(await load(other, '["local","chat"]')).toMatchObject({ host: 'host:1' });
    }),
  );

  it(
    'are there for everybody as they were saved last, in every way they change',
    at(async (desks) => {
      const writer = await desks.open();
      const reader = await desks.open();
      expect(await load(writer)).toBeUndefined();
      for (const session of life()) {
        await save(writer, session);
        expect(await load(writer)).toEqual(session);
        expect(await load(reader)).toEqual(session);
        const fresh = await desks.open();
        expect(await load(fresh)).toEqual(session);
        await fresh.close();
      }
    }),
  );

  it(
    'are saved by several openers in turn, each on what the other saved',
    at(async (desks) => {
      const stores = await desks.openSome(3);
      await Promise.all(
        stores.flatMap((store, of) =>
          Array.from({ length: 12 }, (_, index) =>
            store.transact(async (tx) => {
              const session = (await tx.session(KEY)) ?? startSession('context-1');
              const seen = [...session.seen.slice(-9), sampleSeen(`call-${of}-${index}`)];
              await tx.saveSession(KEY, { ...session, seen, kept: session.kept + 1 });
            }),
          ),
        ),
      );
      const [one, ...others] = await Promise.all(stores.map((store) => load(store)));
      expect(one?.kept).toBe(36);
      expect(one?.seen).toHaveLength(10);
      for (const other of others) expect(other).toEqual(one);
    }),
  );

  it(
    'are apart from each other, and gone when they are dropped',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      await save(one, fullSession(), 'a');
      await save(one, { ...fullSession(), context: 'b' }, 'b');
      expect((await load(other, 'a'))?.context).toBe('context-1');
      await one.transact((tx) => tx.dropSession('a'));
      await one.transact((tx) => tx.dropSession('never there'));
      expect(await load(one, 'a')).toBeUndefined();
      expect(await load(other, 'a')).toBeUndefined();
      expect((await load(other, 'b'))?.context).toBe('b');
      await save(other, startSession('anew'), 'a');
      expect(await load(one, 'a')).toEqual(startSession('anew'));
    }),
  );

  it(
    'are as before where work that changed them was undone',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const [first = fullSession(), , , more = fullSession()] = life();
      await save(one, first);
      const undone = one.transact(async (tx) => {
        await tx.session(KEY);
        await tx.saveSession(KEY, more);
        expect(await tx.session(KEY)).toEqual(more);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await load(one)).toEqual(first);
      await save(one, more);
      expect(await load(other)).toEqual(more);
    }),
  );

  it(
    'may hold as much as a session may hold',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const seen = Array.from({ length: 256 }, (_, index) => sampleSeen(`call-${index}`, 'ü'.repeat(4000)));
      const session = { ...startSession('large'), seen, kept: 1_024_000 };
      await save(one, session);
      expect(await load(other)).toEqual(session);
      const next = { ...session, seen: [...seen.slice(1), sampleSeen('call-256', 'x'.repeat(65_536))] };
      await save(one, next);
      expect(await load(other)).toEqual(next);
    }),
  );

  it(
    'hold the beginning of what was cut of a large result, for everybody else',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const cut = { ...sampleSeen('call-1', 'x'.repeat(65_536)), whole: false };
      const session = { ...startSession('cut'), seen: [cut], kept: cut.size };
      await save(one, session);
      const content = [{ type: 'text', text: 'x'.repeat(1024) }];
      const stored = { ...session, seen: [{ ...cut, result: { content } }] };
      expect(await load(other)).toEqual(stored);
      const more = { ...stored, seen: [...stored.seen, sampleSeen('call-2')], kept: cut.size + 6 };
      await save(other, more);
      expect(await load(one)).toEqual(more);
    }),
  );

  it(
    'share labels with their principal and with stores',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const labels = [sampleLabels('call-1'), sampleLabels('call-2')] as const;
      await one.transact(async (tx) => {
        expect(await tx.labels('principal', 'x')).toBeUndefined();
        await tx.saveLabels('principal', 'x', labels[0]);
        await tx.saveLabels('store', 'x', labels[1]);
        expect(await tx.labels('principal', 'x')).toEqual(labels[0]);
      });
      await other.transact(async (tx) => {
        expect(await tx.labels('store', 'x')).toEqual(labels[1]);
        expect(await tx.labels('store', 'y')).toBeUndefined();
        await tx.saveLabels('principal', 'x', labels[1]);
      });
      expect(await one.transact((tx) => tx.labels('principal', 'x'))).toEqual(labels[1]);
      await one.transact((tx) => tx.saveLabels('principal', 'x', labels[0]));
      expect(await other.transact((tx) => tx.labels('principal', 'x'))).toEqual(labels[0]);
    }),
  );
};
