import type { Clock } from '@callgate/gate';
import type { Board } from '@callgate/gate/store';
import { z } from 'zod';
import type { ConsoleLimits } from './settings.ts';
import { digestOf, mintSecret } from './secrets.ts';
import { readNote } from '../read-note.ts';

const KIND = 'sign-in-link';

const linkIn = z.strictObject({ subject: z.string(), endsAt: z.number() });

/** Codes that sign somebody in: at any console on the same store, and once at all of them. */
export class Links {
  readonly #board: Board;
  readonly #clock: Clock;
  readonly #limits: ConsoleLimits;
  /** Those that were made here, the oldest first. */
  readonly #made: Set<string> = new Set();

  constructor(board: Board, clock: Clock, limits: ConsoleLimits) {
    this.#board = board;
    this.#clock = clock;
    this.#limits = limits;
  }

  async mint(subject: string): Promise<string> {
    const code = mintSecret();
    await this.keep(code, subject);
    return code;
  }

  /** Where too many were made here, the oldest is over. */
  async keep(code: string, subject: string): Promise<void> {
    const { linkMs: lifeMs, links } = this.#limits;
    const name = digestOf(code);
    const text = JSON.stringify({ subject, endsAt: this.#clock.now() + lifeMs });
    await this.#board.put(KIND, name, text, { lifeMs });
    this.#made.add(name);
    for (const oldest of this.#made) {
      if (this.#made.size <= links) break;
      this.#made.delete(oldest);
      await this.#board.take(KIND, oldest);
    }
  }

  /** Whom it is for. Undefined where it is none, or is over; from now on it is. */
  async spend(code: string): Promise<string | undefined> {
    const name = digestOf(code);
    const note = await this.#board.take(KIND, name);
    this.#made.delete(name);
    const link = note === undefined ? undefined : readNote(note.text, linkIn);
    return link === undefined || this.#clock.now() >= link.endsAt ? undefined : link.subject;
  }
}
