import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryKeys } from '../record/memory-keys.ts';
import { openSqliteStore } from '../store/sqlite/index.ts';
import type { CallShare, CountQuestion } from '../store/call-counts.ts';
import { MemoryCounts } from './memory-counts.ts';

const SERIES = ['count("a")', 'after("b")'];
const HOLDERS = ['all', 'session s', 'principal p'];

it('counts in memory as a store does, whatever happens in which order', async () => {
  let state = 7;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const folder = mkdtempSync(join(tmpdir(), 'callgate-counts-'));
  const store = await openSqliteStore({ path: join(folder, 'store.db'), keys: memoryKeys(), durable: false });
  const memory = new MemoryCounts();
  try {
    for (let now = 1000; now < 1400; now += 1) {
      const call = `c${below(40)}`;
      const shares = SERIES.flatMap((series, at) =>
        HOLDERS.filter(() => below(2) === 0).map((holder): CallShare => ({
          series,
          holder,
          amount: below(4) === 0 ? null : below(9),
          keptMs: at === 0 ? 60 : 0,
        })),
      );
      const at = below(3) === 0 ? null : now;
      const isBack = below(5) === 0;
      const questions: CountQuestion[] = SERIES.map((series) => ({
        series,
        holders: HOLDERS.filter((_, index) => index === 0 || below(2) === 0),
        after: below(2) === 0 ? -1 : now - 30,
      }));
      const except = below(2) === 0 ? '' : call;
      if (isBack) memory.remove(call);
      else memory.count(call, shares, at);
      const expected = await store.transact(async (tx) => {
        await (isBack ? tx.uncountCall(call) : tx.countCall(call, shares, at));
        return await tx.callCounts(questions, except);
      });
      expect(memory.counts(questions, except)).toEqual(expected);
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
