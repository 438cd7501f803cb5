import type { Decision } from '@callgate/core';
import type { Connection } from './connection.ts';
import { sharedJson } from '../rows/stored-json.ts';

/**
 * Decisions that many calls get. A tool's decision in one situation is made once and given to every call, so it is
 * told apart by identity; it is written down for all of them when it comes the second time.
 */
export class SharedDecisions {
  readonly #connection: Connection;
  #met: WeakSet<Decision> = new WeakSet();
  #places: WeakMap<Decision, number> = new WeakMap();
  readonly #placedNow: Decision[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Null for one that stands with its call. */
  placeOf(decision: Decision): number | null {
    const known = this.#places.get(decision);
    if (known !== undefined) return known;
    if (!Object.isFrozen(decision)) return null;
    if (!this.#met.has(decision)) {
      this.#met.add(decision);
      return null;
    }
    const place = this.#connection
      .query('INSERT INTO decisions (text) VALUES (?)')
      .insert(sharedJson(decision));
    this.#places.set(decision, place);
    this.#placedNow.push(decision);
    return place;
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    for (const decision of this.#placedNow.splice(0)) this.#places.delete(decision);
  }

  keepChanges(): void {
    this.#placedNow.length = 0;
  }

  clear(): void {
    this.#places = new WeakMap();
    this.#met = new WeakSet();
  }
}
