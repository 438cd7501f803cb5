import { expect, it } from 'vitest';
import { EMBEDDED, FLOOR, onDatabase } from './names.ts';
import { scaleText } from './region.ts';
import type { ScaleResult } from './result.ts';
import { levelTable, waitsTable } from './tables.ts';

type RegionFigure = ScaleResult['figures'][number];

const figure = (setUp: string, inFlight: number, perSecond: number, gates = 1): RegionFigure => ({
  setUp,
  gates,
  inFlight,
  rounds: 5,
  calls: 1000,
  perSecond,
  slowest: perSecond / 2,
  fastest: perSecond * 2,
  p50: 1.25,
  p99: 12.4,
  coresOfGates: 0.5,
  coresOfDatabase: 0.25,
  coresOfAll: 0.8,
  cpuOfGates: 1000,
  cpuOfDatabase: 500,
  callsACommit: 4,
  walBytesACall: 2048,
  unnumbered: 0,
  numberedAfterMs: 0,
});

const RESULT: ScaleResult = {
  command: 'npm run bench -- scale',
  date: '2026-01-02T03:04:05.000Z',
  cores: 2,
  loadAverage: 0.1,
  loadAverageAfter: 2,
  postgres: '18.4',
  microsToSync: 300,
  figures: [
    figure(FLOOR, 8, 4000),
    figure(EMBEDDED, 8, 1000),
    figure(EMBEDDED, 64, 2000),
    figure(onDatabase(1), 8, 250),
    figure(onDatabase(1), 64, 500),
    figure(onDatabase(3), 64, 1500, 3),
  ],
  looked: [
    {
      figure: figure(onDatabase(1), 64, 480),
      looks: 100,
      lanes: { idle: 0.05, gate: 0.8, running: 0.1, disk: 0.05, standby: 0, locks: 0, other: 0 },
      numbering: 0.2,
      waitingToNumber: 0,
      statementsACall: 28,
    },
  ],
  gateways: [],
};

it('the page has every set-up, level by level, and says what was not measured', () => {
  const text = scaleText(RESULT);
  expect(text).toContain('`npm run bench -- scale` on 2026-01-02');
  const row = text.split('\n').find((line) => line.startsWith(`| ${onDatabase(1)}`));
  expect(row?.split('|').map((cell) => cell.trim())).toEqual([
    '',
    'PostgreSQL, 1 gate',
    '250',
    '12 ms',
    '500',
    '12 ms',
    '',
  ]);
  expect(text).toMatch(/PostgreSQL, 3 gates *\| +– \| +– \| +1,500/);
});

it('the page holds gates on a database against one on a file, where most is in flight', () => {
  expect(scaleText(RESULT)).toContain('64 in flight at each gate: 0.25 with 1, 0.75 with 3');
});

it('the page says what keeps each of them from doing more', () => {
  expect(scaleText(RESULT)).toContain(
    '- PostgreSQL, 1 gate: the connection on which a gate writes waits for the gate’s next statement',
  );
  expect(waitsTable(RESULT)).toContain('round trips');
});

it('ratios are to the same number in flight, and none where there is nothing to compare with', () => {
  const [, , first, second, third] = levelTable(RESULT.figures, 8, 'x').split('\n');
  const cells = (line: string | undefined): readonly string[] =>
    (line ?? '').split('|').map((cell) => cell.trim());
  expect(cells(first).slice(6, 8)).toEqual(['4.0 ×', '–']);
  expect(cells(second).slice(6, 8)).toEqual(['–', '0.3 ×']);
  expect(cells(third).slice(6, 8)).toEqual(['0.3 ×', '0.06 ×']);
  expect(levelTable(RESULT.figures, 64, 'x')).not.toContain('NaN');
});

it('the page shows no figures that were measured while others worked', () => {
  const text = scaleText({ ...RESULT, loadAverage: 9 });
  expect(text).toContain('load average 9 on 2 processors');
  expect(text).not.toContain('calls/s');
});
