export interface LoadResult {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

/** Calls for so many milliseconds with so many in flight; `one` gets the number of the call. */
export const runLoad = async (
  one: (call: number) => Promise<void>,
  inFlight: number,
  milliseconds: number,
): Promise<LoadResult> => {
  const samples: number[] = [];
  let next = 0;
  const start = performance.now();
  const until = start + milliseconds;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let now = performance.now(); now < until;) {
        next += 1;
        await one(next - 1);
        const after = performance.now();
        samples.push(after - now);
        now = after;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const sorted = Float64Array.from(samples).toSorted();
  return {
    calls: samples.length,
    perSecond: samples.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
};
