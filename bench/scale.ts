import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../tools/list-pages.ts';
import { measureDiskSync } from './adapters/measure-disk-sync.ts';
import { firstLine, stopChild } from './gateway/bench-process.ts';
import { startHttpUpstream } from './gateway/plain.ts';
import { provenance, printLine, writeResult } from './report.ts';
import { checkCalls } from './scale/check-calls.ts';
import { BenchDatabase } from './scale/bench-database.ts';
import type { ScaleFigure, ScaleSlice } from './scale/scale-figure.ts';
import { computeScaleFigure } from './scale/scale-figure.ts';
import type { GatewayGroup } from './scale/gateways.ts';
import { runGatewayTurn, startGateways, stopGateways } from './scale/gateways.ts';
import type { RoundPlan } from './scale/measure-in-turns.ts';
import { measureInTurns } from './scale/measure-in-turns.ts';
import type { SetUpObservation } from './scale/observe-set-up.ts';
import { observeSetUp } from './scale/observe-set-up.ts';
import {
  EMBEDDED,
  FLOOR,
  FLOOR_FOLLOWED,
  gatewaysOnDatabase,
  gatewaysOnFile,
  onDatabase,
  onFollowed,
} from './scale/names.ts';
import type { ScaleSetUp } from './scale/scale-set-up.ts';
import { levelTable, waitsTable } from './scale/tables.ts';
import { runTurn } from './scale/run-turn.ts';
import { startWorkers } from './scale/bench-worker.ts';

const LEVELS = [1, 8, 64];
const LOOKED_AT = [8, 64];
const LOOK_MS = 2000;
const GATES = [1, 2, 3];
const GATES_FOLLOWED = [1, 3];
const GATEWAY_LEVELS = [1, 32];

interface ScalePlan {
  readonly gates: RoundPlan;
  readonly gateways: RoundPlan;
}

const PLAN: ScalePlan = {
  gates: { rounds: 5, sliceMs: 1000, withinMs: 200_000 },
  gateways: { rounds: 3, sliceMs: 1000, withinMs: 40_000 },
};

const readPlan = (): { readonly plan: ScalePlan; readonly whole: boolean } => {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { rounds: { type: 'string' }, slice: { type: 'string' } },
  });
  const less = (rounds: RoundPlan): RoundPlan => ({
    ...rounds,
    rounds: Math.min(rounds.rounds, Number(values.rounds ?? rounds.rounds)),
    sliceMs: Number(values.slice ?? rounds.sliceMs),
  });
  return {
    plan: { gates: less(PLAN.gates), gateways: less(PLAN.gateways) },
    whole: Object.keys(values).length === 0,
  };
};

const begun = performance.now();
const progress = (text: string): void => {
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};

/** What has to be ended, the last first. */
class CleanupStack {
  readonly #ends: (() => Promise<void>)[] = [];

  on(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.toReversed()) await end();
  }
}

const schemaOf = (gates: number): string => `gates${gates}`;

const gatesOn = async (
  started: CleanupStack,
  name: string,
  places: readonly (readonly string[])[],
  database?: BenchDatabase,
  schema?: string,
): Promise<ScaleSetUp> => {
  const workers = await startWorkers('gate-process.ts', places);
  started.on(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
  });
  progress(`started: ${name}`);
  return {
    name,
    workers,
    ...(database === undefined ? {} : { database }),
    ...(schema === undefined ? {} : { schema }),
  };
};

const floorOn = async (started: CleanupStack, name: string, database: BenchDatabase): Promise<ScaleSetUp> => {
  const workers = await startWorkers('floor-process.ts', [[database.plainUrl, String(Math.max(...LEVELS))]]);
  started.on(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
  });
  return { name, workers, database };
};

const startSetUps = async (
  started: CleanupStack,
  folder: string,
  plain: BenchDatabase,
  followed: BenchDatabase,
): Promise<readonly ScaleSetUp[]> => {
  const keys = join(folder, 'keys', 'callgate.key');
  const file = join(folder, 'embedded.db');
  const gates = async (name: string, database: BenchDatabase, many: number): Promise<ScaleSetUp> =>
    gatesOn(
      started,
      name,
      Array.from({ length: many }, (_, index) => [database.url(schemaOf(many)), keys, `g${index}`]),
      database,
      schemaOf(many),
    );
  const all: ScaleSetUp[] = [
    await floorOn(started, FLOOR, plain),
    await gatesOn(started, EMBEDDED, [[file, keys, 'g0']]),
  ];
  for (const many of GATES) all.push(await gates(onDatabase(many), plain, many));
  all.push(await floorOn(started, FLOOR_FOLLOWED, followed));
  for (const many of GATES_FOLLOWED) all.push(await gates(onFollowed(many), followed, many));
  return all;
};

const measure = async (setUps: readonly ScaleSetUp[], plan: RoundPlan): Promise<readonly ScaleFigure[]> => {
  const pairs = LEVELS.flatMap((inFlight) =>
    setUps.map((setUp) => ({
      setUp,
      inFlight,
      name: `${setUp.name}, ${inFlight} in flight`,
      measure: (milliseconds: number) => runTurn(setUp, inFlight, milliseconds),
    })),
  );
  const slices = await measureInTurns<ScaleSlice>(pairs, plan, (round, name) =>
    progress(`round ${round} of ${plan.rounds}: ${name}`),
  );
  return pairs.map(({ setUp, inFlight, name }) =>
    computeScaleFigure(setUp.name, setUp.workers.length, inFlight, slices.get(name) ?? []),
  );
};

