/** By which people and systems end a process. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves when somebody stops the process, or when `ended` does. A second signal does not wait any more. */
export const waitUntilStopped = async (ended: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  await Promise.race([promise, ended]);
};
