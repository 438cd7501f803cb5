const MAX_OPEN = 4096;

/** Calls of hosts between before and after. The oldest is forgotten when there are too many; the gate gives it up. */
export class OpenHostCalls<T> {
  readonly #calls: Map<string, T> = new Map();

  get(key: string): T | undefined {
    return this.#calls.get(key);
  }

  set(key: string, call: T): void {
    this.#calls.set(key, call);
    if (this.#calls.size <= MAX_OPEN) return;
    for (const oldest of this.#calls.keys()) {
      this.#calls.delete(oldest);
      return;
    }
  }

  /** All of them, by their keys. */
  entries(): readonly (readonly [key: string, call: T])[] {
    return [...this.#calls];
  }

  delete(key: string): void {
    this.#calls.delete(key);
  }
}
