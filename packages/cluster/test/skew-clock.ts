/** From now on this process takes the time to be so many milliseconds later than it is. */
export const skewClock = (ms: number): void => {
  if (ms === 0) return;
  const Real = Date;
  const now = Real.now.bind(Real);
  class Skewed extends Real {
    constructor(...args: readonly unknown[]) {
      super(...((args.length === 0 ? [now() + ms] : args) as [number]));
    }

    static override now(): number {
      return now() + ms;
    }
  }
  globalThis.Date = Skewed as DateConstructor;
};
