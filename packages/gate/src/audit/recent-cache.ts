/** The values asked for last, made when first asked for. A value that cannot be made is tried again. */
export class RecentCache<T extends object> {
  readonly #most: number;
  readonly #known: Map<string, T> = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  async get(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name);
    const value = known ?? (await make());
    this.#known.delete(name);
    this.#known.set(name, value);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
    return value;
  }
}
