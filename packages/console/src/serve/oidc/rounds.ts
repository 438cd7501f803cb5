import type { Clock } from '@callgate/gate';
import type { Board } from '@callgate/gate/store';
import { z } from 'zod';
import { digestOf } from '../secrets.ts';
import { readNote } from '../../read-note.ts';

const KIND = 'sign-in-round';
const ROUND_MS = 10 * 60_000;
const MOST_BEGUN = 1000;

/** What has to be known when somebody comes back from their provider. */
export interface Round {
  readonly nonce: string;
  readonly verifier: string;
  /** The digest of what the browser that began has: nobody finishes what somebody else began. */
  readonly browser: string;
}

const roundIn = z.strictObject({
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  browser: z.string().min(1),
  endsAt: z.number(),
});

/** Sign-ins that are under way. One that was begun at one console can end at another on the same store. */
export class Rounds {
  readonly #board: Board;
  readonly #clock: Clock;
  /** Those that were begun here, the oldest first. */
  readonly #begun: Set<string> = new Set();

  constructor(board: Board, clock: Clock) {
    this.#board = board;
    this.#clock = clock;
  }

  /** Where too many were begun here, the oldest is over. */
  async begin(state: string, round: Round): Promise<void> {
    const name = digestOf(state);
    const text = JSON.stringify({ ...round, endsAt: this.#clock.now() + ROUND_MS });
    await this.#board.put(KIND, name, text, { lifeMs: ROUND_MS });
    this.#begun.add(name);
    for (const oldest of this.#begun) {
      if (this.#begun.size <= MOST_BEGUN) break;
      this.#begun.delete(oldest);
      await this.#board.take(KIND, oldest);
    }
  }

  /** Whatever comes of it, it is over from now on. */
  async end(state: string): Promise<Round | undefined> {
    const name = digestOf(state);
    const note = await this.#board.take(KIND, name);
    this.#begun.delete(name);
    const round = note === undefined ? undefined : readNote(note.text, roundIn);
    return round === undefined || this.#clock.now() >= round.endsAt ? undefined : round;
  }
}
