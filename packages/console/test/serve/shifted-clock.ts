import type { Clock } from '@callgate/gate';
import { systemClock } from '@callgate/gate';

/** The clock of the system, put forward as a test likes. */
export interface ShiftedClock extends Clock {
  forward(ms: number): void;
}

export const createShiftedClock = (): ShiftedClock => {
  let shift = 0;
  return {
    now: () => systemClock.now() + shift,
    offsetMinutes: (at) => systemClock.offsetMinutes(at),
    after: (ms, work, idle) => systemClock.after(ms, work, idle),
    forward: (ms) => {
      shift += ms;
    },
  };
};
