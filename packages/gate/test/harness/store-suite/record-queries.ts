import type { Decision } from '@callgate/core';
import type { FiredRule } from '@callgate/core/decide';
import { expect, it } from 'vitest';
import type { CallRow } from '../../../src/record/call-row.ts';
import type { CallFilter } from '../../../src/store/store-reader.ts';
import type { Store } from '../../../src/store/store.ts';
import { allPages } from './queries.ts';
import { heldCall, sampleCall, sampleDecision, sampleVote } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';
import { START } from './under-test.ts';

const stored = async (store: Store, calls: readonly CallRow[]): Promise<void> => {
  await store.transact(async (tx) => {
    for (const call of calls) await tx.insertCall(call);
  });
};

const ids = (calls: readonly CallRow[]): readonly string[] => calls.map(({ id }) => id).toSorted();

const hasText = ({ id, server, target }: CallRow, text: string): boolean =>
  id.startsWith(text.toLowerCase()) ||
  [server, target].some((name) => name.toLowerCase().includes(text.toLowerCase()));

const searching = (at: PlaceFixture): void => {
  it(
    'find calls by a part of the name of a server or target, or by the beginning of an id',
    at(async (desks) => {
      const store = await desks.open();
      const names = ['Mail', 'mailbox', 'files', '100%_done', "o'neil"];
      const calls = Array.from({ length: 120 }, (_, index) =>
        sampleCall({
          server: names[index % 5] ?? 'files',
          target: ['send_mail', 'read', 'Files.list'][index % 3] ?? 'read',
          receivedAt: START + Math.floor(index / 3),
          state: index % 4 === 0 ? 'done' : 'failed',
        }),
      );
      await stored(store, calls);
      const id = calls[50]?.id ?? '';
      for (const text of ['mail', 'FILES', '%_', "'", 'nothing of it', id, id.slice(0, 10), id.toUpperCase()])
        for (const filter of [
          { text },
          { text, states: ['done'] },
          { text, server: 'Mail' },
          { text, since: START + 7 },
        ] as const satisfies CallFilter[]) {
          const found = await allPages((page) => store.read.search(filter, page), 7);
          const expected = calls.filter(
            (call) =>
              hasText(call, text) &&
              (!('states' in filter) || call.state === 'done') &&
              (!('server' in filter) || call.server === 'Mail') &&
              (!('since' in filter) || call.receivedAt >= START + 7),
          );
          expect(ids(found), JSON.stringify(filter)).toEqual(ids(expected));
          const times = found.map(({ receivedAt }) => receivedAt);
          expect(times).toEqual(times.toSorted((one, other) => other - one));
        }
      expect((await store.read.search({ text: '  ' }, { limit: 1000 })).items).toHaveLength(120);
      expect(await store.read.names('server', 100)).toEqual(names.toSorted());
      expect(await store.read.names('target', 2)).toEqual(['Files.list', 'read']);
      expect(await store.read.names('principal', 5)).toEqual(['local']);
    }),
  );

  it(
    'find calls by a text that more names have than are looked through side by side',
    at(async (desks) => {
      const store = await desks.open();
      const calls = Array.from({ length: 150 }, (_, index) =>
        sampleCall({ target: `tool-${index % 75}${index % 2 === 0 ? '-x' : ''}`, receivedAt: START + index }),
      );
      await stored(store, calls);
      const found = await allPages((page) => store.read.search({ text: 'tool' }, page), 20);
      expect(ids(found)).toEqual(ids(calls));
      const even = await allPages((page) => store.read.search({ text: '-X' }, page), 20);
      expect(ids(even)).toEqual(ids(calls.filter(({ target }) => target.endsWith('-x'))));
    }),
  );
};

