import { onTestFailed } from 'vitest';
import { cases } from './random.ts';

/** How long a test may take, in milliseconds: so many minutes, and half a day with `npm run test:deep`. */
export const testLimit = (minutes: number): number => cases(minutes, 12 * 60) * 60_000;

/** Prints where a test stood if it fails or is out of time. Call it in the test, and what it returns at each step. */
export const trackSteps = (): ((step: string) => void) => {
  let last = 'at its beginning';
  const started = performance.now();
  onTestFailed(() => {
    console.log(
      `the test ended ${Math.round((performance.now() - started) / 1000)} s after its start: ${last}`,
    );
  });
  return (step) => {
    last = step;
  };
};
