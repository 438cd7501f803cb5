import { describe, expect, it } from 'vitest';
import type { FoldedRule } from './compiled-rule.ts';
import { MATCH, NO_MATCH } from './compiled-rule.ts';
import { OpenRulesPool } from './open-decision.ts';
import { ArgumentBits } from './required-arguments.ts';

const folded = (verdict: number): FoldedRule => ({
  test: () => verdict,
  requires: 0,
  readsCall: false,
  largest: 2,
});

describe('the pool of open rules', () => {
  it('keeps each list once', () => {
    const pool = new OpenRulesPool(new ArgumentBits([]), new Map());
    const [a, b] = [folded(NO_MATCH), folded(MATCH)];
    expect(pool.list([a, b])).toBe(pool.list([a, b]));
    expect(pool.list([a, b])).not.toBe(pool.list([b, a]));
  });

  it('forgets when it is full, and goes on', () => {
    const pool = new OpenRulesPool(new ArgumentBits([]), new Map());
    const rules = Array.from({ length: 1100 }, () => folded(MATCH));
    for (const rule of rules) {
      const list = pool.list([rule]);
      expect(
        list.verdictsOf(
          list.judge(
            { proven: 'unknown', destination: 'unknown', created: 'unknown', unproven: [] },
            {},
            { at: 0, offsetMinutes: 0 },
          ),
        ),
      ).toEqual([MATCH]);
    }
  });
});
