interface CacheEntry<V> {
  readonly key: string;
  value: V | undefined;
  weight: number;
  older: CacheEntry<V> | undefined;
  newer: CacheEntry<V> | undefined;
}

/**
 * Remembers what was used last, up to a number of entries and a weight of all together. Entries are linked, and emptied
 * when they are dropped: V8 chains the tables of a map whose keys come and go, and keeps what each of them held until a
 * full collection.
 */
export class LruCache<V> {
  #entries: Map<string, CacheEntry<V>> = new Map();
  readonly #most: number;
  readonly #heaviest: number;
  #weight = 0;
  #newest: CacheEntry<V> | undefined;
  #oldest: CacheEntry<V> | undefined;

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
    this.#use(entry);
    return entry.value;
  }

  set(key: string, value: V, weight: number = 0): void {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { key, value, weight, older: undefined, newer: undefined };
      this.#entries.set(key, entry);
      this.#link(entry);
    } else {
      this.#weight -= entry.weight;
      entry.value = value;
      entry.weight = weight;
      this.#use(entry);
    }
    this.#weight += weight;
    while (this.#isFull() && this.#oldest !== undefined) this.delete(this.#oldest.key);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
    this.#unlink(entry);
    entry.value = undefined;
  }

  clear(): void {
    this.#entries = new Map();
    this.#weight = 0;
    this.#newest = undefined;
    this.#oldest = undefined;
  }

  #use(entry: CacheEntry<V>): void {
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#link(entry);
  }

  #link(entry: CacheEntry<V>): void {
    entry.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #unlink(entry: CacheEntry<V>): void {
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    entry.older = undefined;
    entry.newer = undefined;
  }

  #isFull(): boolean {
    return this.#entries.size > this.#most || this.#weight > this.#heaviest;
  }
}
