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
    this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#newest = key;
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most && this.#weight <= this.#heaviest) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