const asking = (at: PlaceFixture): void => {
  it(
    'tell how often people were asked, session by session',
    at(async (desks) => {
      const store = await desks.open();
      const asked = { quiet: 0, once: 1, twice: 2, often: 17, early: 3 };
      const calls = Object.entries(asked).flatMap(([session, count]) => [
        sampleCall({ session, receivedAt: session === 'early' ? START - 10 : START + 1 }),
        ...Array.from({ length: count }, (_, index) => {
          const heldAt = session === 'early' ? START - 10 : START + index;
          return heldCall({ session, receivedAt: heldAt, heldAt });
        }),
      ]);
      await stored(store, calls);
      const span = { since: START, until: START + 1000 };
      const figures = await store.read.prompts(span, 2);
      expect(figures).toEqual({
        sessions: 4,
        prompts: 20,
        spread: [
          { from: 0, to: 0, sessions: 1 },
          { from: 1, to: 1, sessions: 1 },
          { from: 2, to: 3, sessions: 1 },
          { from: 4, to: 7, sessions: 0 },
          { from: 8, to: 15, sessions: 0 },
          { from: 16, to: null, sessions: 1 },
        ],
        most: [
          { session: 'often', prompts: 17 },
          { session: 'twice', prompts: 2 },
        ],
      });
      expect(await store.read.prompts({ since: START, until: START + 1 }, 9)).toMatchObject({
        sessions: 3,
        prompts: 3,
      });
      expect(await store.read.prompts({ since: START + 5000, until: START + 6000 }, 9)).toMatchObject({
        sessions: 0,
        prompts: 0,
        most: [],
      });
    }),
  );

  it(
    'tell how long people took, of a time',
    at(async (desks) => {
      const store = await desks.open();
      const took = [500, 1999, 2000, 60_000, 3_600_000];
      const calls = took.map(() => heldCall({ heldAt: START }));
      await stored(store, calls);
      await store.transact(async (tx) => {
        for (const [index, ms] of took.entries())
          await tx.addVote(
            sampleVote({
              call: calls[index]?.id ?? '',
              at: START + ms,
              verdict: index === 0 ? 'refuse' : 'approve',
            }),
          );
      });
      expect(await store.read.approvalTimes({ since: START, until: START + 1e9 })).toEqual({
        votes: 5,
        approved: 4,
        medianMs: 2000,
        hasty: 2,
        spread: [
          { toMs: 2000, votes: 2 },
          { toMs: 10_000, votes: 1 },
          { toMs: 30_000, votes: 0 },
          { toMs: 120_000, votes: 1 },
          { toMs: 600_000, votes: 0 },
          { toMs: 3_600_000, votes: 0 },
          { toMs: null, votes: 1 },
        ],
      });
      expect(await store.read.approvalTimes({ since: START, until: START })).toMatchObject({
        votes: 0,
        medianMs: null,
      });
      const [ada] = await store.read.approvers(START, START + 2000);
      expect(ada).toMatchObject({ approved: 1, refused: 1 });
    }),
  );
};

const fired = (id: string, outcome: FiredRule['outcome']): FiredRule => ({
  id,
  layer: 'user',
  outcome,
  reason: `because of ${id}`,
  counted: 'matches',
});

const decidedBy = (...rules: readonly FiredRule[]): Decision => ({ ...sampleDecision, rules });

const figure = (rule: string, outcome: 'confirm' | 'block', calls: number): object => ({
  rule,
  layer: 'user',
  outcome,
  reason: `because of ${rule}`,
  calls,
});

const reasons = (at: PlaceFixture): void => {
  it(
    'tell which rules held and blocked calls',
    at(async (desks) => {
      const store = await desks.open();
      const shared: Decision = Object.freeze(decidedBy(fired('writes', 'confirm'), fired('reads', 'auto')));
      const both = decidedBy(fired('writes', 'confirm'), fired('secrets', 'confirm'), fired('tag', null));
      await stored(store, [
        ...[1, 2, 3].map((after) => heldCall({ decision: shared, receivedAt: START + after })),
        heldCall({ decision: both, receivedAt: START + 4 }),
        sampleCall({
          state: 'blocked',
          outcome: 'block',
          decision: decidedBy(fired('never', 'block'), fired('writes', 'confirm')),
          receivedAt: START + 5,
        }),
        sampleCall({ decision: decidedBy(fired('reads', 'auto')), receivedAt: START + 6 }),
        heldCall({ decision: shared, receivedAt: START - 1 }),
      ]);
      const span = { since: START, until: START + 100 };
      expect(await store.read.topRules(span, { most: 10, calls: 100 })).toEqual({
        rules: [figure('writes', 'confirm', 4), figure('never', 'block', 1), figure('secrets', 'confirm', 1)],
        calls: 5,
        all: true,
      });
      expect(await store.read.topRules(span, { most: 1, calls: 2 })).toEqual({
        rules: [figure('never', 'block', 1)],
        calls: 2,
        all: false,
      });
    }),
  );
};

export const recordQueryTests = (at: PlaceFixture): void => {
  searching(at);
  asking(at);
  reasons(at);
};
