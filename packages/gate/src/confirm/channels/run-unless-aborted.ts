import type { Clock } from '../../environment/clock.ts';

/** What `work` gives, or null as soon as the signal says that nobody needs it any more. */
export const runUnlessAborted = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> => {
  if (signal.aborted) return null;
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = (): void => resolve(null);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** Waits so long, or until the signal says that nobody needs it. `idle` as for the clock. */
export const pauseUnlessAborted = async (
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  idle?: 'idle',
): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopTimer = clock.after(ms, resolve, idle);
  await runUnlessAborted(signal, () => promise);
  stopTimer();
};
