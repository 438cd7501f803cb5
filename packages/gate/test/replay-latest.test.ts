import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '@callgate/core';
import type { StoreReader } from '@callgate/gate/store';
import { createGate, openKeys } from '@callgate/gate';
import type { ReplayedDecision, RejudgedDecision, UnreadableDecision } from '@callgate/gate/replay';
import { replayLatest, replayAuditLog } from '@callgate/gate/replay';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, catalogueOf } from './control-office.ts';

const CALLS = 150;
const strict = new Engine(presetPolicy('strict'));

let read: StoreReader;
let keys: ReturnType<typeof openKeys>;
let close: () => Promise<void>;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-latest-'));
  keys = openKeys(join(folder, 'callgate.key'));
  const store = await openSqliteStore({ path: join(folder, 'callgate.db'), keys, durable: false });
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    store,
    catalogue: catalogueOf(),
    keys,
    limits: { sweepMs: null },
  });
  for (let at = 0; at < CALLS; at += 1) {
    const begun = await gate.begin(
      call(at % 3 === 0 ? 'delete_note' : 'read_note', { id: `n${at}` }, { context: `c${at}` }),
    );
    if (begun.state === 'dispatching') await gate.settle(begun, { type: 'result', result: { content: [] } });
  }
  ({ read } = store);
  close = async () => {
    await gate.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

afterAll(() => close());

type ReplayItem = ReplayedDecision | RejudgedDecision | UnreadableDecision;

const all = async (found: AsyncIterable<ReplayItem>): Promise<readonly ReplayItem[]> => {
  const list: ReplayItem[] = [];
  for await (const one of found) list.push(one);
  return list;
};

describe('the calls that were decided about last', () => {
  it('are those that a replay of everything ends with, newest first', async () => {
    const whole = await all(replayAuditLog({ read, keys }, strict));
    const first = whole.filter((one) => one.type === 'decided' && !one.again);
    expect(first).toHaveLength(CALLS);
    const latest = await all(replayLatest({ read, keys }, strict, 1000));
    expect(latest.map(({ seq }) => seq)).toEqual(first.map(({ seq }) => seq).toReversed());
    const outcomes = (of: typeof latest): readonly unknown[] =>
      of.map((one) => one.type === 'decided' && [one.call, one.recorded.outcome, one.now.outcome]);
    expect(outcomes(latest)).toEqual(outcomes(first.toReversed()));
  });

  it.each([1, 7, 100, CALLS])('are %i where so many are asked for', async (most) => {
    const latest = await all(replayLatest({ read, keys }, strict, most));
    expect(latest).toHaveLength(most);
    const seqs = latest.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
  });

  it('are told of as unreadable where a row is not what was recorded, also at the edge of what is read at once', async () => {
    const { seq } = await read.head();
    const broken = new Set([seq, seq - 39, seq - 40]);
    const forged: Pick<StoreReader, 'head' | 'rows' | 'hashes' | 'kept'> = {
      head: () => read.head(),
      kept: (digest) => read.kept(digest),
      hashes: (from, limit) => read.hashes(from, limit),
      rows: async (from, limit) =>
        (await read.rows(from, limit)).map((row) =>
          broken.has(row.seq) ? { ...row, hash: new Uint8Array(32) } : row,
        ),
    };
    const latest = await all(replayLatest({ read: forged, keys }, strict, 1000));
    const unreadable = latest.filter((one) => one.type === 'unreadable').map((one) => one.seq);
    expect(unreadable).toEqual(expect.arrayContaining([seq, seq - 39, seq - 40]));
  });

  it('are none where there is no record', async () => {
    const none: Pick<StoreReader, 'head' | 'rows' | 'hashes' | 'kept'> = {
      head: () => Promise.resolve({ seq: 0, at: 0, hash: new Uint8Array(32) }),
      rows: () => Promise.resolve([]),
      hashes: () => Promise.resolve([]),
      kept: () => Promise.resolve(undefined),
    };
    expect(await all(replayLatest({ read: none, keys }, strict, 10))).toEqual([]);
  });
});
