export interface LoopResult {
  /** Milliseconds of every call, in no order. */
  readonly latencies: Float64Array<ArrayBuffer>;
  readonly milliseconds: number;
}

/** So many clients, each with one call in flight, for so long. `one` gets the client and the number of its call. */
export const runClosedLoop = async (
  one: (client: number, call: number) => Promise<void>,
  inFlight: number,
  milliseconds: number,
): Promise<LoopResult> => {
  const latencies: number[] = [];
  const start = performance.now();
  const until = start + milliseconds;
  await Promise.all(
    Array.from({ length: inFlight }, async (_, client) => {
      let call = 0;
      for (let now = performance.now(); now < until; call += 1) {
        await one(client, call);
        const after = performance.now();
        latencies.push(after - now);
        now = after;
      }
    }),
  );
  return { latencies: Float64Array.from(latencies), milliseconds: performance.now() - start };
};
