/** No pause is longer, however often it doubled. */
export const MAX_PAUSE_MS: number = 30_000;

export interface BackOffOptions {
  /** The longest pause before the second attempt; it doubles from there. */
  readonly firstMs: number;
  readonly capMs?: number;
}

/**
 * Milliseconds to wait before an attempt, the first being 1: anything from nothing to the whole pause, so that calls
 * that failed together do not come back together. `random` gives a number from 0 up to but not including 1.
 */
export const computePause = (
  attempt: number,
  { firstMs, capMs = MAX_PAUSE_MS }: BackOffOptions,
  random: () => number,
): number => {
  if (attempt <= 1) return 0;
  const longest = Math.min(capMs, firstMs * 2 ** (attempt - 2));
  return Math.floor(random() * (longest + 1));
};