const observeSetUps = async (setUps: readonly ScaleSetUp[]): Promise<readonly SetUpObservation[]> => {
  const all: SetUpObservation[] = [];
  for (const setUp of setUps)
    if (setUp.schema !== undefined)
      for (const inFlight of LOOKED_AT) {
        progress(`looking: ${setUp.name}, ${inFlight} in flight`);
        all.push(await observeSetUp(setUp, inFlight, LOOK_MS));
      }
  return all;
};

const throughGateways = async (
  folder: string,
  database: BenchDatabase,
  plan: RoundPlan,
): Promise<readonly ScaleFigure[]> => {
  const upstream = startHttpUpstream();
  const started = new CleanupStack();
  started.on(() => stopChild(upstream));
  const all: GatewayGroup[] = [];
  try {
    const url = await firstLine(upstream);
    const start = async (name: string, many: number, schema?: string): Promise<void> => {
      const store = schema === undefined ? {} : { store: { database, schema } };
      const gateways = await startGateways({ name, count: many, folder, upstream: url, ...store });
      started.on(() => stopGateways(gateways));
      all.push(gateways);
      progress(`started: ${name}`);
    };
    await start(gatewaysOnFile, 1);
    for (const many of GATES) await start(gatewaysOnDatabase(many), many, `gateways${many}`);
    const pairs = GATEWAY_LEVELS.flatMap((inFlight) =>
      all.map((gateways) => ({
        gateways,
        inFlight,
        name: `${gateways.name}, ${inFlight} in flight`,
        measure: (milliseconds: number) => runGatewayTurn(gateways, inFlight, milliseconds),
      })),
    );
    const slices = await measureInTurns<ScaleSlice>(pairs, plan, (round, name) =>
      progress(`round ${round} of ${plan.rounds}: ${name}`),
    );
    return pairs.map(({ gateways, inFlight, name }) =>
      computeScaleFigure(gateways.name, gateways.children.length, inFlight, slices.get(name) ?? []),
    );
  } catch (error) {
    printLine(`\nskipped: the whole gateway: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  } finally {
    await started.end();
  }
};

/** The page that shows the figures has them right after they were measured. */
const writePage = async (): Promise<void> => {
  const { withRegions } = await import('../tools/generated.ts');
  const page = join(ROOT, 'docs/guides/replicas.md');
  writeFileSync(page, withRegions(readFileSync(page, 'utf8')));
  printLine('docs/guides/replicas.md has them');
};

/** `npm run bench -- scale`: durable calls of one, two and three gates on one database, beside a file. `--rounds N --slice MS` measures less and writes nothing. */
export const benchScale = async (): Promise<void> => {
  const { plan, whole } = readPlan();
  const made = provenance('npm run bench -- scale');
  const folder = mkdtempSync(join(tmpdir(), 'callgate-scale-'));
  const started = new CleanupStack();
  started.on(async () => rmSync(folder, { recursive: true, force: true }));
  try {
    const microsToSync = measureDiskSync();
    const plain = await BenchDatabase.start({ followed: false });
    started.on(() => plain.remove());
    const followed = await BenchDatabase.start({ followed: true });
    started.on(() => followed.remove());
    const setUps = await startSetUps(started, folder, plain, followed);
    const figures = await measure(setUps, plan.gates);
    const looked = await observeSetUps(setUps);
    await checkCalls(setUps, join(folder, 'embedded.db'));
    const gateways = await throughGateways(folder, plain, plan.gateways);
    const cores = Number(made['cores']);
    const loadAverageAfter = Number((loadavg()[0] ?? 0).toFixed(2));
    printLine(
      `Every call has its intent on disk before it leaves and its outcome before its answer is released. Clients in the process of
their gate, each with one call in flight at a time; the upstream answers at once. PostgreSQL ${await plain.version()}, everything
synced; with a standby, a commit waits until that has it on its disk, which is the same one. The disk keeps a page in ${microsToSync.toFixed(0)} µs.
Medians of ${figures[0]?.rounds ?? 0} rounds in turns of ${plan.gates.sliceMs} ms. Load average after the rounds: ${loadAverageAfter}.`,
    );
    for (const level of LEVELS)
      printLine(`\n${levelTable([...figures], level, `${level} in flight a gate`)}`);
    printLine(
      `\nWhat the connections that write did, one a gate:\n\n${waitsTable({ figures: [...figures], looked: [...looked], cores })}`,
    );
    if (gateways.length > 0)
      printLine(
        '\nThe whole gateway, over HTTP to an upstream over HTTP; all clients are one agent in one session:',
      );
    for (const level of gateways.length > 0 ? GATEWAY_LEVELS : [])
      printLine(`\n${levelTable([...gateways], level, `${level} in flight a gateway`)}`);
    if (!whole) return;
    writeResult('scale', {
      ...made,
      loadAverageAfter,
      postgres: await plain.version(),
      microsToSync,
      plan,
      figures,
      looked,
      gateways,
    });
    await writePage();
  } finally {
    await started.end();
  }
};
