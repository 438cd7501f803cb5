import { expect, it } from 'vitest';
import type { CallRow } from '../../../src/record/call-row.ts';
import { CALL_STATES } from '../../../src/record/call-row.ts';
import type { CallFilter, ChartRequest, StorePage, PageRequest } from '../../../src/store/store-reader.ts';
import type { Store } from '../../../src/store/store.ts';
import { seededRandom } from '../failpoints.ts';
import { heldCall, sampleCall, sampleVote } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

const DAY = 86_400_000;

/** All pages of a query, one after the other. */
export const allPages = async <T>(
  query: (page: PageRequest) => Promise<StorePage<T>>,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<readonly T[]> => {
  const items: T[] = [];
  let after: string | undefined;
  do {
    const page = await query({ limit, ...(after === undefined ? {} : { after }) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    after = page.next ?? undefined;
    await between();
  } while (after !== undefined);
  return items;
};

/** Calls of every kind, several at the same moment. */
const manyCalls = (count: number): readonly CallRow[] => {
  const random = seededRandom(7);
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0];
  return Array.from({ length: count }, () => {
    const receivedAt = START + Math.floor(random() * 60) * 1000;
    const state = pick([...CALL_STATES, 'done'] as const);
    return sampleCall({
      state,
      receivedAt,
      outcome: pick(['auto', 'confirm', 'block']),
      server: pick(['files', 'mail', 'web']),
      target: pick(['read', 'write', 'send', 'find']),
      session: pick(['s1', 's2', 's3', 's4']),
      principal: { ...sampleCall().principal, subject: pick(['local', 'bob', 'eve']) },
      ai: pick([true, false, false]),
      dispatchedAt: pick([null, receivedAt, receivedAt + DAY]),
      settled: pick([null, { as: 'happened', by: 'ada', reason: 'seen', at: START }]),
      ...(state === 'held' ? { waiting: pick(['people', 'people', 'slot']), heldAt: receivedAt + 5 } : {}),
    });
  });
};

const stored = async (store: Store, calls: readonly CallRow[]): Promise<void> => {
  await store.transact(async (tx) => {
    for (const call of calls) await tx.insertCall(call);
  });
};

const matches = (filter: CallFilter, call: CallRow): boolean =>
  (filter.states === undefined || filter.states.includes(call.state)) &&
  (filter.outcome === undefined || filter.outcome === call.outcome) &&
  (filter.server === undefined || filter.server === call.server) &&
  (filter.target === undefined || filter.target === call.target) &&
  (filter.principal === undefined || filter.principal === call.principal.subject) &&
  (filter.session === undefined || filter.session === call.session) &&
  (filter.ai === undefined || filter.ai === call.ai) &&
  (filter.since === undefined || call.receivedAt >= filter.since) &&
  (filter.until === undefined || call.receivedAt < filter.until);

const filters: readonly CallFilter[] = [
  {},
  { states: ['held'] },
  { states: ['done', 'failed', 'indeterminate', 'done'] },
  { states: [] },
  { outcome: 'confirm' },
  { server: 'mail' },
  { target: 'send' },
  { principal: 'bob' },
  { session: 's3' },
  { ai: true },
  { ai: false },
  { since: START + 20_000 },
  { until: START + 20_000 },
  { since: START + 10_000, until: START + 30_000 },
  { server: 'nothing' },
  { server: 'files', target: 'read', ai: true },
  { states: ['refused', 'blocked'], outcome: 'block', since: START + 5000 },
  { session: 's1', principal: 'eve', states: ['done'] },
  { principal: 'local', outcome: 'auto', ai: false, until: START + 40_000 },
];

const ids = (calls: readonly CallRow[]): readonly string[] => calls.map(({ id }) => id);
const sortedIds = (calls: readonly CallRow[]): readonly string[] => ids(calls).toSorted();

const searching = (at: PlaceFixture): void => {
  it(
    'find calls by everything they can be looked for by, newest first, page by page',
    at(async (desks) => {
      const store = await desks.open();
      const calls = manyCalls(300);
      await stored(store, calls);
      for (const filter of filters) {
        const found = await allPages((page) => store.read.search(filter, page), 7);
        const name = JSON.stringify(filter);
        expect(sortedIds(found), name).toEqual(sortedIds(calls.filter((call) => matches(filter, call))));
        const times = found.map(({ receivedAt }) => receivedAt);
        expect(times, name).toEqual(times.toSorted((a, b) => b - a));
        expect(ids((await store.read.search(filter, { limit: 1000 })).items), name).toEqual(ids(found));
      }
      const [call] = calls;
      expect(
        (await store.read.search({ session: call?.session ?? '' }, { limit: 500 })).items,
      ).toContainEqual(call);
    }),
  );

  it(
    'lose no call and show none twice while others write',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const calls = manyCalls(60).map((call) => ({ ...call, state: 'dispatching' as const }));
      await stored(one, calls);
      let round = 0;
      const disturb = async (): Promise<void> => {
        const moved = calls[round];
        round += 1;
        await other.transact(async (tx) => {
          await tx.insertCall(sampleCall({ receivedAt: START - 5 + round * 1000 }));
          await tx.insertCall(sampleCall({ receivedAt: START + 200_000 }));
          await tx.moveCall(moved?.id ?? '', 'dispatching', 'done', {});
        });
      };
      const found = await allPages((page) => one.read.search({}, page), 4, disturb);
      expect(round).toBeGreaterThan(10);
      expect(new Set(ids(found)).size).toBe(found.length);
      expect(ids(found)).toEqual(expect.arrayContaining([...ids(calls)]));
    }),
  );

  it(
    'show at most a thousand at once, at least one, and only pages that there are',
    at(async (desks) => {
      const store = await desks.open();
      await stored(
        store,
        Array.from({ length: 1001 }, () => sampleCall()),
      );
      const first = await store.read.search({}, { limit: 5000 });
      expect(first.items).toHaveLength(1000);
      expect((await store.read.search({}, { limit: 5000, after: first.next ?? '' })).items).toHaveLength(1);
      expect((await store.read.search({}, { limit: 0 })).items).toHaveLength(1);
      for (const after of ['', 'x', '1', "1.1'--", '1.1.1'])
        await expect(store.read.search({}, { limit: 5, after })).rejects.toMatchObject({
          code: 'STORE_CURSOR',
        });
    }),
  );

  it(
    'give all calls in the order of their ids',
    at(async (desks) => {
      const store = await desks.open();
      const calls = manyCalls(130);
      await stored(store, calls);
      const sorted = sortedIds(calls);
      expect(ids(await store.read.callsAfter('', 1000))).toEqual(sorted);
      expect(ids(await store.read.callsAfter(sorted[9] ?? '', 100))).toEqual(sorted.slice(10, 110));
    }),
  );
};

