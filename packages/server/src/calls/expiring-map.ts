/** Things remembered until a time, and only so many of them: the oldest go first. */
export class ExpiringMap<T> {
  readonly #entries: Map<string, { readonly value: T; readonly endsAt: number }> = new Map();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, now: number): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.endsAt > now) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: T, endsAt: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, endsAt });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) return;
      this.#entries.delete(oldest);
    }
  }

  /** Nothing is remembered any more. */
  isOver(now: number): boolean {
    for (const { endsAt } of this.#entries.values()) if (endsAt > now) return false;
    return true;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
