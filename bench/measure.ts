/** Something that is timed: `operations` of it happen in one `run`, which returns what it computed so that nothing is optimised away. */
export interface TimedContender {
  readonly name: string;
  readonly operations: number;
  /** Made anew before every round, outside the timing. */
  readonly prepare?: () => void;
  readonly run: () => number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

export interface TimingFigure {
  /** Median over the rounds. */
  readonly ns: number;
  readonly fastest: number;
  readonly slowest: number;
  readonly rounds: number;
  readonly operationsARound: number;
}

let consumed = 0;

/** What all contenders computed, to be printed: it proves that the work was done. */
export const consumedSoFar = (): number => consumed;

export const timeWork = (work: () => number): number => {
  const start = process.hrtime.bigint();
  consumed = (consumed + work()) % 1_000_000_007;
  return Number(process.hrtime.bigint() - start);
};

/** Runs the contenders in turns, so that a busy machine is busy for all of them alike. The first rounds only warm up. */
export const interleave = (
  contenders: readonly TimedContender[],
  rounds: number,
  warmUp: number,
): Map<string, TimingFigure> => {
  const samples = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const { name, operations, prepare, run } of contenders) {
      prepare?.();
      const ns = timeWork(run) / operations;
      if (round >= warmUp) samples.get(name)?.push(ns);
    }
  }
  return new Map(
    contenders.map(({ name, operations }) => {
      const own = samples.get(name) ?? [];
      return [
        name,
        {
          ns: median(own),
          fastest: Math.min(...own),
          slowest: Math.max(...own),
          rounds,
          operationsARound: operations,
        },
      ];
    }),
  );
};

/** Bytes in use after a collection; undefined where node was started without --expose-gc. */
export const heapInUse = (): number | undefined => {
  if (globalThis.gc === undefined) return undefined;
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};
