import type { Clock } from '../../src/environment/clock.ts';

export interface VirtualClock extends Clock {
  /** Lets time pass: every timer that falls due fires, in the order of their times, and sees its own time. */
  advance(ms: number): void;
  /** Sets the clock forward or back, as a person does. Timers wait for time to pass and do not notice. */
  set(at: number): void;
  /** Timers that have neither fired nor been stopped. */
  readonly pending: number;
}

interface Timer {
  readonly due: number;
  readonly work: () => void;
}

export interface VirtualClockOptions {
  /** UTC where absent. */
  readonly offsetMinutes?: (at: number) => number;
}

/** A clock that stands still until it is told otherwise. */
export const virtualClock = (
  start: number,
  { offsetMinutes = () => 0 }: VirtualClockOptions = {},
): VirtualClock => {
  // earliest first; of equal times, the one that was set first
  const timers: Timer[] = [];
  let set = start;
  let passed = 0;

  const placeFor = (due: number): number => {
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((timers[middle]?.due ?? Infinity) <= due) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const stop = (timer: Timer): void => {
    const place = timers.indexOf(timer);
    if (place !== -1) timers.splice(place, 1);
  };

  return {
    now: () => set + passed,
    offsetMinutes,
    after: (ms, work) => {
      const timer: Timer = { due: passed + Math.max(0, ms), work };
      timers.splice(placeFor(timer.due), 0, timer);
      return () => stop(timer);
    },
    advance: (ms) => {
      if (ms < 0) throw new RangeError('time passes forwards only; use set to turn the clock back');
      const until = passed + ms;
      for (let timer = timers[0]; timer !== undefined && timer.due <= until; timer = timers[0]) {
        timers.shift();
        passed = timer.due;
        timer.work();
      }
      passed = until;
    },
    set: (at) => {
      set = at - passed;
    },
    get pending() {
      return timers.length;
    },
  };
};
