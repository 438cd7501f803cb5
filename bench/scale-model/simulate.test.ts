import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BenchRandom } from '../bench-random.ts';
import { MODELLED, makeScaleModel, readScaleResult } from './model.ts';
import type { SimulationPlan, SimulationResult } from './simulate.ts';
import { simulateCalls } from './simulate.ts';

const measured = readScaleResult(readFileSync(new URL('../results/scale.json', import.meta.url), 'utf8'));
const model = makeScaleModel(measured);

const simulate = (rate: number, plan: Partial<SimulationPlan> = {}): SimulationResult => {
  const from = new BenchRandom(3);
  return simulateCalls(model, {
    databases: 1,
    replicasADatabase: 1,
    coresADatabase: 4,
    rate: () => rate,
    forMs: 4000,
    mostWaiting: Infinity,
    random: () => from.next(),
    ...plan,
  });
};

describe('the simulation', () => {
  it('answers or refuses every call that comes, and as many come as should', () => {
    for (const mostWaiting of [1, 20, Infinity]) {
      const { calls, answered, refused } = simulate(500, { mostWaiting });
      expect(answered + refused).toBe(calls);
      expect(Math.abs(calls / 4 - 500)).toBeLessThan(50);
    }
  });

  it('never takes less than two commits of one piece, and takes little more where nobody else is', () => {
    const least = 2 * (model.commit.start + model.commit.each) + model.replicaCpu;
    const { p50 } = simulate(2);
    expect(p50).toBeGreaterThanOrEqual(least - 1e-9);
    expect(p50).toBeLessThan(1.2 * least);
  });

  it('comes to the throughput that was measured where calls never end', () => {
    const figures = measured.figures.filter(({ setUp }) => setUp === MODELLED.gate);
    const most = Math.max(...figures.map(({ perSecond }) => perSecond));
    // the gate alone was measured: it has its own time in the commit
    const from = new BenchRandom(3);
    const { answered } = simulateCalls(
      { ...model, replicaCpu: 0 },
      {
        databases: 1,
        replicasADatabase: 1,
        coresADatabase: 2,
        rate: () => 20_000,
        forMs: 4000,
        mostWaiting: 64,
        random: () => from.next(),
      },
    );
    expect(answered / 4).toBeGreaterThan(0.8 * most);
    expect(answered / 4).toBeLessThan(1.25 * most);
  });

  it('is no slower with more databases or replicas, and refuses no more with more room', () => {
    const rate = 1200;
    const slow = simulate(rate, { mostWaiting: 100 });
    const wide = simulate(rate, { mostWaiting: 100, replicasADatabase: 3 });
    const apart = simulate(rate, { mostWaiting: 100, databases: 3 });
    for (const better of [wide, apart]) {
      expect(better.p99).toBeLessThan(slow.p99);
      expect(better.refused).toBeLessThan(slow.refused);
    }
    expect(simulate(rate, { mostWaiting: 10 }).refused).toBeGreaterThan(slow.refused);
  });
});
