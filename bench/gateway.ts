import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCallgate, startStrictCallgate } from './gateway/callgate-setup.ts';
import { firstLine, stopChild } from './gateway/bench-process.ts';
import { startSession } from './gateway/bench-client.ts';
import type { GrowthRow } from './gateway/run-growth.ts';
import { growthTable, runGrowth } from './gateway/run-growth.ts';
import { PEERS } from './gateway/peers.ts';
import { UPSTREAM_COMMAND, startDirect, startHttpUpstream, startRelay } from './gateway/plain.ts';
import type { RunningContestant, GatewayPlan } from './gateway/run-rounds.ts';
import { runRounds } from './gateway/run-rounds.ts';
import type { GatewayContestant, BenchResources, TransportPath } from './gateway/gateway-contestant.ts';
import { TRANSPORT_PATHS } from './gateway/gateway-contestant.ts';
import { pathTable, withRatios } from './gateway/path-table.ts';
import { verdictTable, checkTargets } from './gateway/check-targets.ts';
import { provenance, printLine, writeResult } from './report.ts';

const PLAN: GatewayPlan = { sizes: [100, 100_000], rounds: 10, warmUp: 2, inFlight: 32, sliceMs: 250 };

const STRICT = 'callgate, strict';

const CONTESTANTS: readonly GatewayContestant[] = [
  { name: 'direct', paths: TRANSPORT_PATHS, start: startDirect },
  { name: 'raw relay', paths: TRANSPORT_PATHS, start: startRelay },
  ...PEERS,
  { name: 'callgate', paths: TRANSPORT_PATHS, start: startCallgate },
  { name: STRICT, paths: ['HTTP→stdio'], start: startStrictCallgate },
];

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const startAll = async (ground: BenchResources): Promise<RunningContestant[]> => {
  const all: RunningContestant[] = [];
  const start = async (path: TransportPath, { name, start: startOne }: GatewayContestant): Promise<void> => {
    try {
      const setUp = await startOne(path, ground);
      const client = await setUp.connect();
      await startSession(client, [setUp.tool(0)]);
      all.push({ name, path, setUp, client });
    } catch (error) {
      printLine(`skipped: ${name}, ${path}: ${errorText(error)}`);
    }
  };
  for (const path of TRANSPORT_PATHS)
    for (const contestant of CONTESTANTS) if (contestant.paths.includes(path)) await start(path, contestant);
  return all;
};

const growth = async (ground: BenchResources): Promise<GrowthRow[]> => {
  try {
    const rows = await runGrowth((servers) => startCallgate('HTTP→stdio', ground, servers));
    printLine(
      `\nHow callgate grows, ${PLAN.inFlight} in flight over all of them, 100 B:\n\n${growthTable(rows)}`,
    );
    return rows;
  } catch (error) {
    printLine(`\nskipped: growth: ${errorText(error)}`);
    return [];
  }
};

/** `npm run bench -- gateway`: what stands between a client and a server, side by side. */
export const benchGateway = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-'));
  const upstream = startHttpUpstream();
  const made = provenance('npm run bench -- gateway');
  try {
    const ground: BenchResources = { command: UPSTREAM_COMMAND, url: await firstLine(upstream), folder };
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
    printLine(
      `p50 and p99 with one call in flight, calls/s and CPU with ${PLAN.inFlight}; medians of ${PLAN.rounds} rounds in turns. ` +
        `CPU is that of what stands between. HTTP→stdio is held against a direct call over stdio. Load average after the rounds: ${loadAverageAfter}.`,
    );
    for (const path of TRANSPORT_PATHS) printLine(`\n${pathTable(path, rows)}`);
    const peers = PEERS.map(({ name }) => name);
    const judged = [...checkTargets(rows, 'callgate', peers), ...checkTargets(rows, STRICT, peers, true)];
    if (judged.length > 0) printLine(`\n${verdictTable(judged)}`);
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
