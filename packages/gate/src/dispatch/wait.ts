import type { GateParts } from '../parts.ts';

/** How long to gather changes of the store before it is asked what became of all that wait. */
const REST_MS = 50;

/** Who waits in this process for a held call to move. */
export class Waiting {
  readonly #parts: Pick<GateParts, 'store' | 'clock'>;
  readonly #wakes: Map<string, Set<() => void>> = new Map();
  #stopListening: (() => void) | undefined;
  #resting = false;

  constructor(parts: Pick<GateParts, 'store' | 'clock'>) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#wakes.size;
  }

  /** A call moved here. */
  moved(call: string): void {
    for (const wake of this.#wakes.get(call) ?? []) wake();
  }

  /** Resolves when the call may have moved, `signal` is aborted, or so many milliseconds have passed. */
  wait(call: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        stop();
        signal?.removeEventListener('abort', wake);
        const own = this.#wakes.get(call);
        own?.delete(wake);
        if (own?.size === 0) this.#wakes.delete(call);
        if (this.#wakes.size === 0) this.#rest();
        resolve();
      };
      const stop = this.#parts.clock.after(ms, wake);
      signal?.addEventListener('abort', wake, { once: true });
      this.#wakes.set(call, (this.#wakes.get(call) ?? new Set()).add(wake));
      this.#stopListening ??= this.#parts.store.onChange(() => this.#look());
    });
  }

  #rest(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Somebody has written; whoever no longer waits for people is woken. */
  #look(): void {
    if (this.#resting) return;
    this.#resting = true;
    this.#parts.clock.after(REST_MS, () => {
      this.#resting = false;
      void this.#wakeMoved();
    });
  }

  async #wakeMoved(): Promise<void> {
    for (const call of this.#wakes.keys()) {
      const row = await this.#parts.store.read.call(call).catch(() => undefined);
      if (row === undefined || row.state !== 'held' || row.waiting !== 'people') this.moved(call);
    }
  }
}
