import { describe, expect, it } from 'vitest';
import { MAX_PAUSE_MS, computePause } from './back-off.ts';

const almostOne = (): number => 1 - Number.EPSILON;

describe('pauseBefore', () => {
  it('lets the first attempt go at once', () => {
    expect(computePause(1, { firstMs: 250 }, almostOne)).toBe(0);
  });

  it('doubles up to the cap', () => {
    const longest = [2, 3, 4, 5, 6, 7].map((attempt) =>
      computePause(attempt, { firstMs: 250, capMs: 3000 }, almostOne),
    );
    expect(longest).toEqual([250, 500, 1000, 2000, 3000, 3000]);
  });

  it('has a cap where none is given, however many attempts there were', () => {
    expect(computePause(5000, { firstMs: 250 }, almostOne)).toBe(MAX_PAUSE_MS);
  });

  it('is anything from nothing to the whole pause', () => {
    expect(computePause(4, { firstMs: 250 }, () => 0)).toBe(0);
    expect(computePause(4, { firstMs: 250 }, () => 0.5)).toBe(500);
    let step = 0;
    const pauses = Array.from({ length: 101 }, () =>
      computePause(2, { firstMs: 100 }, () => (step++ + 0.5) / 101),
    );
    expect(new Set(pauses).size).toBe(101);
  });
});
