import { setTimeout as sleep } from 'node:timers/promises';
import { usageOf } from '../gateway/process-tree.ts';
import type { Slice, Spent } from './figures.ts';
import { joined } from './figures.ts';
import { cpuOfMachine } from './machine.ts';
import type { SetUp } from './set-up.ts';

const NUMBERED_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 10;

const spentBy = ({ workers, database }: SetUp): Spent => ({
  gates: workers.reduce((sum, { pid }) => sum + (usageOf(pid)?.cpuMicroseconds ?? 0), 0),
  database: database?.cpu() ?? 0,
});

const since = (before: Spent, after: Spent): Spent => ({
  gates: after.gates - before.gates,
  database: after.database - before.database,
});

/** Until every row has its number, so that no turn pays for the one before it. */
const numbered = async ({
  database,
  schema,
}: SetUp): Promise<Pick<Slice, 'unnumbered' | 'numberedAfterMs'>> => {
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
export const turn = async (setUp: SetUp, inFlight: number, milliseconds: number): Promise<Slice> => {
  const { workers, database, schema } = setUp;
  const walBefore = await database?.walBytes();
  const commitsBefore = schema === undefined ? undefined : await database?.commits(schema);
  const before = spentBy(setUp);
  const allBefore = cpuOfMachine();
  const loads = await Promise.all(workers.map((worker) => worker.load(inFlight, milliseconds)));
  const allAfter = cpuOfMachine();
  const after = spentBy(setUp);
  const commitsAfter = schema === undefined ? undefined : await database?.commits(schema);
  const left = await numbered(setUp);
  const walAfter = await database?.walBytes();
  return {
    ...joined(loads),
    cpu: since(before, after),
    cpuOfAll: allAfter - allBefore,
    cpuInTheEnd: since(before, spentBy(setUp)),
    commits:
      commitsBefore === undefined || commitsAfter === undefined ? undefined : commitsAfter - commitsBefore,
    walBytes: walBefore === undefined || walAfter === undefined ? undefined : walAfter - walBefore,
    ...left,
  };
};