const lists = (at: PlaceFixture): void => {
  it(
    'show who waits for people, the longest first',
    at(async (desks) => {
      const store = await desks.open();
      const calls = manyCalls(300);
      await stored(store, calls);
      const waiting = calls.filter(({ state, waiting: what }) => state === 'held' && what === 'people');
      expect(waiting.length).toBeGreaterThan(10);
      expect(await store.read.inboxSize()).toBe(waiting.length);
      for (const filter of [
        {},
        { principal: 'bob' },
        { session: 's2' },
        { session: 's2', principal: 'eve' },
      ]) {
        const found = await allPages((page) => store.read.inbox(page, filter), 3);
        expect(sortedIds(found)).toEqual(sortedIds(waiting.filter((call) => matches(filter, call))));
        const times = found.map(({ heldAt }) => heldAt ?? NaN);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }
    }),
  );

  it(
    'no longer show a call that somebody decided meanwhile',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      const calls = [1, 2, 3].map((after) => heldCall({ heldAt: START + after }));
      await stored(one, calls);
      const page = await one.read.inbox({ limit: 1 });
      expect(ids(page.items)).toEqual([calls[0]?.id]);
      await other.transact((tx) => tx.moveCall(calls[1]?.id ?? '', 'held', 'refused', { waiting: null }));
      expect(ids((await one.read.inbox({ limit: 1, after: page.next ?? '' })).items)).toEqual([calls[2]?.id]);
      expect(await one.read.inboxSize()).toBe(2);
    }),
  );

  it(
    'show the calls whose outcome nobody knows until somebody settles them',
    at(async (desks) => {
      const store = await desks.open();
      const calls = manyCalls(300);
      await stored(store, calls);
      const open = calls.filter(({ state, settled }) => state === 'indeterminate' && settled === null);
      expect(open.length).toBeGreaterThan(5);
      expect(sortedIds(await allPages((page) => store.read.unsettled(page), 3))).toEqual(sortedIds(open));
      const settled = { as: 'did-not-happen', by: 'ada', reason: 'no trace', at: START } as const;
      await store.transact((tx) =>
        tx.moveCall(open[0]?.id ?? '', 'indeterminate', 'indeterminate', { settled }),
      );
      expect(sortedIds((await store.read.unsettled({ limit: 500 })).items)).toEqual(sortedIds(open.slice(1)));
    }),
  );
};

