import type { JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { digest, digestText, parseStrict } from '@callgate/core/receive';
import type { SharedState } from '@callgate/gate/store';
import { z } from 'zod';
import { findResourceUris } from '../absorb/create-result-absorber.ts';
import { BoundedMap } from '../disclose/bounded-map.ts';

const LIFE_MS = 24 * 3_600_000;
/** Told again well before it is over. */
const TOLD_MS = LIFE_MS / 2;
const MAX_TOLD = 10_000;
/** Of one result, and of one server in an hour: a server that invents uris cannot fill the store with them. */
const MOST = 256;
const MOST_AN_HOUR = 5000;
/** Of those, for one principal: who has a server make up uris does not use up what it may tell for others. */
const MOST_OF_ONE = MOST_AN_HOUR / 2;
const AN_HOUR = 3_600_000;
const MAX_COUNTED = 10_000;

const noteIn = z.strictObject({ server: z.string(), uri: z.string() });

const ownerOf = (uri: string): string => digestText('given-resource', uri);

/**
 * Uris that servers gave in results, where every process on the same store finds them: any of them may be asked to
 * read one, and what two servers gave is neither's, wherever each of them gave it.
 */
export class ResultResources {
  readonly #board: Pick<SharedState, 'put' | 'list'> | undefined;
  readonly #now: () => number;
  readonly #told: BoundedMap<string, number> = new BoundedMap(MAX_TOLD);
  readonly #lately: BoundedMap<string, { readonly since: number; readonly count: number }> = new BoundedMap(
    MAX_COUNTED,
  );

  /** @param board What other processes share; absent where there are none. */
  constructor(board: Pick<SharedState, 'put' | 'list'> | undefined, now: () => number) {
    this.#board = board;
    this.#now = now;
  }

  /** Whether other processes may know of more than this one. */
  get isShared(): boolean {
    return this.#board !== undefined;
  }

  /** Resolves when every process can know of them: a result is released after that. */
  async note(server: string, result: JsonObject, principal: string): Promise<void> {
    const board = this.#board;
    if (board === undefined) return;
    const uris = new Set(findResourceUris(result).filter((uri) => uri.isWellFormed()));
    await Promise.all(
      [...uris].slice(0, MOST).map(async (uri) => {
        const name = digest('given-resource', [server, uri]);
        const now = this.#now();
        const told = this.#told.get(name);
        if (told !== undefined && now - told >= 0 && now - told < TOLD_MS) return;
        if (!this.#mayTell(server, principal, now)) return;
        await board.put('resource', name, canonical({ server, uri }), {
          lifeMs: LIFE_MS,
          owner: ownerOf(uri),
        });
        this.#told.set(name, now);
      }),
    );
  }

  #mayTell(server: string, principal: string, now: number): boolean {
    const ofOne = JSON.stringify([server, principal]);
    if (this.#count(ofOne, now) >= MOST_OF_ONE || this.#count(server, now) >= MOST_AN_HOUR) return false;
    for (const key of [ofOne, server]) {
      const count = this.#count(key, now);
      const since = count === 0 ? now : (this.#lately.get(key)?.since ?? now);
      this.#lately.set(key, { since, count: count + 1 });
    }
    return true;
  }

  #count(key: string, now: number): number {
    const known = this.#lately.get(key);
    return known === undefined || Math.abs(now - known.since) >= AN_HOUR ? 0 : known.count;
  }

  /** Who gave it, in any process. */
  async servers(uri: string): Promise<readonly string[]> {
    if (this.#board === undefined || !uri.isWellFormed()) return [];
    const notes = await this.#board.list('resource', ownerOf(uri));
    return notes.map(({ text }) => noteIn.parse(parseStrict(text))).map(({ server }) => server);
  }
}
