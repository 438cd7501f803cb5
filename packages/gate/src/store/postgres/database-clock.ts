import type { Clock } from '../../clock.ts';
import { systemClock } from '../../clock.ts';

/** The database's time, carried on between two transactions by a clock that nobody sets. */
export class DatabaseClock implements Clock {
  #said: number = Date.now();
  #heardAt: number = performance.now();

  /** The database said what time it is. */
  heard(now: number): void {
    this.#said = Math.max(now, this.now());
    this.#heardAt = performance.now();
  }

  now(): number {
    return this.#said + (performance.now() - this.#heardAt);
  }

  offsetMinutes(at: number): number {
    return systemClock.offsetMinutes(at);
  }

  after(ms: number, work: () => void, idle?: 'idle'): () => void {
    return systemClock.after(ms, work, idle);
  }
}
