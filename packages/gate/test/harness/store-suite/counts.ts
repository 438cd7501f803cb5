import { expect, it } from 'vitest';
import { parseEntry } from '../../../src/record/entry-schema.ts';
import type { CallShare, CountQuestion } from '../../../src/store/call-counts.ts';
import { COUNTED_SERIES } from './counted-series.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

const DAY = 86_400_000;

const share = (more: Partial<CallShare> = {}): CallShare => ({
  series: 'sum(args.amount, "bank/*")',
  holder: 'all',
  amount: 5,
  keptMs: 31 * DAY,
  ...more,
});

const question = (more: Partial<CountQuestion> = {}): CountQuestion => ({
  series: 'sum(args.amount, "bank/*")',
  holders: ['all'],
  after: -1,
  ...more,
});

const NONE = { calls: 0, amounts: 0, units: 0 };

export const countTests = (at: PlaceFixture): void => {
  it(
    'keep apart what waits and what has left, series and holders',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      await one.transact(async (tx) => {
        await tx.countCall('a', [share(), share({ holder: 'session ü"' })], START);
        await tx.countCall('b', [share({ amount: 7 })], null);
        await tx.countCall('c', [share({ amount: null })], START + 10);
        await tx.countCall('d', [share({ series: 'count("bank/*")', amount: null })], START);
      });
      const asked = [
        question(),
        question({ after: START }),
        question({ holders: ['all', 'session ü"'] }),
        question({ holders: ['principal nobody'] }),
        question({ series: 'count("bank/*")' }),
      ];
      const counts = await other.transact((tx) => tx.callCounts(asked, ''));
      expect(counts).toEqual([
        {
          ran: { calls: 2, amounts: 1, units: 5 },
          waiting: { calls: 1, amounts: 1, units: 7 },
          first: START,
          last: START + 10,
        },
        {
          ran: { calls: 1, amounts: 0, units: 0 },
          waiting: { calls: 1, amounts: 1, units: 7 },
          first: START + 10,
          last: START + 10,
        },
        {
          ran: { calls: 3, amounts: 2, units: 10 },
          waiting: { calls: 1, amounts: 1, units: 7 },
          first: START,
          last: START + 10,
        },
        { ran: NONE, waiting: NONE, first: null, last: null },
        { ran: { calls: 1, amounts: 0, units: 0 }, waiting: NONE, first: START, last: START },
      ]);
      const [without] = await other.transact((tx) => tx.callCounts([question()], 'b'));
      expect(without?.waiting).toEqual(NONE);
    }),
  );

  it(
    'count a call once, wherever it was counted before, and give its share back',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      await one.transact((tx) => tx.countCall('a', [share(), share({ holder: 'session s' })], null));
      await other.transact((tx) => tx.countCall('a', [share({ amount: 9 })], START));
      const [all, session] = await one.transact((tx) =>
        tx.callCounts([question(), question({ holders: ['session s'] })], ''),
      );
      expect(all).toEqual({
        ran: { calls: 1, amounts: 1, units: 9 },
        waiting: NONE,
        first: START,
        last: START,
      });
      expect(session?.waiting).toEqual(NONE);
      await one.transact((tx) => tx.uncountCall('a'));
      await one.transact((tx) => tx.uncountCall('a'));
      expect(await other.transact((tx) => tx.callCounts([question()], ''))).toEqual([
        { ran: NONE, waiting: NONE, first: null, last: null },
      ]);
    }),
  );

  it(
    'forget what counts no more, and nothing that failed is counted',
    at(async (desks) => {
      const [store] = await desks.openTwo();
      await store.transact(async (tx) => {
        await tx.countCall('old', [share()], START);
        await tx.countCall('waits', [share()], null);
        await tx.countCall('new', [share()], START + 31 * DAY);
      });
      await expect(
        store.transact(async (tx) => {
          await tx.countCall('undone', [share()], START + 31 * DAY);
          throw new Error('undone');
        }),
      ).rejects.toThrow('undone');
      const [all] = await store.transact((tx) => tx.callCounts([question()], ''));
      expect([all?.ran.calls, all?.waiting.calls]).toEqual([1, 1]);
      const last = share({ series: 'after("web/*")', keptMs: 0, amount: null });
      await store.transact(async (tx) => {
        await tx.countCall('x', [last], START);
        await tx.countCall('y', [last], START);
        await tx.countCall('z', [last], START + 1);
      });
      const [latest] = await store.transact((tx) => tx.callCounts([question({ series: last.series })], ''));
      expect(latest).toMatchObject({ ran: { calls: 1 }, first: START + 1, last: START + 1 });
    }),
  );

  it(
    'are what the log says after two processes that count were killed',
    at(async (desks) => {
      const children = [desks.child('count'), desks.child('count')];
      const promised = await Promise.all(
        children.map(async (child, index) => {
          for (let said = 0; said < 8 + index * 5; said += 1) await child.said();
          await child.kill();
          return 8 + index * 5;
        }),
      );
      const [store] = await desks.openTwo();
      const calls = new Map<string, { readonly amount: number; readonly waits: boolean }>();
      let told = 0;
      for (const { bytes } of await store.read.rows(1, 10_000)) {
        const { of: call, amount, waits, back } = parseEntry(bytes).detail;
        if (typeof call !== 'string' || typeof amount !== 'number') continue;
        told += 1;
        if (typeof back === 'string') calls.delete(back);
        calls.set(call, { amount, waits: waits === true });
      }
      expect(told).toBeGreaterThanOrEqual(promised.reduce((sum, each) => sum + each, 0));
      const totals = (isWaiting: boolean): object => {
        const some = [...calls.values()].filter(({ waits }) => waits === isWaiting);
        return {
          calls: some.length,
          amounts: some.length,
          units: some.reduce((sum, { amount }) => sum + amount, 0),
        };
      };
      const [count] = await store.transact((tx) => tx.callCounts([question({ series: COUNTED_SERIES })], ''));
      expect(count).toMatchObject({ ran: totals(false), waiting: totals(true) });
    }),
  );

  it(
    'are exact when four openers count 40 calls at once, each after it has looked',
    at(async (desks) => {
      const stores = await desks.openSome(4);
      const seen = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (stores[index % 4] ?? stores[0])?.transact(async (tx) => {
            const holders = index % 2 === 0 ? ['all', 'session s'] : ['session s', 'all'];
            const [count] = await tx.callCounts([question({ holders })], '');
            await tx.countCall(`call-${index}`, [share()], START);
            return count?.ran.calls;
          }),
        ),
      );
      expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: 40 }, (_, index) => index),
      );
    }),
  );
};
