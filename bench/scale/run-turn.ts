import { setTimeout as sleep } from 'node:timers/promises';
import { usageOf } from '../gateway/process-tree.ts';
import type { ScaleSlice, CpuTime } from './scale-figure.ts';
import { joinLoads } from './scale-figure.ts';
import { readMachineCpu } from './machine-cpu.ts';
import type { ScaleSetUp } from './scale-set-up.ts';

const NUMBERED_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 10;

const spentBy = ({ workers, database }: ScaleSetUp): CpuTime => ({
  gates: workers.reduce((sum, { pid }) => sum + (usageOf(pid)?.cpuMicroseconds ?? 0), 0),
  database: database?.cpu() ?? 0,
});

const since = (before: CpuTime, after: CpuTime): CpuTime => ({
  gates: after.gates - before.gates,
  database: after.database - before.database,
});

/** Until every row has its number, so that no turn pays for the one before it. */
const waitForNumbers = async ({
  database,
  schema,
}: ScaleSetUp): Promise<Pick<ScaleSlice, 'unnumbered' | 'numberedAfterMs'>> => {
  if (database === undefined || schema === undefined) return { unnumbered: 0, numberedAfterMs: 0 };
  const start = performance.now();
  const unnumbered = await database.unnumbered(schema);
  for (let left = unnumbered; left > 0; left = await database.unnumbered(schema)) {
    if (performance.now() - start > NUMBERED_WITHIN_MS)
      throw new Error(`${left} rows have no number after ${NUMBERED_WITHIN_MS} ms`);
    await sleep(LOOK_EVERY_MS);
  }
  return { unnumbered, numberedAfterMs: unnumbered === 0 ? 0 : performance.now() - start };
};

/** All processes of a set-up make calls at the same time. */
export const runTurn = async (
  setUp: ScaleSetUp,
  inFlight: number,
  milliseconds: number,
): Promise<ScaleSlice> => {
  const { workers, database, schema } = setUp;
  const walBefore = await database?.walBytes();
  const commitsBefore = schema === undefined ? undefined : await database?.commits(schema);
  const before = spentBy(setUp);
  const allBefore = readMachineCpu();
  const loads = await Promise.all(workers.map((worker) => worker.load(inFlight, milliseconds)));
  const allAfter = readMachineCpu();
  const after = spentBy(setUp);
  const commitsAfter = schema === undefined ? undefined : await database?.commits(schema);
  const left = await waitForNumbers(setUp);
  const walAfter = await database?.walBytes();
  return {
    ...joinLoads(loads),
    cpu: since(before, after),
    cpuOfAll: allAfter - allBefore,
    cpuInTheEnd: since(before, spentBy(setUp)),
    commits:
      commitsBefore === undefined || commitsAfter === undefined ? undefined : commitsAfter - commitsBefore,
    walBytes: walBefore === undefined || walAfter === undefined ? undefined : walAfter - walBefore,
    ...left,
  };
};
