/** A map that forgets what was put in first. Looking something up costs nothing and keeps nothing alive. */
export class BoundedMap<K, V> {
  readonly #map: Map<K, V> = new Map();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

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
    this.#map.delete(key);
    this.#map.set(key, value);
    if (this.#map.size <= this.#most) return;
    for (const oldest of this.#map.keys()) {
      this.#map.delete(oldest);
      return;
    }
  }
}
