import type { Clock } from '@callgate/gate';

const WINDOW_MS = 60_000;
const ADDRESSES = 10_000;

/** Counts what each address tries in a minute. */
export class AttemptLimiter {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #counts: Map<string, number> = new Map();
  #windowEnds = 0;

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** False: too often. */
  mayTry(address: string): boolean {
    const now = this.#clock.now();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS;
      this.#counts.clear();
    }
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#most || (count === 0 && this.#counts.size >= ADDRESSES)) return false;
    this.#counts.set(address, count + 1);
    return true;
  }
}
