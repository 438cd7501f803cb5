/** A small seeded source of choices: fast-check's arbitraries are too slow for a hundred thousand decisions. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0;
  }

  /** mulberry32, 0 inclusive to 1 exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    const item = from[this.below(from.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Runs one of the makers, each as likely as its weight. */
  oneOf<T>(...makers: readonly (readonly [weight: number, make: () => T])[]): T {
    let left = this.next() * makers.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of makers) {
      left -= weight;
      if (left < 0) return make();
    }
    throw new Error('no maker');
  }

  list<T>(from: number, to: number, make: () => T): T[] {
    return Array.from({ length: this.between(from, to) }, make);
  }

  /** Some of them, in their order. */
  some<T>(from: readonly T[], probability: number): T[] {
    return from.filter(() => this.chance(probability));
  }

  shuffled<T>(from: readonly T[]): T[] {
    return from
      .map((item) => ({ item, rank: this.next() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }
}
