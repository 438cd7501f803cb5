import type { ConfirmParts } from './confirm-parts.ts';

/** How long to gather changes of the store before it is asked what became of all that wait. */
const REST_MS = 50;
const BATCH = 500;
/** Rows written between the beginning of a wait and the first look. */
const MISSED = 2000;
/** Rows after which a call waits as before. */
const STILL: ReadonlySet<string> = new Set(['held', 'vote', 'alert']);

/** Who waits in this process for a held call to move. */
export class PendingCallWatch {
  readonly #parts: Pick<ConfirmParts, 'store' | 'clock' | 'events'>;
  readonly #wakes: Map<string, Set<() => void>> = new Map();
  #stopListening: (() => void) | undefined;
  #resting = false;
  /** The last row that was looked at; undefined while nobody waits. */
  #seen: number | undefined;

  constructor(parts: Pick<ConfirmParts, 'store' | 'clock' | 'events'>) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#wakes.size;
  }

  #moved(call: string): void {
    for (const wake of this.#wakes.get(call) ?? []) wake();
  }

  /** Resolves when the call may have moved, `signal` is aborted, or so many milliseconds have passed. */
  wait(call: string, ms: number, signal: AbortSignal | undefined, idle?: 'idle'): Promise<void> {
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
      const stop = this.#parts.clock.after(ms, wake, idle);
      signal?.addEventListener('abort', wake, { once: true });
      this.#wakes.set(call, (this.#wakes.get(call) ?? new Set()).add(wake));
      this.#stopListening ??= this.#listen();
    });
  }

  /** Moves of this process are heard at once, those of others when the store changes. */
  #listen(): () => void {
    const { events, store } = this.#parts;
    const stops = [
      events.on((event) => {
        if (event.type === 'moved') this.#moved(event.call);
      }),
      store.onChange(() => this.#look()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #rest(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#seen = undefined;
  }

  /** The store changed; the waiters of the new rows are woken. */
  #look(): void {
    if (this.#resting) return;
    this.#resting = true;
    this.#parts.clock.after(REST_MS, () => {
      this.#resting = false;
      // a store that cannot be read now is looked at again when it changes, or when the wait is over
      this.#readOn().catch(() => {});
    });
  }

  /** The log is another one now: all who wait look for themselves. */
  startAnew(): void {
    this.#seen = undefined;
    for (const call of this.#wakes.keys()) this.#moved(call);
  }

  /** Only what was written since: ten thousand who wait must not be read each time one moves. */
  async #readOn(): Promise<void> {
    const { read } = this.#parts.store;
    this.#seen ??= Math.max(0, (await read.head()).seq - MISSED);
    for (let more = true; more && this.#wakes.size > 0;) {
      const rows = await read.rows(this.#seen + 1, BATCH);
      for (const { call, event } of rows) if (call !== null && !STILL.has(event)) this.#moved(call);
      this.#seen = rows.at(-1)?.seq ?? this.#seen;
      more = rows.length === BATCH;
    }
  }
}
