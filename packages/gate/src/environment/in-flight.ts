/** Fewer are not worth another table. */
const FEW = 16;

/**
 * A map for what is here for a moment. V8 chains the tables of a map whose keys come and go, and keeps all that each of
 * them held until a full collection: this one begins a table of its own before that.
 */
export class InFlight<K, V> {
  #map: Map<K, V> = new Map();
  #dropped = 0;

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  set(key: K, value: V): void {
    this.#map.set(key, value);
  }

  delete(key: K): boolean {
    if (!this.#map.delete(key)) return false;
    this.#dropped += 1;
    if (this.#dropped > Math.max(FEW, this.#map.size)) {
      this.#map = new Map(this.#map);
      this.#dropped = 0;
    }
    return true;
  }

  /** Those of this moment. */
  keys(): readonly K[] {
    return [...this.#map.keys()];
  }

  values(): readonly V[] {
    return [...this.#map.values()];
  }

  entries(): readonly (readonly [K, V])[] {
    return [...this.#map];
  }

  clear(): void {
    this.#map = new Map();
    this.#dropped = 0;
  }
}
