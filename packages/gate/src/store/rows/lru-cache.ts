/** Remembers what was used last, up to a number of entries and a weight of all together. */
export class LruCache<V> {
  readonly #entries: Map<string, { readonly value: V; readonly weight: number }> = new Map();
  readonly #most: number;
  readonly #heaviest: number;
  #weight = 0;
  #newest: string | undefined;

  constructor(most: number, heaviest: number = Infinity) {
    this.#most = most;
    this.#heaviest = heaviest;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (key !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = key;
    }
    return entry.value;
  }

  set(key: string, value: V, weight: number = 0): void {
    // the newest one keeps its place
    if (key === this.#newest) this.#weight -= this.#entries.get(key)?.weight ?? 0;
    else this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#newest = key;
    this.#weight += weight;
    if (this.#isFull()) this.#dropOldest();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
    if (key === this.#newest) this.#newest = undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
    this.#newest = undefined;
  }

  #isFull(): boolean {
    return this.#entries.size > this.#most || this.#weight > this.#heaviest;
  }

  #dropOldest(): void {
    for (const oldest of this.#entries.keys()) {
      if (!this.#isFull()) return;
      this.delete(oldest);
    }
  }
}
