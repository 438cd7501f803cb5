import type { Clock } from '@callgate/gate';
import type { SharedState, SharedItemKind } from '@callgate/gate/store';
import type { z } from 'zod';
import { digestSecret } from '@callgate/http';
import { readSharedJson } from '@callgate/operations';

export interface OneTimeTokenOptions<T> {
  readonly kind: SharedItemKind;
  readonly board: SharedState;
  readonly clock: Clock;
  readonly lifeMs: number;
  /** So many of those that were made here count; where there are more, the oldest is over. */
  readonly most: number;
  readonly shape: z.ZodType<T & { readonly endsAt: number }>;
}

/** What the holder of a secret may read once: at any console on the same store, and once at all of them. */
export class OneTimeTokens<T extends object> {
  readonly #options: OneTimeTokenOptions<T>;
  /** The oldest first. */
  readonly #made: Set<string> = new Set();

  constructor(options: OneTimeTokenOptions<T>) {
    this.#options = options;
  }

  async keep(secret: string, what: T): Promise<void> {
    const { kind, board, clock, lifeMs, most } = this.#options;
    const name = digestSecret(secret);
    const text = JSON.stringify({ ...what, endsAt: clock.now() + lifeMs });
    await board.put(kind, name, text, { lifeMs });
    this.#made.add(name);
    for (const oldest of this.#made) {
      if (this.#made.size <= most) break;
      this.#made.delete(oldest);
      await board.take(kind, oldest);
    }
  }

  /** Undefined where there is none, or it is over. Whatever comes of it, it is from now on. */
  async spend(secret: string): Promise<T | undefined> {
    const { kind, board, clock, shape } = this.#options;
    const name = digestSecret(secret);
    const note = await board.take(kind, name);
    this.#made.delete(name);
    const kept = note === undefined ? undefined : readSharedJson(note.text, shape);
    return kept === undefined || clock.now() >= kept.endsAt ? undefined : kept;
  }
}
