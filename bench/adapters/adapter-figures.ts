import { median } from '../measure.ts';
import type { ContenderName } from './contenders.ts';
import type { TurnSamples } from './measure-framework.ts';
import type { TurnShape, TurnTiming } from './time-turn.ts';
import { CALLS } from './time-turn.ts';

/** Microseconds: of a call where there are calls, of the turn where there are none. */
export interface AdapterFigure {
  readonly micros: number;
  /** Median of the differences from the bare turn of the same round. */
  readonly added: number;
  readonly timesBare: number;
  /** What it adds in CPU time of this process. */
  readonly addedCpu: number;
  readonly rounds: number;
}

export type AdapterFigures = Readonly<
  Record<TurnShape, Readonly<Record<ContenderName, AdapterFigure>> | undefined>
>;

type TimingReader = (taken: TurnTiming) => number;

const PER_TURN: Readonly<Record<TurnShape, number>> = { none: 1, 'in turn': CALLS, 'at once': CALLS };

/** In turn, a call is what lies between two runs of the tool: nothing that begins or ends a turn is in it. */
const wallOf =
  (shape: TurnShape): TimingReader =>
  ({ turnMs, betweenRunsMs }) =>
    (betweenRunsMs ?? turnMs / PER_TURN[shape]) * 1000;

const cpuOf =
  (shape: TurnShape): TimingReader =>
  ({ cpuMs }) =>
    (cpuMs / PER_TURN[shape]) * 1000;

const addedBy = (own: readonly TurnTiming[], bare: readonly TurnTiming[], read: TimingReader): number =>
  median(
    own.flatMap((taken, round) => {
      const beside = bare[round];
      return beside === undefined ? [] : [read(taken) - read(beside)];
    }),
  );

export const computeAdapterFigures = (samples: TurnSamples): AdapterFigures => {
  const ofShape = (shape: TurnShape): AdapterFigures[TurnShape] => {
    const { bare } = samples[shape];
    if (bare.length === 0) return undefined;
    const figure = (name: ContenderName): AdapterFigure => {
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
