import { median } from '../measure.ts';
import type { LoopResult } from './closed-loop.ts';

/** What one turn of one set-up came to. */
export interface ScaleSlice {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly milliseconds: number;
  /** Processor time while calls were made, in microseconds. */
  readonly cpu: CpuTime;
  /** The same until every row had its number. */
  readonly cpuInTheEnd: CpuTime;
  /** Of the whole machine while calls were made, whoever spent it. */
  readonly cpuOfAll: number;
  /** Transactions of the gates. Undefined where the store is a file. */
  readonly commits: number | undefined;
  readonly walBytes: number | undefined;
  /** Rows without a number when the last call was over, and how long they took to get theirs. */
  readonly unnumbered: number;
  readonly numberedAfterMs: number;
}

export interface CpuTime {
  /** The processes that make the calls. */
  readonly gates: number;
  /** The servers of the database, a standby's too. */
  readonly database: number;
}

/** The middle of what the rounds came to, and how far they lie apart. */
export interface ScaleFigure {
  readonly setUp: string;
  readonly gates: number;
  readonly inFlight: number;
  readonly rounds: number;
  readonly calls: number;
  readonly perSecond: number;
  readonly slowest: number;
  readonly fastest: number;
  readonly p50: number;
  readonly p99: number;
  /** Processors that were busy while calls were made. */
  readonly coresOfGates: number;
  readonly coresOfDatabase: number;
  /** The same of the whole machine, others' work too; null where nobody counted. */
  readonly coresOfAll: number | null;
  /** Microseconds a call, with everything that it leaves behind. */
  readonly cpuOfGates: number;
  readonly cpuOfDatabase: number;
  readonly callsACommit: number | null;
  readonly walBytesACall: number | null;
  readonly unnumbered: number;
  readonly numberedAfterMs: number;
}

export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

/** What several processes did at the same time, as one. */
export const joinLoads = (
  loads: readonly LoopResult[],
): Pick<ScaleSlice, 'calls' | 'perSecond' | 'p50' | 'p99' | 'milliseconds'> => {
  const latencies = Float64Array.from(loads.flatMap((load) => [...load.latencies])).toSorted();
  return {
    calls: latencies.length,
    perSecond: sum(loads.map((load) => (load.latencies.length / load.milliseconds) * 1000)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    milliseconds: Math.max(...loads.map((load) => load.milliseconds)),
  };
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const definedValues = (values: readonly (number | undefined)[]): readonly number[] =>
  values.filter((value) => value !== undefined);

/** The figures of one set-up with so many in flight, from its turns. */
export const computeScaleFigure = (
  setUp: string,
  gates: number,
  inFlight: number,
  slices: readonly ScaleSlice[],
): ScaleFigure => {
  const of = (pick: (slice: ScaleSlice) => number): readonly number[] => slices.map(pick);
  const calls = sum(of((slice) => slice.calls));
  const microseconds = sum(of((slice) => slice.milliseconds)) * 1000;
  const commits = definedValues(slices.map((slice) => slice.commits));
  const wal = definedValues(slices.map((slice) => slice.walBytes));
  const perSecond = of((slice) => slice.perSecond);
  return {
    setUp,
    gates,
    inFlight,
    rounds: slices.length,
    calls,
    perSecond: median(perSecond),
    slowest: Math.min(...perSecond),
    fastest: Math.max(...perSecond),
    p50: median(of((slice) => slice.p50)),
    p99: median(of((slice) => slice.p99)),
    // over all rounds: the clock of processor time is coarse
    coresOfGates: sum(of((slice) => slice.cpu.gates)) / microseconds,
    coresOfDatabase: sum(of((slice) => slice.cpu.database)) / microseconds,
    coresOfAll: sum(of((slice) => slice.cpuOfAll)) / microseconds,
    cpuOfGates: sum(of((slice) => slice.cpuInTheEnd.gates)) / calls,
    cpuOfDatabase: sum(of((slice) => slice.cpuInTheEnd.database)) / calls,
    callsACommit: commits.length === 0 || sum(commits) === 0 ? null : calls / sum(commits),
    walBytesACall: wal.length === 0 ? null : sum(wal) / calls,
    unnumbered: median(of((slice) => slice.unnumbered)),
    numberedAfterMs: median(of((slice) => slice.numberedAfterMs)),
  };
};
