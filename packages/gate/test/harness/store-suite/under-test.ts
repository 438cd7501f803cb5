import type { Clock } from '../../../src/environment/clock.ts';
import { keysFromMaterial } from '../../../src/record/key-material.ts';
import type { Keys } from '../../../src/record/keys.ts';
import type { Store } from '../../../src/store/store.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { virtualClock } from '../virtual-clock.ts';
import type { StoreChild } from './child-process.ts';
import { startChild } from './child-process.ts';

export interface StoreParts {
  readonly clock: Clock;
  readonly keys: Keys;
}

/** How the suite gets at a kind of store. A place is a text that every process can open: a path, a URL. */
export interface StoreUnderTest {
  /** A new and empty place. */
  fresh(): Promise<string>;
  /** Opens a place, which others may have open too. */
  open(place: string, parts: StoreParts): Promise<Store>;
  /** Everybody has closed it. */
  destroy(place: string): Promise<void>;
  /** The path of a module whose `openPlace(place, parts)` opens the same place in another process. */
  readonly module: string;
}

export type PlaceOpener = StoreUnderTest['open'];

/** The time at which everything in the suite begins. */
export const START = 1_800_000_000_000;

const bytes = (value: number): Uint8Array => new Uint8Array(32).fill(value);

/** The same in every process. */
export const suiteKeys = (): Keys =>
  keysFromMaterial({ signing: bytes(1), encryption: bytes(2), fingerprint: bytes(3) });

/** One place with all who have it open. */
export class StoreOpenings {
  readonly clock: VirtualClock = virtualClock(START);
  readonly keys: Keys = suiteKeys();
  readonly place: string;
  readonly #under: StoreUnderTest;
  readonly #open: Store[] = [];
  readonly #children: StoreChild[] = [];

  private constructor(under: StoreUnderTest, place: string) {
    this.#under = under;
    this.place = place;
  }

  static async at(under: StoreUnderTest): Promise<StoreOpenings> {
    return new StoreOpenings(under, await under.fresh());
  }

  async open(clock: Clock = this.clock): Promise<Store> {
    const store = await this.#under.open(this.place, { clock, keys: this.keys });
    this.#open.push(store);
    return store;
  }

  /** Several openers at once. */
  async openSome(count: number): Promise<readonly Store[]> {
    return await Promise.all(Array.from({ length: count }, () => this.open()));
  }

  async openTwo(): Promise<readonly [Store, Store]> {
    return [await this.open(), await this.open()];
  }

  /** A process of its own that opens the place too. */
  child(...what: readonly string[]): StoreChild {
    const child = startChild(this.#under.module, this.place, ...what);
    this.#children.push(child);
    return child;
  }

  async done(): Promise<void> {
    for (const child of this.#children) await child.end();
    for (const store of this.#open) await store.close();
    await this.#under.destroy(this.place);
  }
}

/** Runs a test at a place of its own. */
export const atPlace =
  (under: StoreUnderTest) =>
  (test: (desks: StoreOpenings) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const desks = await StoreOpenings.at(under);
    try {
      await test(desks);
    } finally {
      await desks.done();
    }
  };

export type PlaceFixture = ReturnType<typeof atPlace>;
