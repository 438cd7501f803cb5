const HOUR_MS = 3_600_000;

/** So many in an hour, then one more that stands for the rest. */
export class HourlyLimit {
  readonly #most: number;
  #from = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the next may be told, is the one that stands for the rest, or is left out. */
  take(now: number): 'tell' | 'more' | 'leave' {
    if (now - this.#from >= HOUR_MS) {
      this.#from = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= this.#most) return 'tell';
    return this.#count === this.#most + 1 ? 'more' : 'leave';
  }
}
