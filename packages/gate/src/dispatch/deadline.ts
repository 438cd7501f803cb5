import { CallgateError } from '@callgate/core';
import type { Clock } from '../clock.ts';

/** What `work` came to, by itself. */
export type Settled<T> =
  | { readonly type: 'answered'; readonly value: T }
  | { readonly type: 'threw'; readonly error: unknown };

export type Raced<T> =
  | Settled<T>
  | { readonly type: 'timed-out' }
  /** `started` is false where `work` was not even called: then nothing has left. */
  | { readonly type: 'aborted'; readonly started: boolean };

/** No timer of Node is longer. */
const LONGEST = 2 ** 31 - 1;

/** Calls `work` once after so many milliseconds, be it years. */
const afterLong = (clock: Clock, ms: number, work: () => void): (() => void) => {
  let left = ms;
  let stop: (() => void) | undefined;
  const arm = (): void => {
    const step = Math.min(left, LONGEST);
    left -= step;
    stop = clock.after(step, () => (left > 0 ? arm() : work()));
  };
  arm();
  return () => stop?.();
};

const settled = async <T>(work: () => Promise<T>): Promise<Settled<T>> => {
  try {
    return { type: 'answered', value: await work() };
  } catch (error) {
    return { type: 'threw', error };
  }
};

/**
 * Runs `work` until it answers, the time is over or `outer` is aborted, whichever is first, and tells `work` by its
 * signal. What it comes to afterwards goes to `onLate`. Never rejects.
 */
export const withDeadline = <T>(
  clock: Clock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  onLate?: (late: Settled<T>) => void,
): Promise<Raced<T>> => {
  if (outer?.aborted) return Promise.resolve({ type: 'aborted', started: false });
  return new Promise((resolve) => {
    const inner = new AbortController();
    let over = false;
    const finish = (raced: Raced<T>): void => {
      over = true;
      stopTimer();
      outer?.removeEventListener('abort', onAbort);
      resolve(raced);
    };
    const onAbort = (): void => {
      finish({ type: 'aborted', started: true });
      inner.abort(outer?.reason);
    };
    const stopTimer = afterLong(clock, timeoutMs, () => {
      finish({ type: 'timed-out' });
      inner.abort(new CallgateError('DISPATCH_TIMEOUT', `no answer within ${timeoutMs} ms`));
    });
    outer?.addEventListener('abort', onAbort, { once: true });
    void settled(() => work(inner.signal))
      .then((result) => {
        if (!over) finish(result);
        else onLate?.(result);
        // a late answer is news, never a fault of the call
      })
      .catch(() => {});
  });
};
