import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { callgateSetup } from './gateway/callgate.ts';
import { firstLine, stopChild } from './gateway/children.ts';
import { greet } from './gateway/client.ts';
import type { GrowthRow } from './gateway/growth.ts';
import { growthTable, runGrowth } from './gateway/growth.ts';
import { PEERS } from './gateway/peers.ts';
import { UPSTREAM_COMMAND, startDirect, startHttpUpstream, startRelay } from './gateway/plain.ts';
import type { Alive, Plan } from './gateway/rounds.ts';
import { runRounds } from './gateway/rounds.ts';
import type { Contestant, Ground, Path } from './gateway/set-up.ts';
import { PATHS } from './gateway/set-up.ts';
import { pathTable, withRatios } from './gateway/tables.ts';
import { verdictTable, verdicts } from './gateway/wanted.ts';
import { provenance, say, writeResult } from './report.ts';

const PLAN: Plan = { sizes: [100, 100_000], rounds: 10, warmUp: 2, inFlight: 32, sliceMs: 250 };

const CONTESTANTS: readonly Contestant[] = [
  { name: 'direct', paths: PATHS, start: startDirect },
  { name: 'raw relay', paths: PATHS, start: startRelay },
  ...PEERS,
  { name: 'callgate', paths: PATHS, start: callgateSetup },
];

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const startAll = async (ground: Ground): Promise<Alive[]> => {
  const all: Alive[] = [];
  const start = async (path: Path, { name, start: startOne }: Contestant): Promise<void> => {
    try {
      const setUp = await startOne(path, ground);
      const client = await setUp.connect();
      await greet(client, [setUp.tool(0)]);
      all.push({ name, path, setUp, client });
    } catch (error) {
      say(`skipped: ${name}, ${path}: ${wordsOf(error)}`);
    }
  };
  for (const path of PATHS)
    for (const contestant of CONTESTANTS) if (contestant.paths.includes(path)) await start(path, contestant);
  return all;
};

const growth = async (ground: Ground): Promise<GrowthRow[]> => {
  try {
    const rows = await runGrowth((servers) => callgateSetup('HTTP→stdio', ground, servers));
    say(`\nHow callgate grows, ${PLAN.inFlight} in flight over all of them, 100 B:\n\n${growthTable(rows)}`);
    return rows;
  } catch (error) {
    say(`\nskipped: growth: ${wordsOf(error)}`);
    return [];
  }
};

/** `npm run bench -- gateway`: what stands between a client and a server, side by side. */
export const benchGateway = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-'));
  const upstream = startHttpUpstream();
  const made = provenance('npm run bench -- gateway');
  try {
    const ground: Ground = { command: UPSTREAM_COMMAND, url: await firstLine(upstream), folder };
    const alive = await startAll(ground);
    const figures = await runRounds(alive, PLAN, (round) =>
      process.stderr.write(`round ${round + 1} of ${PLAN.warmUp + PLAN.rounds}\n`),
    );
    for (const { client, setUp } of alive) {
      client.close();
      await setUp.stop();
    }
    const rows = withRatios(figures);
    const loadAverageAfter = Number((loadavg()[0] ?? 0).toFixed(2));
    say(
      `p50 and p99 with one call in flight, calls/s and CPU with ${PLAN.inFlight}; medians of ${PLAN.rounds} rounds in turns. ` +
        `CPU is that of what stands between. HTTP→stdio is held against a direct call over stdio. Load average after the rounds: ${loadAverageAfter}.`,
    );
    for (const path of PATHS) say(`\n${pathTable(path, rows)}`);
    const judged = verdicts(
      rows,
      'callgate',
      PEERS.map(({ name }) => name),
    );
    if (judged.length > 0) say(`\n${verdictTable(judged)}`);
    writeResult('gateway', {
      ...made,
      loadAverageAfter,
      plan: PLAN,
      rows,
      wanted: judged,
      growth: await growth(ground),
    });
  } finally {
    await stopChild(upstream);
    rmSync(folder, { recursive: true, force: true });
  }
};
