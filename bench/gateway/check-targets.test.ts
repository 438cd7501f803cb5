import { expect, it } from 'vitest';
import type { GatewayFigure } from './run-rounds.ts';
import { withRatios } from './path-table.ts';
import { checkTargets } from './check-targets.ts';

const figure = (name: string, p50: number, perSecond: number, cpu?: number): GatewayFigure => ({
  path: 'HTTP→stdio',
  bytes: 100,
  name,
  p50,
  p99: p50,
  perSecond,
  cpuMicrosecondsACall: cpu,
  samples: 1,
});

const AROUND = [
  figure('direct', 0.1, 60_000),
  figure('raw relay', 0.4, 6000, 100),
  figure('one peer', 1, 1000, 500),
  figure('other peer', 2, 1500, 500),
  { ...figure('one peer', 0.1, 90_000, 1), bytes: 100_000 },
  { ...figure('one peer', 0.1, 90_000, 1), path: 'HTTP→HTTP' as const },
];

const judged = (own: GatewayFigure, isStrict?: boolean): Record<string, [number, boolean]> =>
  Object.fromEntries(
    checkTargets(withRatios([...AROUND, own]), 'ours', ['one peer', 'other peer'], isStrict).map(
      ({ wanted, measured, met }) => [wanted, [Number(measured.toFixed(2)), met]],
    ),
  );

it('each figure is held against direct, the relay and the best peer of the same path and size', () => {
  expect(judged(figure('ours', 0.6, 6000, 250))).toEqual({
    'CPU × relay': [2.5, true],
    'p50 × quickest peer': [0.6, true],
    'calls/s × busiest peer': [4, true],
  });
});

it('what is not reached is said', () => {
  expect(judged(figure('ours', 1.1, 2000, 310))).toEqual({
    'CPU × relay': [3.1, false],
    'p50 × quickest peer': [1.1, false],
    'calls/s × busiest peer': [1.33, false],
  });
});

it('a log that is synced for every call is held against twice the p50 of the best peer', () => {
  expect(judged(figure('ours', 1.9, 100, 900), true)).toEqual({ 'p50 × quickest peer': [1.9, true] });
  expect(judged(figure('ours', 2.1, 100, 900), true)).toEqual({ 'p50 × quickest peer': [2.1, false] });
});

it('a call over stdio is held against a direct one', () => {
  const onStdio = [...AROUND, figure('ours', 0.9, 1)].map((each) => ({
    ...each,
    path: 'stdio→stdio' as const,
  }));
  expect(checkTargets(withRatios(onStdio), 'ours', [])).toMatchObject([
    { wanted: 'p50 × direct', limit: 'at most 8', met: false },
  ]);
});

it('nothing is said of what did not run', () => {
  expect(judged(figure('somebody else', 1, 1))).toEqual({});
});
