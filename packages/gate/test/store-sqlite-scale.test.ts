import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRow, CallState } from '../src/record/call-row.ts';
import { CALL_STATES } from '../src/record/call-row.ts';
import type { CallFilter } from '../src/store/store-reader.ts';
import type { IndexRange, CallWalk } from '../src/store/sql/call-walk.ts';
import { walkCalls } from '../src/store/sql/call-walk.ts';
import type { SqliteStore } from '../src/store/sqlite/index.ts';
import { openSqliteStore } from '../src/store/sqlite/index.ts';
import { openReader } from '../src/store/sqlite/open-database.ts';
import { SqliteReadConnection } from '../src/store/sqlite/sqlite-read-connection.ts';
import { digestOf, sampleCall, sampleEntry } from './harness/store-suite/samples.ts';
import { START, suiteKeys } from './harness/store-suite/under-test.ts';

const COUNT = process.env['CALLGATE_DEEP'] === '1' ? 1_000_000 : 20_000;
const AT_ONCE = 2000;

const SERVERS = ['files', 'mail', 'web', 'tickets', 'calendar'] as const;
const TARGETS = ['read', 'write', 'send', 'find', 'list', 'remove', 'make'] as const;

/** The call of a number: everything about it follows from that, so that any count can be worked out. */
const stateOf = (index: number): CallState =>
  index % 10 < 7 ? 'done' : (CALL_STATES[Math.floor(index / 10) % CALL_STATES.length] ?? 'done');
const timeOf = (index: number): number => START + Math.floor(index / 3) * 50;
const base = sampleCall();
const callOf = (index: number): CallRow => ({
  ...base,
  id: `call-${String(index).padStart(8, '0')}`,
  state: stateOf(index),
  outcome: index % 20 === 3 ? 'confirm' : 'auto',
  server: SERVERS[index % SERVERS.length] ?? 'files',
  target: TARGETS[index % TARGETS.length] ?? 'read',
  session: `session-${index % 500}`,
  argumentsDigest: digestOf(String(index % 5000)),
  principal: { ...base.principal, subject: `person-${index % 40}` },
  ai: index % 100 === 0,
  receivedAt: timeOf(index),
  dispatchedAt: timeOf(index),
  ...(stateOf(index) === 'held'
    ? { waiting: 'people' as const, heldAt: timeOf(index), expiresAt: timeOf(index) + 5 }
    : {}),
});

const count = (of: (index: number) => boolean): number => {
  let found = 0;
  for (let index = 0; index < COUNT; index += 1) if (of(index)) found += 1;
  return found;
};

