import type { Moment } from '@callgate/core/decide';

/** The one clock. Everything that waits or dates something asks it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The operator's distance from UTC at a time, in minutes. */
  offsetMinutes(at: number): number;
  /**
   * Calls `work` after so many milliseconds, unless the function it returns was called before. `idle`: nobody waits for
   * it, so it does not keep a process alive that has nothing else to do.
   */
  after(ms: number, work: () => void, idle?: 'idle'): () => void;
}

/** Timers longer than this fire at once in Node. */
const LONGEST = 2 ** 31 - 1;

const MINUTE_MS = 60_000;
const offset = { minute: Number.NaN, minutes: 0 };

/** Asking the system takes longer than a decision does, and no place changes its clocks within a minute. */
const offsetAt = (at: number): number => {
  const minute = Math.floor(at / MINUTE_MS);
  if (minute !== offset.minute) {
    offset.minutes = 0 - new Date(at).getTimezoneOffset();
    offset.minute = minute;
  }
  return offset.minutes;
};

export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  offsetMinutes: offsetAt,
  after: (ms: number, work: () => void, idle?: 'idle') => {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), LONGEST));
    if (idle !== undefined) timer.unref();
    return () => clearTimeout(timer);
  },
});

export const momentAt = (clock: Clock, at: number): Moment => ({
  at,
  offsetMinutes: clock.offsetMinutes(at),
});
