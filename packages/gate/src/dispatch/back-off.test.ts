import { describe, expect, it } from 'vitest';
import { LONGEST_PAUSE, pauseBefore } from './back-off.ts';

const almostOne = (): number => 1 - Number.EPSILON;

describe('pauseBefore', () => {
  it('lets the first attempt go at once', () => {
    expect(pauseBefore(1, { firstMs: 250 }, almostOne)).toBe(0);
  });

  it('doubles up to the cap', () => {
    const longest = [2, 3, 4, 5, 6, 7].map((attempt) =>
      pauseBefore(attempt, { firstMs: 250, capMs: 3000 }, almostOne),
    );
    expect(longest).toEqual([250, 500, 1000, 2000, 3000, 3000]);
  });

  it('has a cap where none is given, however many attempts there were', () => {
    expect(pauseBefore(5000, { firstMs: 250 }, almostOne)).toBe(LONGEST_PAUSE);
  });

  it('is anything from nothing to the whole pause', () => {
    expect(pauseBefore(4, { firstMs: 250 }, () => 0)).toBe(0);
    expect(pauseBefore(4, { firstMs: 250 }, () => 0.5)).toBe(500);
    let step = 0;
    const pauses = Array.from({ length: 101 }, () =>
      pauseBefore(2, { firstMs: 100 }, () => (step++ + 0.5) / 101),
    );
    expect(new Set(pauses).size).toBe(101);
  });
});
