import { median } from '../measure.ts';
import type { Name } from './contenders.ts';
import type { Samples } from './measure-framework.ts';
import type { Shape, Taken } from './turns.ts';
import { CALLS } from './turns.ts';

/** Microseconds: of a call where there are calls, of the turn where there are none. */
export interface Figure {
  readonly micros: number;
  /** Median of the differences from the bare turn of the same round. */
  readonly added: number;
  readonly timesBare: number;
  /** What it adds in CPU time of this process. */
  readonly addedCpu: number;
  readonly rounds: number;
}

export type Figures = Readonly<Record<Shape, Readonly<Record<Name, Figure>> | undefined>>;

type Read = (taken: Taken) => number;

const PER_TURN: Readonly<Record<Shape, number>> = { none: 1, 'in turn': CALLS, 'at once': CALLS };

/** In turn, a call is what lies between two runs of the tool: nothing that begins or ends a turn is in it. */
const wallOf =
  (shape: Shape): Read =>
  ({ turnMs, betweenRunsMs }) =>
    (betweenRunsMs ?? turnMs / PER_TURN[shape]) * 1000;

const cpuOf =
  (shape: Shape): Read =>
  ({ cpuMs }) =>
    (cpuMs / PER_TURN[shape]) * 1000;

const addedBy = (own: readonly Taken[], bare: readonly Taken[], read: Read): number =>
  median(
    own.flatMap((taken, round) => {
      const beside = bare[round];
      return beside === undefined ? [] : [read(taken) - read(beside)];
    }),
  );

export const figuresOf = (samples: Samples): Figures => {
  const ofShape = (shape: Shape): Figures[Shape] => {
    const { bare } = samples[shape];
    if (bare.length === 0) return undefined;
    const figure = (name: Name): Figure => {
      const own = samples[shape][name];
      const micros = median(own.map(wallOf(shape)));
      return {
        micros,
        added: addedBy(own, bare, wallOf(shape)),
        timesBare: micros / median(bare.map(wallOf(shape))),
        addedCpu: addedBy(own, bare, cpuOf(shape)),
        rounds: own.length,
      };
    };
    return { bare: figure('bare'), 'not synced': figure('not synced'), durable: figure('durable') };
  };
  return { none: ofShape('none'), 'in turn': ofShape('in turn'), 'at once': ofShape('at once') };
};
