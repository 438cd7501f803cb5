import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCalls } from './check-calls.ts';
import { BenchDatabase } from './bench-database.ts';
import { observeSetUp } from './observe-set-up.ts';
import { EMBEDDED } from './names.ts';
import type { ScaleSetUp } from './scale-set-up.ts';
import { runTurn } from './run-turn.ts';
import { startWorkers } from './bench-worker.ts';

const WITHIN_MS = 120_000;

let folder: string;
let database: BenchDatabase;
const setUps: ScaleSetUp[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-scale-'));
  const keys = join(folder, 'keys', 'callgate.key');
  database = await BenchDatabase.start({ followed: false });
  setUps.push({
    name: EMBEDDED,
    workers: await startWorkers('gate-process.ts', [[join(folder, 'embedded.db'), keys, 'g0']]),
  });
  setUps.push({
    name: 'two gates',
    workers: await startWorkers(
      'gate-process.ts',
      ['g0', 'g1'].map((name) => [database.url('two'), keys, name]),
    ),
    database,
    schema: 'two',
  });
}, WITHIN_MS);

afterAll(async () => {
  for (const { workers } of setUps) await Promise.all(workers.map((worker) => worker.close()));
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}, WITHIN_MS);

const named = (name: string): ScaleSetUp => {
  const found = setUps.find((setUp) => setUp.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe('gates in processes of their own', { timeout: WITHIN_MS }, () => {
  it('make calls that are all in their store afterwards, settled, and numbered in a database', async () => {
    for (const setUp of setUps) {
      const slice = await runTurn(setUp, 4, 200);
      expect(slice.calls).toBeGreaterThan(0);
      expect(slice.p99).toBeGreaterThanOrEqual(slice.p50);
    }
    expect(await database.unnumbered('two')).toBe(0);
    await checkCalls(setUps, join(folder, 'embedded.db'));
  });

  it('a turn on a database says how many commits and how much log it took', async () => {
    const slice = await runTurn(named('two gates'), 2, 200);
    expect(slice.commits).toBeGreaterThan(0);
    expect(slice.walBytes).toBeGreaterThan(1000);
    expect((await runTurn(named(EMBEDDED), 2, 100)).commits).toBeUndefined();
  });

  it('looking finds one connection a gate that writes, and counts what was asked on it', async () => {
    const { lanes } = await database.connections('two');
    expect(lanes.size).toBe(2);
    const looked = await observeSetUp(named('two gates'), 4, 300);
    expect(looked.looks).toBeGreaterThan(0);
    expect(Object.values(looked.lanes).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    const inserts = looked.statements.find(({ query }) => query.includes('INSERT INTO journal'));
    // calls that come at once share them
    expect(inserts?.timesACall).toBeGreaterThan(0);
    expect(inserts?.timesACall).toBeLessThanOrEqual(2.1);
    expect(looked.statementsACall).toBeGreaterThan(inserts?.timesACall ?? 0);
  });

  it('a call that is not in the store is found out', async () => {
    const [first] = named('two gates').workers;
    if (first === undefined) throw new Error('no worker');
    first.calls += 1;
    await expect(checkCalls([named('two gates')], '')).rejects.toThrow(/calls were made; its store has/);
    first.calls -= 1;
  });

  it('a process that cannot open its store says why', async () => {
    const nowhere = ['postgres://callgate@127.0.0.1:1/nothing', join(folder, 'keys', 'callgate.key'), 'g0'];
    await expect(startWorkers('gate-process.ts', [nowhere])).rejects.toThrow(/127\.0\.0\.1:1/);
  });
});
