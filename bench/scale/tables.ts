import { count, table, times } from '../report.ts';
import { findCeiling } from './ceiling.ts';
import { EMBEDDED, FLOOR } from './names.ts';
import type { ScaleResult } from './result.ts';

type ResultFigures = ScaleResult['figures'];
type ResultFigure = ResultFigures[number];

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const share = (value: number): string => `${Math.round(value * 100)} %`;
const unknownOr = (value: number | null, write: (known: number) => string): string =>
  value === null ? '–' : write(value);

const findIn = (figures: ResultFigures, setUp: string, inFlight: number): ResultFigure | undefined =>
  figures.find((figure) => figure.setUp === setUp && figure.inFlight === inFlight);

const ratioTo = (
  figures: ResultFigures,
  { setUp, inFlight, perSecond }: ResultFigure,
  base: string,
): string => {
  const to = findIn(figures, base, inFlight);
  return to === undefined || setUp === base ? '–' : times(perSecond / to.perSecond);
};

export const levelsIn = (figures: ResultFigures): readonly number[] =>
  [...new Set(figures.map(({ inFlight }) => inFlight))].toSorted((a, b) => a - b);

const setUpsIn = (figures: ResultFigures): readonly string[] => [
  ...new Set(figures.map(({ setUp }) => setUp)),
];

/** Everything of one level, against the file and against the floor. */
export const levelTable = (figures: ResultFigures, inFlight: number, first: string): string =>
  table(
    [
      first,
      'calls/s',
      'slowest to fastest round',
      'p50',
      'p99',
      '× a file',
      '× plain inserts',
      'CPU a call, gates',
      'database',
      'busy processors, gates',
      'database',
      'calls a commit',
      'WAL a call',
      'numbered after',
    ],
    figures
      .filter((figure) => figure.inFlight === inFlight)
      .map((figure) => [
        figure.setUp,
        count(figure.perSecond),
        `${count(figure.slowest)} to ${count(figure.fastest)}`,
        ms(figure.p50),
        ms(figure.p99),
        ratioTo(figures, figure, EMBEDDED),
        ratioTo(figures, figure, FLOOR),
        `${count(figure.cpuOfGates)} µs`,
        `${count(figure.cpuOfDatabase)} µs`,
        figure.coresOfGates.toFixed(2),
        figure.coresOfDatabase.toFixed(2),
        unknownOr(figure.callsACommit, (calls) => calls.toFixed(1)),
        unknownOr(figure.walBytesACall, (bytes) => `${(bytes / 1024).toFixed(1)} KiB`),
        ms(figure.numberedAfterMs),
      ]),
  );

/** Calls a second and p99 of every set-up, level by level, side by side. */
export const overviewTable = (figures: ResultFigures, first: string): string => {
  const levels = levelsIn(figures);
  return table(
    [first, ...levels.flatMap((level) => [`calls/s, ${level} in flight`, 'p99'])],
    setUpsIn(figures).map((setUp) => [
      setUp,
      ...levels.flatMap((level) => {
        const figure = findIn(figures, setUp, level);
        return figure === undefined ? ['–', '–'] : [count(figure.perSecond), ms(figure.p99)];
      }),
    ]),
  );
};

/** What the connections that write spent their time with, and what that makes the ceiling. */
export const waitsTable = ({
  figures,
  looked,
  cores,
}: Pick<ScaleResult, 'figures' | 'looked' | 'cores'>): string =>
  table(
    [
      'in flight',
      'set-up',
      'waits for the gate',
      'runs',
      'waits for the disk',
      'for the standby',
      'for locks',
      'no transaction',
      'rows are numbered',
      'statements a call',
      `busy of ${cores} processors`,
      'ceiling',
    ],
    looked.map(({ figure, lanes, numbering, statementsACall }) => {
      const measured = findIn(figures, figure.setUp, figure.inFlight) ?? figure;
      return [
        String(figure.inFlight),
        figure.setUp,
        share(lanes.gate),
        share(lanes.running),
        share(lanes.disk),
        share(lanes.standby),
        share(lanes.locks),
        share(lanes.idle),
        share(numbering),
        statementsACall.toFixed(1),
        (measured.coresOfAll ?? measured.coresOfGates + measured.coresOfDatabase).toFixed(2),
        findCeiling(measured, lanes, cores),
      ];
    }),
  );
