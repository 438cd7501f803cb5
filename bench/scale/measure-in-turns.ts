/** Something that is measured again and again. */
export interface RoundContestant<T> {
  readonly name: string;
  readonly measure: (milliseconds: number) => Promise<T>;
}

export interface RoundPlan {
  readonly rounds: number;
  readonly sliceMs: number;
  /** No round begins after so long, but for the first that counts. */
  readonly withinMs: number;
}

/** One round to warm up, then the rounds that count; another one first each time, so that a busy machine is busy for all alike. */
export const measureInTurns = async <T>(
  all: readonly RoundContestant<T>[],
  { rounds, sliceMs, withinMs }: RoundPlan,
  progress: (round: number, name: string) => void,
): Promise<ReadonlyMap<string, readonly T[]>> => {
  const measured = new Map<string, T[]>(all.map(({ name }) => [name, []]));
  const start = performance.now();
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 1 && performance.now() - start > withinMs) break;
    for (let at = 0; at < all.length; at += 1) {
      const one = all[(at + round) % all.length];
      if (one === undefined) continue;
      progress(round, one.name);
      const slice = await one.measure(sliceMs);
      if (round > 0) measured.get(one.name)?.push(slice);
    }
  }
  return measured;
};
