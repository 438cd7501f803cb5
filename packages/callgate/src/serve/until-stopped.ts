/** By which people and systems end a process. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves when somebody stops the process, or when `ended` does. A second signal does not wait any more. */
export const untilStopped = async (ended: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  for (const signal of SIGNALS) process.once(signal, stop);
  await Promise.race([promise, ended]);
};
