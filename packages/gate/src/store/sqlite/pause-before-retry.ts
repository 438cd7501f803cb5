/** How long to wait before the next look at a store that another process holds, in milliseconds. */
const PAUSES = [0, 0, 1, 1, 2, 3, 5, 8, 12, 20];

/** Lets the event loop go on, longer with every attempt. Independent of the clock that dates things. */
export const pauseBeforeRetry = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    const pause = PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0;
    if (pause === 0) setImmediate(resolve);
    // never all of them at the same moment
    else setTimeout(resolve, pause * (0.5 + Math.random()));
  });
