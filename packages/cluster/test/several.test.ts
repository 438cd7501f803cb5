import { join } from 'node:path';
import { contextKey } from '@callgate/core/label';
import type { CallRequest } from '@callgate/gate';
import { isDispatchable, memoryKeys } from '@callgate/gate';
import { verifyJournals } from '@callgate/cluster';
import {
  checkInvariants,
  oracleDispatcher,
  readOracleLog,
  recordProblems,
  startOracle,
} from '@callgate/gate/testing';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { afterTest, call, recorder, tempFolder } from '../../gate/test/office.ts';
import { testLimit } from '../../gate/test/long-test.ts';
import { Random, cases, seedOf } from '../../gate/test/random.ts';
import { freshPlace } from './store-place.ts';
import type { OpenOffice } from './office.ts';
import { openOffice, castVote } from './office.ts';
import { Relay } from './relay.ts';

const PATIENCE = testLimit(8);
const HOUR = 3_600_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());
afterEach(() => void vi.useRealTimers());

it('a grant for one use lets out one of all calls that want it at once, at whichever gate', async () => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const gates = [
    await openOffice(url, { keys }),
    await openOffice(url, { keys }),
    await openOffice(url, { keys }),
  ];
  const [first] = gates;
  if (first === undefined) throw new Error('nobody');
  for (let round = 0; round < cases(3, 200); round += 1) {
    const context = `c${round}`;
    const held = await first.gate.begin(call('delete_note', { id: 'first' }, { context }));
    const { grant } = await castVote(first.gate, held.call, 'approve', {
      kind: 'session',
      uses: 1,
      endsInMs: HOUR,
    });
    expect(grant).toBeDefined();
    const begun = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        gates[n % gates.length]?.gate.begin(call('delete_note', { id: `${round} ${n}` }, { context })),
      ),
    );
    expect(begun.map((each) => each?.state).toSorted()).toEqual(['dispatching', ...Array(5).fill('held')]);
  }
  expect(await recordProblems(first.store.read, { keys })()).toEqual([]);
  expect(await verifyJournals(url)).toMatchObject({ ok: true, waiting: 0 });
});

const PENDING = cases(100, 10_000);
const GATES = 3;

const requestOf = (id: number): CallRequest =>
  call('delete_note', { id: String(id) }, { context: `c${id % 97}` });

it(
  `${PENDING} held calls, spread over ${GATES} gates, survive a rolling restart, and each leaves once`,
  { timeout: PATIENCE },
  async () => {
    const random = new Random(seedOf('rolling restart'));
    const folder = tempFolder();
    const [socketPath, logPath] = [join(folder, 'socket'), join(folder, 'log')];
    const oracle = await startOracle({ socketPath, logPath });
    afterTest(() => oracle.close());
    const dispatch = oracleDispatcher(socketPath);
    const url = freshPlace(cluster.url());
    const keys = memoryKeys();
    const open = (): Promise<OpenOffice> => openOffice(url, { keys });
    const gates: OpenOffice[] = [];
    for (let n = 0; n < GATES; n += 1) gates.push(await open());
    const any = (): OpenOffice => random.pick(gates);
    const tickets: string[] = [];
    const calls: string[] = [];
    for (let from = 0; from < PENDING; from += 30)
      await Promise.all(
        Array.from({ length: Math.min(30, PENDING - from) }, async (_, n) => {
          const held = await any().gate.begin(requestOf(from + n));
          if (held.state !== 'held') throw new Error(held.state);
          tickets[from + n] = held.ticket;
          calls[from + n] = held.call;
        }),
      );
    let sent = 0;
    /** People decide, and requesters come back, each at whichever gate is there. */
    const handle = async (id: number): Promise<void> => {
      await castVote(any().gate, calls[id] ?? '', id % 10 === 0 ? 'refuse' : 'approve');
      await Promise.all(
        [any(), any()].map(async ({ gate }) => {
          const step = await gate.resume(tickets[id] ?? '', requestOf(id));
          if (!isDispatchable(step)) return;
          expect(await gate.send(step, dispatch)).toMatchObject({ state: 'done' });
          sent += 1;
        }),
      );
    };
    const share = Math.ceil(PENDING / (GATES + 1));
    for (let restart = 0; restart <= GATES; restart += 1) {
      const some = Array.from({ length: share }, (_, n) => restart * share + n).filter((id) => id < PENDING);
      for (let from = 0; from < some.length; from += 20)
        await Promise.all(some.slice(from, from + 20).map(handle));
      const old = restart < GATES ? gates.shift() : undefined;
      if (old === undefined) break;
      expect(await any().store.read.inboxSize()).toBe(PENDING - some.length * (restart + 1));
      await old.close();
      gates.push(await open());
    }
    const { store } = any();
    expect(await store.read.inboxSize()).toBe(0);
    expect(sent).toBe(PENDING - Math.ceil(PENDING / 10));
    const log = readOracleLog(logPath);
    expect(log.frames).toHaveLength(sent);
    const verify = recordProblems(store.read, { keys });
    expect(await checkInvariants({ log, reader: store.read, verify })).toEqual([]);
    expect(await verifyJournals(url)).toMatchObject({ ok: true, waiting: 0 });
  },
);

/** This process takes it to be another time. Timers run as they do. */
const skew = (ms: number): void => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms, shouldAdvanceTime: true });
};

