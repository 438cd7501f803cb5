/** Told to a reader that was too slow: so many of the oldest events are gone. */
export interface LostEvents {
  readonly type: 'lost';
  readonly count: number;
}

export interface EventStreamOptions {
  /** What a listener threw. What this throws itself is dropped. */
  readonly onFault?: (fault: unknown) => void;
}

/** How many events wait for a reader before it loses the oldest. */
const CAPACITY = 1024;

/** Tells all listeners. A listener cannot stop or delay what it is told about. */
export class EventStream<E> {
  readonly #listeners = new Set<{ readonly hear: (event: E) => void }>();
  readonly #readers = new Set<() => void>();
  readonly #onFault: (fault: unknown) => void;

  constructor({ onFault = () => {} }: EventStreamOptions = {}) {
    this.#onFault = onFault;
  }

  emit(event: E): void {
    // over a copy: who begins to listen while this is told hears the next one first
    for (const listener of Array.from(this.#listeners)) {
      if (!this.#listeners.has(listener)) continue;
      try {
        const returned: unknown = listener.hear(event);
        // an async listener that fails would end the process otherwise
        if (returned instanceof Promise) returned.catch((fault: unknown) => this.#report(fault));
      } catch (fault) {
        this.#report(fault);
      }
    }
  }

  /** The function it returns ends that. The same listener twice is told twice. */
  on(hear: (event: E) => void): () => void {
    const listener = { hear };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Everything that is told from this moment on, until `signal` is aborted, the reader leaves or the stream ends. A
   * reader that falls behind by more than `capacity` loses the oldest, and reads how many before it reads on.
   */
  iterate(signal: AbortSignal, capacity: number = CAPACITY): AsyncIterableIterator<E | LostEvents> {
    const waiting: E[] = [];
    let lost = 0;
    let over = signal.aborted;
    const asleep: (() => void)[] = [];
    const wake = (): void => {
      for (const resume of asleep.splice(0)) resume();
    };
    const off = this.on((event) => {
      waiting.push(event);
      if (waiting.length > capacity) {
        waiting.shift();
        lost += 1;
      }
      wake();
    });
    const readers = this.#readers;
    const end = (): void => {
      over = true;
      off();
      readers.delete(end);
      signal.removeEventListener('abort', end);
      wake();
    };
    if (over) off();
    else {
      readers.add(end);
      signal.addEventListener('abort', end);
    }

    const next = async (): Promise<IteratorResult<E | LostEvents, undefined>> => {
      for (;;) {
        if (signal.aborted) return { done: true, value: undefined };
        if (lost > 0) {
          const count = lost;
          lost = 0;
          return { done: false, value: { type: 'lost', count } };
        }
        if (waiting.length > 0) return { done: false, value: waiting.shift() as E };
        if (over) return { done: true, value: undefined };
        await new Promise<void>((resolve) => {
          asleep.push(resolve);
        });
      }
    };
    return {
      next,
      return: () => {
        end();
        waiting.length = 0;
        lost = 0;
        return Promise.resolve({ done: true, value: undefined });
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Nothing more will be told: readers read what is left and are done. */
  end(): void {
    for (const end of this.#readers) end();
    this.#listeners.clear();
  }

  /** Who listens or reads now. */
  get size(): number {
    return this.#listeners.size;
  }

  #report(fault: unknown): void {
    try {
      this.#onFault(fault);
    } catch {
      // there is nobody left to tell
    }
  }
}
