/** A sequence that is the same for the same seed. */
export interface SeededRandom {
  next(): number;
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32. */
export const seededRandom = (seed: number): SeededRandom => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: <T>(items: readonly T[]): T => items[below(items.length)] as T };
};
