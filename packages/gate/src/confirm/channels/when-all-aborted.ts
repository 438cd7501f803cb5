/** Aborted once every one of them is, for the reason of the last. */
export const whenAllAborted = (signals: readonly AbortSignal[]): AbortSignal => {
  const all = new AbortController();
  let left = signals.length;
  for (const signal of signals) {
    const over = (): void => {
      left -= 1;
      if (left === 0) all.abort(signal.reason);
    };
    if (signal.aborted) over();
    else signal.addEventListener('abort', over, { once: true });
  }
  return all.signal;
};