const nameOf = (by: ChartRequest['by'], call: CallRow): string => call[by];

const figures = (at: PlaceFixture): void => {
  it(
    'count calls in slices of time, by state, outcome, server and target',
    at(async (desks) => {
      const store = await desks.open();
      const calls = manyCalls(300);
      await stored(store, calls);
      for (const by of ['state', 'outcome', 'server', 'target'] as const)
        for (const sliceMs of [7000, 60_000, 3]) {
          const since = START + 2000;
          const until = sliceMs === 3 ? since + 3000 : START + 50_500;
          const slices = await store.read.chart({ since, until, sliceMs, by });
          const expected = Array.from({ length: Math.ceil((until - since) / sliceMs) }, (_, index) => {
            const from = since + index * sliceMs;
            const inSlice = calls.filter(
              ({ receivedAt }) => receivedAt >= from && receivedAt < Math.min(from + sliceMs, until),
            );
            const counts: Record<string, number> = {};
            for (const call of inSlice) counts[nameOf(by, call)] = (counts[nameOf(by, call)] ?? 0) + 1;
            return { from, counts };
          });
          expect(slices.map(({ from, counts }) => ({ from, counts: { ...counts } }))).toEqual(expected);
        }
    }),
  );

  it(
    'draw nothing that has no slices or too many of them',
    at(async (desks) => {
      const store = await desks.open();
      const request = { since: START, until: START + 1000, sliceMs: 1, by: 'state' } as const;
      expect(await store.read.chart(request)).toHaveLength(1000);
      expect(await store.read.chart({ ...request, until: START })).toEqual([]);
      for (const bad of [
        { until: START + 1001 },
        { sliceMs: 0 },
        { sliceMs: -1 },
        { sliceMs: 0.5 },
        { until: START - 1 },
        { since: NaN },
      ])
        await expect(store.read.chart({ ...request, ...bad })).rejects.toMatchObject({ code: 'CHART_RANGE' });
    }),
  );

  it(
    'tell how people decide',
    at(async (desks) => {
      const store = await desks.open();
      const calls = [0, 100, 200, 300].map((after) => heldCall({ heldAt: START + after }));
      const took = { ada: [1000, 1999, 2000, 9000], bob: [500], late: [60_000] };
      await stored(store, calls);
      await store.transact(async (tx) => {
        for (const [subject, times] of Object.entries(took))
          for (const [index, ms] of times.entries())
            await tx.addVote(
              sampleVote({
                subject,
                call: calls[index]?.id ?? '',
                at: START + index * 100 + ms,
                verdict: index === 1 ? 'refuse' : 'approve',
              }),
            );
        await tx.addVote(sampleVote({ subject: 'eve', call: calls[0]?.id ?? '', at: START - 1 }));
      });
      expect(await store.read.approvers(START)).toEqual([
        { subject: 'ada', approved: 3, refused: 1, medianMs: 1999.5, hasty: 2 },
        { subject: 'bob', approved: 1, refused: 0, medianMs: 500, hasty: 1 },
        { subject: 'late', approved: 1, refused: 0, medianMs: 60_000, hasty: 0 },
      ]);
      expect((await store.read.approvers(START + 20_000)).map(({ subject }) => subject)).toEqual(['late']);
    }),
  );

  it(
    'tell how often tools that use AI were let out, by day',
    at(async (desks) => {
      const store = await desks.open();
      const calls = manyCalls(300);
      await stored(store, calls);
      for (const since of [START, START + 30_000, START + DAY]) {
        const expected = new Map<string, number>();
        for (const { ai, dispatchedAt, server, target, principal } of calls) {
          if (!ai || dispatchedAt === null || dispatchedAt < since) continue;
          const key = [server, target, principal.subject, dispatchedAt - (dispatchedAt % DAY)].join(' ');
          expected.set(key, (expected.get(key) ?? 0) + 1);
        }
        const found = (await store.read.aiUse(since)).map(
          ({ server, target, principal, day, calls: count }) =>
            [[server, target, principal, day].join(' '), count] as const,
        );
        expect(new Map(found)).toEqual(expected);
        expect(found).toHaveLength(expected.size);
      }
    }),
  );
};

export const queryTests = (at: PlaceFixture): void => {
  searching(at);
  lists(at);
  figures(at);
};
