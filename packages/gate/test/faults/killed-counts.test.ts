import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Engine } from '@callgate/core';
import { openKeys, systemClock } from '@callgate/gate';
import { parseEntry, readDecisionDetail } from '@callgate/gate/record';
import { replayAuditLog } from '@callgate/gate/replay';
import { checkInvariants, readOracleLog, recordProblems, spawnOracle } from '@callgate/gate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countByLog } from '../count-oracle.ts';
import { testLimit } from '../long-test.ts';
import { afterTest, tempFolder } from '../office.ts';
import { Random, cases, seedOf } from '../random.ts';
import { stores } from '../stores.ts';
import { BUDGET, COUNTERS, policyOfBudget } from './budget.ts';
import { bundle } from './bundle.ts';
import { filesIn } from './files.ts';
import type { FaultFiles } from './files.ts';
import { ADDRESS } from './open-place.ts';

/** Two gates spend at once; this often one is killed and another takes its place. */
const KILLS = 4;

let programs = '';
let program = '';
beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), 'callgate-spender-'));
  program = await bundle('spender.ts', programs);
}, 120_000);
afterAll(() => rmSync(programs, { recursive: true, force: true }));

interface SpendingGate {
  /** Resolves when that many more calls were over. */
  untilOver(calls: number): Promise<void>;
  kill(): void;
  readonly ended: Promise<string | number | null>;
}

const startGate = (folder: string, url: string, seed: number): SpendingGate => {
  const child = spawn(process.execPath, [program, folder, String(seed)], {
    env: { ...process.env, [ADDRESS]: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const waiting: { left: number; done: () => void }[] = [];
  createInterface({ input: child.stdout }).on('line', () => {
    for (const each of waiting) {
      each.left -= 1;
      if (each.left === 0) each.done();
    }
  });
  const ended = once(child, 'close').then(
    ([code, signal]: (number | string | null)[]) => signal ?? code ?? null,
  );
  return {
    untilOver: (left) =>
      Promise.race([
        new Promise<void>((done) => waiting.push({ left, done })),
        ended.then((how) => Promise.reject(new Error(`it ended: ${String(how)}`))),
      ]),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
};

const centsOf = (amount: unknown): number => Math.round(Number(amount) * 100);

/** What the log and the upstream say after everything has ended. */
const judge = async (files: FaultFiles, place: string): Promise<void> => {
  const keys = openKeys(files.keys);
  const store = await stores().open(place, { keys, clock: systemClock });
  try {
    const log = readOracleLog(files.log);
    expect(
      await checkInvariants({ log, reader: store.read, verify: recordProblems(store.read, { keys }) }),
    ).toEqual([]);
    const spent = await countByLog(store, COUNTERS.spent);
    for (const each of spent) expect(each.read, each.call).toBe(each.expected);
    for (const each of await countByLog(store, COUNTERS.calls))
      expect(each.read, each.call).toBe(each.expected);

    // the upstream has heard of nothing that the next decision does not count
    const arrived = new Map(
      log.frames.map(({ sent }) => [sent?.call ?? '', centsOf(sent?.arguments['amount'])]),
    );
    const sum = [...arrived.values()].reduce((all, cents) => all + cents, 0);
    expect(sum).toBeGreaterThan((BUDGET * 100) / 2);
    expect(sum).toBeLessThanOrEqual(BUDGET * 100);

    const left = new Map<string, number>();
    const outcomes = new Set<string>();
    for (let from = 1; ; from += 500) {
      const rows = await store.read.rows(from, 500);
      for (const { bytes } of rows) {
        const { call, event, detail } = parseEntry(bytes);
        const decided = readDecisionDetail(detail);
        if (call === null || decided === undefined) continue;
        const own = centsOf(decided.request.arguments['amount']);
        const before = centsOf(decided.input.history?.[COUNTERS.spent.name]?.most);
        outcomes.add(decided.decision.outcome);
        expect(decided.decision.outcome === 'block', call).toBe(before + own > BUDGET * 100);
        if (event === 'dispatching') left.set(call, own);
      }
      if (rows.length < 500) break;
    }
    expect([...outcomes].toSorted()).toEqual(['auto', 'block', 'confirm']);
    for (const [call, cents] of arrived) expect(left.get(call)).toBe(cents);

    for await (const each of replayAuditLog({ read: store.read, keys }, new Engine(policyOfBudget())))
      expect(each.type === 'decided' ? each.differs : each.because).toEqual([]);
  } finally {
    await store.close();
  }
};

it(
  'counters are exact and no budget is overspent while gates are killed at any moment, and replay counts the same',
  { timeout: testLimit(6) },
  async () => {
    const random = new Random(seedOf('killed counts'));
    for (let round = 0; round < cases(1, 20); round += 1) {
      const folder = tempFolder();
      const files = filesIn(folder);
      mkdirSync(dirname(files.database), { recursive: true });
      const oracle = await spawnOracle({ socketPath: files.socket, logPath: files.log });
      afterTest(() => oracle.stop());
      const database = await stores().database?.();
      afterTest(() => database?.remove());
      const start = (): SpendingGate => startGate(folder, database?.url ?? '', random.below(2 ** 31));

      const gates = [start(), start()];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const [old] = gates;
        await old?.untilOver(random.between(1, 12));
        // anywhere in what the others of its calls are doing
        for (let turn = random.below(40); turn > 0; turn -= 1) await new Promise(setImmediate);
        old?.kill();
        expect(await old?.ended).toBe('SIGKILL');
        gates.splice(0, 1);
        gates.push(start());
      }
      // until there is nothing left to spend
      for (const gate of gates) await gate.untilOver(40);
      writeFileSync(files.stop, '');
      expect(await Promise.all(gates.map(({ ended }) => ended))).toEqual([0, 0]);
      await judge(files, database?.url ?? files.database);
    }
  },
);
