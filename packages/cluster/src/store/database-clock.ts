import type { Clock } from '@callgate/gate';
import { systemClock } from '@callgate/gate';

/** The database's time, carried on between two transactions by a clock that nobody sets. */
export class DatabaseClock implements Clock {
  #said: number;
  #heardAt: number = performance.now();

  /** @param now What the database says as this begins: the machine's own clock is never asked. */
  constructor(now: number) {
    this.#said = now;
  }

  /** The database said what time it is. */
  heard(now: number): void {
    this.#said = Math.max(now, this.now());
    this.#heardAt = performance.now();
  }

  now(): number {
    return Math.trunc(this.#said + (performance.now() - this.#heardAt));
  }

  offsetMinutes(at: number): number {
    return systemClock.offsetMinutes(at);
  }

  after(ms: number, work: () => void, idle?: 'idle'): () => void {
    return systemClock.after(ms, work, idle);
  }
}
