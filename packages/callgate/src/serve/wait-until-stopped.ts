/** By which people and systems end a process. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves on a signal, or when `ended` does. A second signal ends the process at once. */
export const waitUntilStopped = async (ended: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  await Promise.race([promise, ended]);
};
