/** No pause is longer, however often it doubled. */
export const LONGEST_PAUSE: number = 30_000;

export interface BackOff {
  /** The longest pause before the second attempt; it doubles from there. */
  readonly firstMs: number;
  readonly capMs?: number;
}

/**
 * Milliseconds to wait before an attempt, the first being 1: anything from nothing to the whole pause, so that calls
 * that failed together do not come back together. `random` gives a number from 0 up to but not including 1.
 */
export const pauseBefore = (
  attempt: number,
  { firstMs, capMs = LONGEST_PAUSE }: BackOff,
  random: () => number,
): number => {
  if (attempt <= 1) return 0;
  const longest = Math.min(capMs, firstMs * 2 ** (attempt - 2));
  return Math.floor(random() * (longest + 1));
};
