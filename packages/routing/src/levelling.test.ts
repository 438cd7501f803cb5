import type { ModelPreferences } from '@callgate/core/vocabulary';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDistinctiveHints, levelIntelligence, levelPreference } from './levelling.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const wants = (...values: readonly number[]): ModelPreferences[] =>
  values.map((intelligencePriority) => ({ intelligencePriority }));

describe('levelling', () => {
  it('leaves nothing of a claim that every tool of the server makes, whatever it is', () => {
    fc.assert(
      fc.property(share, share, fc.integer({ min: 0, max: 20 }), (claim, base, others) => {
        const peers = wants(...Array.from({ length: others }, () => claim));
        expect(levelIntelligence(claim, peers, base)).toBe(base);
      }),
    );
  });

  it('never overshoots: the need lies between the host’s own model and the claim', () => {
    fc.assert(
      fc.property(share, fc.array(share), share, (claim, others, base) => {
        const need = levelIntelligence(claim, wants(...others), base);
        expect(need).toBeGreaterThanOrEqual(Math.min(claim, base));
        expect(need).toBeLessThanOrEqual(Math.max(claim, base));
      }),
    );
  });

  it('rises with the claim, and has no jumps', () => {
    fc.assert(
      fc.property(
        share,
        fc.double({ min: 0, max: 0.001, noNaN: true }),
        fc.array(share),
        share,
        (claim, step, others, base) => {
          const more = Math.min(1, claim + step);
          const peers = wants(...others);
          const [low, high] = [levelIntelligence(claim, peers, base), levelIntelligence(more, peers, base)];
          expect(high).toBeGreaterThanOrEqual(low - 1e-9);
          expect(high - low).toBeLessThanOrEqual(6 * step + 1e-9);
        },
      ),
    );
  });

  it('lets one cheap tool more restore no more than its share of the push', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 200 }), share, share, (all, claim, base) => {
        const alike = wants(...Array.from({ length: all - 1 }, () => claim));
        const need = levelIntelligence(claim, [...alike, { intelligencePriority: 0 }], base);
        expect(need).toBeLessThanOrEqual(Math.max(base, claim - (1 - 2 / all)) + 1e-9);
      }),
    );
  });

  it('lets a server that tells its tools apart say what it means', () => {
    const farm = [0.1, 0.1, 0.2, 0.5, 0.5, 0.9, 0.9];
    const need = (at: number, base: number): number =>
      levelIntelligence(farm[at] ?? 0, wants(...farm.filter((_, other) => other !== at)), base);
    expect(need(5, 0.6)).toBe(0.9);
    expect(need(0, 0.95)).toBe(0.1);
    expect(need(3, 0.95)).toBeCloseTo(0.7);
  });

  it('takes a tool that asks for nothing for one that any model can read', () => {
    expect(levelIntelligence(0.9, [null, null], 0.5)).toBe(0.9);
    expect(levelIntelligence(0.9, [{ costPriority: 1 }], 0.5)).toBe(0.9);
    expect(levelIntelligence(0.9, [], 0.5)).toBe(0.5);
  });

  it('takes servers of any size', () => {
    const many = Array.from({ length: 200_000 }, () => null);
    expect(levelIntelligence(0.1, [...many, { intelligencePriority: 0.9 }], 0.6)).toBe(0.1);
  });

  it('levels wishes for cost and speed, and names of models, in the same way', () => {
    const cheap: ModelPreferences = { costPriority: 0.8, hints: ['mini'] };
    expect(levelPreference(cheap, [cheap, cheap], 'costPriority')).toBe(0);
    expect(levelPreference(cheap, [null], 'costPriority')).toBe(0.8);
    expect(levelPreference(null, [cheap], 'speedPriority')).toBe(0);
    expect(hasDistinctiveHints(cheap.hints, [cheap, cheap, null])).toBe(false);
    expect(hasDistinctiveHints(cheap.hints, [cheap, null])).toBe(true);
    expect(hasDistinctiveHints(cheap.hints, [])).toBe(false);
    expect(hasDistinctiveHints([], [null])).toBe(false);
  });
});
