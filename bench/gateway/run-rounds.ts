import { median } from '../measure.ts';
import type { BenchClient } from './bench-client.ts';
import { callTool } from './bench-client.ts';
import type { LoadResult } from './run-load.ts';
import { runLoad } from './run-load.ts';
import { usageOf } from './process-tree.ts';
import type { TransportPath, BenchGateway } from './gateway-contestant.ts';

/** A set-up with a client that has been greeted. */
export interface RunningContestant {
  readonly name: string;
  readonly path: TransportPath;
  readonly setUp: BenchGateway;
  readonly client: BenchClient;
}

interface GatewaySlice {
  readonly alone: LoadResult;
  readonly together: LoadResult;
  /** Processor time of what stands between, while many were in flight. */
  readonly cpu: number | undefined;
}

export interface GatewayFigure {
  readonly path: TransportPath;
  readonly bytes: number;
  readonly name: string;
  /** Milliseconds with one call in flight. */
  readonly p50: number;
  readonly p99: number;
  /** With many in flight. */
  readonly perSecond: number;
  readonly cpuMicrosecondsACall: number | undefined;
  /** Measured with one in flight, all rounds. */
  readonly samples: number;
}

export interface GatewayPlan {
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly warmUp: number;
  readonly inFlight: number;
  readonly sliceMs: number;
}

const cpuOf = (pid: number | undefined): number | undefined =>
  pid === undefined ? undefined : usageOf(pid)?.cpuMicroseconds;

const slice = async (
  { setUp, client }: RunningContestant,
  bytes: number,
  plan: GatewayPlan,
): Promise<GatewaySlice> => {
  const tool = setUp.tool(0);
  const one = (): Promise<void> => callTool(client, tool, bytes);
  const alone = await runLoad(one, 1, plan.sliceMs);
  const before = cpuOf(setUp.pid);
  const together = await runLoad(one, plan.inFlight, plan.sliceMs);
  const after = cpuOf(setUp.pid);
  return {
    alone,
    together,
    cpu: before === undefined || after === undefined ? undefined : after - before,
  };
};

const summed = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const figureOf = (
  { path, name }: RunningContestant,
  bytes: number,
  slices: readonly GatewaySlice[],
): GatewayFigure => {
  const calls = summed(slices.map(({ together }) => together.calls));
  const cpu = slices.map((each) => each.cpu).filter((each) => each !== undefined);
  return {
    path,
    bytes,
    name,
    p50: median(slices.map(({ alone }) => alone.p50)),
    p99: median(slices.map(({ alone }) => alone.p99)),
    perSecond: median(slices.map(({ together }) => together.perSecond)),
    // over all rounds: the clock of processor time is coarse
    cpuMicrosecondsACall: cpu.length < slices.length ? undefined : summed(cpu) / calls,
    samples: summed(slices.map(({ alone }) => alone.calls)),
  };
};

/** Measures all in turns, another one first each round, so that a busy machine is busy for all of them alike. */
export const runRounds = async (
  all: readonly RunningContestant[],
  plan: GatewayPlan,
  progress: (round: number) => void,
): Promise<GatewayFigure[]> => {
  const pairs = plan.sizes.flatMap((bytes) =>
    all.map((alive) => ({ alive, bytes, slices: [] as GatewaySlice[] })),
  );
  for (let round = 0; round < plan.warmUp + plan.rounds; round += 1) {
    progress(round);
    for (let at = 0; at < pairs.length; at += 1) {
      const pair = pairs[(at + round) % pairs.length];
      if (pair === undefined) continue;
      const measured = await slice(pair.alive, pair.bytes, plan);
      if (round >= plan.warmUp) pair.slices.push(measured);
    }
  }
  return pairs.map(({ alive, bytes, slices }) => figureOf(alive, bytes, slices));
};