describe(`a store with ${COUNT} calls and as many rows of record`, () => {
  let folder = '';
  let store: SqliteStore;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'callgate-scale-'));
    store = await openSqliteStore({ path: join(folder, 'store.db'), keys: suiteKeys(), durable: false });
    for (let from = 0; from < COUNT; from += AT_ONCE)
      await store.transact(async (tx) => {
        for (let index = from; index < Math.min(COUNT, from + AT_ONCE); index += 1) {
          const call = callOf(index);
          await tx.insertCall(call);
          await tx.append(sampleEntry({ call: call.id }));
        }
      });
  }, 1_200_000);

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  }, 1_200_000);

  it('gives the first and a middle page of everything that can be looked for', async () => {
    const filters: readonly [CallFilter, (index: number) => boolean][] = [
      [{}, () => true],
      [{ states: ['refused'] }, (index) => stateOf(index) === 'refused'],
      [{ states: ['held', 'expired'] }, (index) => ['held', 'expired'].includes(stateOf(index))],
      [{ outcome: 'confirm' }, (index) => index % 20 === 3],
      [{ outcome: 'block' }, () => false],
      [{ server: 'mail' }, (index) => index % 5 === 1],
      [{ target: 'send' }, (index) => index % 7 === 2],
      [{ principal: 'person-7' }, (index) => index % 40 === 7],
      [{ session: 'session-7' }, (index) => index % 500 === 7],
      [{ ai: true }, (index) => index % 100 === 0],
      [{ since: timeOf(900), until: timeOf(9000) }, (index) => index >= 900 && index < 9000],
      [
        { server: 'mail', states: ['indeterminate'] },
        (index) => index % 5 === 1 && stateOf(index) === 'indeterminate',
      ],
      [{ principal: 'person-7', ai: true }, () => false],
    ];
    for (const [filter, matches] of filters) {
      const expected: string[] = [];
      for (let index = COUNT - 1; index >= 0 && expected.length < 40; index -= 1)
        if (matches(index)) expected.push(callOf(index).id);
      const first = await store.read.search(filter, { limit: 20 });
      const second =
        first.next === null ? [] : (await store.read.search(filter, { limit: 20, after: first.next })).items;
      expect(
        [...first.items, ...second].map(({ id }) => id),
        JSON.stringify(filter),
      ).toEqual(expected);
    }
  });

  it('looks for something rare among much only so long, and goes on where it stopped', async () => {
    const filter = { principal: 'person-7', server: 'web', target: 'list' };
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.read.search(filter, {
        limit: 1000,
        ...(after === undefined ? {} : { after }),
      });
      found.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(found).toHaveLength(count((index) => index % 40 === 7 && index % 5 === 2 && index % 7 === 4));
    expect(new Set(found).size).toBe(found.length);
  });

  it('goes through several parts of an index side by side, and passes nothing over', async () => {
    const reading = new SqliteReadConnection(await openReader(store.path, 1000), 1000);
    const part = (ai: number): IndexRange => ({
      index: 'calls_state',
      time: 'received_at',
      where: "state = 'done' AND outcome = ? AND ai = ?",
      values: [ai === 1 ? 'auto' : 'confirm', ai],
    });
    const walk: CallWalk = {
      ranges: [part(0), { ...part(0), values: ['auto', 0] }, part(1)],
      direction: 'latest first',
      also: { sql: 'calls.n % 7 = 0', values: [] },
      still: { sql: '', values: [] },
    };
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await walkCalls(reading, walk, { limit: 300, ...(after === undefined ? {} : { after }) });
      found.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined && found.length < 3000);
    reading.close();
    const expected: string[] = [];
    for (let index = COUNT - 1; index >= 0 && expected.length < found.length; index -= 1)
      // rows are counted from 1
      if (stateOf(index) === 'done' && (index + 1) % 7 === 0) expected.push(callOf(index).id);
    expect(found.length).toBeGreaterThan(1500);
    expect(found).toEqual(expected);
  });

  it('gives the inbox, in order, from any place', async () => {
    const held = count((index) => stateOf(index) === 'held');
    expect(await store.read.inboxSize()).toBe(held);
    const page = await store.read.inbox({ limit: 50 });
    const next = await store.read.inbox({ limit: 50, after: page.next ?? '' });
    const all = [...page.items, ...next.items].map(({ id }) => id);
    expect(all).toEqual(
      Array.from({ length: COUNT }, (_, index) => index)
        .filter((index) => stateOf(index) === 'held')
        .slice(0, 100)
        .map((index) => callOf(index).id),
    );
  });

  it('counts every call once, in every kind of chart', async () => {
    const until = timeOf(COUNT) + 1;
    const sliceMs = Math.ceil((until - START) / 30);
    for (const by of ['state', 'outcome', 'server', 'target'] as const) {
      const totals = new Map<string, number>();
      for (const { counts } of await store.read.chart({ since: START, until, sliceMs, by }))
        for (const [name, number] of Object.entries(counts))
          totals.set(name, (totals.get(name) ?? 0) + number);
      const expected = new Map<string, number>();
      for (let index = 0; index < COUNT; index += 1) {
        const name = callOf(index)[by];
        expected.set(name, (expected.get(name) ?? 0) + 1);
      }
      expect(totals).toEqual(expected);
    }
    expect((await store.read.aiUse(START)).reduce((sum, { calls }) => sum + calls, 0)).toBe(
      count((index) => index % 100 === 0),
    );
  });

  it('answers what a transaction asks', async () => {
    const call = callOf(COUNT - 1);
    await store.transact(async (tx) => {
      const twin = await tx.twinOf({ ...call, principal: call.principal.subject });
      expect(twin?.id).toBe(call.id);
      expect(await tx.running({})).toBe(count((index) => stateOf(index) === 'dispatching'));
      expect(await tx.pendingOf('person-1')).toBe(
        count((index) => index % 40 === 1 && stateOf(index) === 'held'),
      );
      expect((await tx.overdue(timeOf(COUNT), 3)).map(({ state }) => state)).toEqual([
        'held',
        'held',
        'held',
      ]);
      expect(await tx.callsOfInstance('nobody', ['held', 'dispatching'], 5)).toEqual([]);
      expect(await tx.askedSince('session-1', START)).toBe(
        count((index) => index % 500 === 1 && stateOf(index) === 'held'),
      );
    });
  });

  it('has every row of the record in its place', async () => {
    expect((await store.read.head()).seq).toBe(COUNT);
    const middle = Math.floor(COUNT / 2);
    const rows = await store.read.rows(middle, 700);
    expect(rows.map(({ seq, call }) => [seq, call])).toEqual(
      Array.from({ length: 700 }, (_, index) => [middle + index, callOf(middle + index - 1).id]),
    );
    expect(await store.read.hashes(middle, 700)).toEqual(rows.map(({ hash }) => hash));
    expect((await store.read.rowsOfCall(callOf(middle).id)).map(({ seq }) => seq)).toEqual([middle + 1]);
  });
});