it.each([3 * HOUR, -3 * HOUR])(
  'a machine whose clock is wrong by %i ms honours nothing that has ended, and ends nothing that has not',
  async (ms) => {
    const url = freshPlace(cluster.url());
    const keys = memoryKeys();
    const right = await openOffice(url, { keys, limits: { approvalMs: 4000 } });
    const granted = await right.gate.begin(call('delete_note', { id: 'granted' }));
    await castVote(right.gate, granted.call, 'approve', { kind: 'session', uses: 9, endsInMs: 4000 });
    const held = await right.gate.begin(call('delete_note', { id: 'asked' }, { context: 'c2' }));
    if (held.state !== 'held') throw new Error(held.state);
    await castVote(right.gate, held.call);
    const kept = await right.gate.begin(call('delete_note', { id: 'kept' }, { context: 'c3' }));
    skew(ms);
    const wrong = await openOffice(url, { keys, limits: { approvalMs: 4000 } });
    expect(Math.abs(wrong.store.clock.now() - right.store.clock.now())).toBeLessThan(60_000);
    // not ended: the grant counts, and nothing expires
    const { dispatch } = recorder();
    await wrong.gate.sweep();
    expect(await wrong.gate.run(call('delete_note', { id: 'early' }), dispatch)).toMatchObject({
      state: 'done',
    });
    expect((await wrong.store.read.call(kept.call))?.state).toBe('held');
    await new Promise((resolve) => setTimeout(resolve, 4200));
    // ended: neither the grant nor the approval counts
    expect((await wrong.gate.begin(call('delete_note', { id: 'late' }))).state).toBe('held');
    const request = call('delete_note', { id: 'asked' }, { context: 'c2' });
    expect(await wrong.gate.resume(held.ticket, request)).toMatchObject({ state: 'expired' });
    expect(await castVote(wrong.gate, kept.call)).toMatchObject({
      refusedBecause: { code: 'expired' },
    });
    await wrong.gate.sweep();
    expect((await wrong.store.read.call(kept.call))?.state).toBe('expired');
    const log = { frames: [], torn: [] };
    expect(await checkInvariants({ log, reader: wrong.store.read })).toEqual([]);
  },
);

it('what ended while a call waited for another gate does not let it out', async () => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const one = await openOffice(url, { keys, limits: { approvalMs: 1500 } });
  const other = await openOffice(url, { keys });
  const granted = await one.gate.begin(call('delete_note', { id: 'granted' }));
  await castVote(one.gate, granted.call, 'approve', { kind: 'session', uses: 9, endsInMs: 1500 });
  const asked = call('delete_note', { id: 'asked' }, { context: 'c2' });
  const held = await one.gate.begin(asked);
  if (held.state !== 'held') throw new Error(held.state);
  await castVote(one.gate, held.call);
  const locked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const sessions = ['c1', 'c2'].map((context) =>
    contextKey({ principal: 'local', context, authenticated: true }),
  );
  const holding = other.store.transact(async (tx) => {
    for (const session of sessions) await tx.session(session);
    locked.resolve();
    await go.promise;
  });
  await locked.promise;
  const late = one.gate.begin(call('delete_note', { id: 'late' }));
  const back = one.gate.resume(held.ticket, asked);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  go.resolve();
  await holding;
  expect(await late).toMatchObject({ state: 'held' });
  expect(await back).toMatchObject({ state: 'expired' });
  expect(await checkInvariants({ log: { frames: [], torn: [] }, reader: one.store.read })).toEqual([]);
});

it('an answer of the database that arrives late tells no earlier time', async () => {
  const relay = await Relay.to(cluster.port);
  afterTest(() => relay.close());
  const place = new URL(freshPlace(cluster.url()));
  const keys = memoryKeys();
  const near = await openOffice(place.href, { keys });
  place.port = String(relay.port);
  const far = await openOffice(place.href, { keys });
  const granted = await near.gate.begin(call('delete_note', { id: 'granted' }));
  await castVote(near.gate, granted.call, 'approve', { kind: 'session', uses: 9, endsInMs: 1500 });
  const goOn = relay.holdAnswers();
  const late = far.gate.begin(call('delete_note', { id: 'late' }));
  await new Promise((resolve) => setTimeout(resolve, 2500));
  goOn();
  expect(await late).toMatchObject({ state: 'held' });
});

const edit = async (url: string, text: string): Promise<void> => {
  const search_path = new URL(url).searchParams.get('schema') ?? '';
  const sql = postgres(cluster.url(), { max: 1, onnotice: () => {}, connection: { search_path } });
  try {
    await sql.unsafe(text);
  } finally {
    await sql.end();
  }
};

/** What a server says whose disk is full, for every row of a journal. */
const FULL = `
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON journal EXECUTE FUNCTION full_disk()`;

it('where the disk of the server is full nothing leaves, and when there is space it goes on', async () => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const gates = [await openOffice(url, { keys }), await openOffice(url, { keys })];
  const { dispatch, sent } = recorder();
  for (const { gate } of gates) await gate.run(call('read_note', { id: 'before' }), dispatch);
  const before = await gates[0]?.store.read.head();
  await edit(url, FULL);
  for (const { gate } of gates)
    for (let n = 0; n < 5; n += 1)
      await expect(gate.run(call('read_note', { n }), dispatch)).rejects.toMatchObject({
        code: 'STORE_FULL',
      });
  expect(sent).toHaveLength(2);
  expect(await gates[1]?.store.read.head()).toEqual(before);
  await edit(url, 'DROP TRIGGER full_disk ON journal');
  for (const { gate, store } of gates) {
    expect(await gate.run(call('read_note', { id: 'after' }), dispatch)).toMatchObject({ state: 'done' });
    expect(store.state).toBe('ready');
    expect(await recordProblems(store.read, { keys })()).toEqual([]);
  }
  expect(sent).toHaveLength(4);
  expect(await verifyJournals(url)).toMatchObject({ ok: true, waiting: 0 });
});
