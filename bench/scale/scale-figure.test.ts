import { expect, it } from 'vitest';
import type { ScaleSlice } from './scale-figure.ts';
import { computeScaleFigure, joinLoads } from './scale-figure.ts';

it('processes that ran at the same time are one: rates add up, latencies are of all calls', () => {
  const { calls, perSecond, p50, p99, milliseconds } = joinLoads([
    { latencies: Float64Array.of(1, 2, 3), milliseconds: 1000 },
    { latencies: Float64Array.of(10, 20), milliseconds: 500 },
  ]);
  expect({ calls, perSecond, p50, milliseconds }).toEqual({
    calls: 5,
    perSecond: 3 + 4,
    p50: 3,
    milliseconds: 1000,
  });
  expect(p99).toBe(10);
});

const slice = (perSecond: number, more: Partial<ScaleSlice> = {}): ScaleSlice => ({
  calls: 100,
  perSecond,
  p50: 1,
  p99: 2,
  milliseconds: 1000,
  cpu: { gates: 500_000, database: 250_000 },
  cpuOfAll: 1_200_000,
  cpuInTheEnd: { gates: 600_000, database: 350_000 },
  commits: 20,
  walBytes: 102_400,
  unnumbered: 7,
  numberedAfterMs: 3,
  ...more,
});

it('the middle round counts, and the others say how far apart they lie', () => {
  const figure = computeScaleFigure('some', 2, 8, [slice(50), slice(400, { p99: 9 }), slice(70)]);
  expect(figure).toMatchObject({ perSecond: 70, slowest: 50, fastest: 400, p99: 2, rounds: 3, calls: 300 });
});

it('processor time is counted over all rounds', () => {
  const figure = computeScaleFigure('some', 2, 8, [
    slice(1),
    slice(2, { cpu: { gates: 1_500_000, database: 250_000 } }),
  ]);
  expect(figure.coresOfGates).toBe(1);
  expect(figure.coresOfDatabase).toBe(0.25);
  expect(figure.coresOfAll).toBe(1.2);
  expect(figure.cpuOfGates).toBe(6000);
  expect(figure.cpuOfDatabase).toBe(3500);
  expect(figure.callsACommit).toBe(5);
  expect(figure.walBytesACall).toBe(1024);
});

it('a file has no commits and no log that anybody could count', () => {
  const figure = computeScaleFigure('file', 1, 1, [slice(1, { commits: undefined, walBytes: undefined })]);
  expect(figure).toMatchObject({ callsACommit: null, walBytesACall: null });
});
