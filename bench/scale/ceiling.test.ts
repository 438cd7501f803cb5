import { expect, it } from 'vitest';
import { findCeiling } from './ceiling.ts';
import type { TimeShares } from './connection-activity.ts';

const NOTHING: TimeShares = { idle: 0, gate: 0, running: 0, disk: 0, standby: 0, locks: 0, other: 0 };
const some = (
  coresOfGates: number,
  coresOfDatabase: number,
  gates = 3,
  coresOfAll: number | null = null,
) => ({
  gates,
  coresOfAll,
  coresOfGates,
  coresOfDatabase,
});

it('where all processors are busy, nothing else is to blame', () => {
  expect(findCeiling(some(1, 0.8), { ...NOTHING, disk: 1 }, 2)).toBe('processors');
  expect(findCeiling(some(1, 0.8), { ...NOTHING, disk: 1 }, 8)).toBe('disk');
});

it('a gate whose one thread is busy can do no more, however many processors are free', () => {
  expect(findCeiling(some(0.9, 0.1, 1), { ...NOTHING, gate: 1 }, 8)).toBe('threads');
});

it.each([
  ['round trips', 'gate'],
  ['database', 'running'],
  ['disk', 'disk'],
  ['standby', 'standby'],
  ['locks', 'locks'],
] as const)('else it is %s where connections spend most of their time with it', (ceiling, doing) => {
  expect(findCeiling(some(0.1, 0.1), { ...NOTHING, idle: 0.3, [doing]: 0.7 }, 2)).toBe(ceiling);
});

it('connections that have nothing to do are no ceiling', () => {
  expect(findCeiling(some(0.1, 0.1), { ...NOTHING, idle: 0.9, disk: 0.1 }, 2)).toBe('unknown');
});

it('processors that somebody else has busy are not free', () => {
  expect(findCeiling(some(0.1, 0.1, 3, 1.9), { ...NOTHING, gate: 1 }, 2)).toBe('processors');
  expect(findCeiling(some(0.1, 0.1, 3, 0.4), { ...NOTHING, gate: 1 }, 2)).toBe('round trips');
});
