import type { Clock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import { z } from 'zod';
import { mintSecret } from '@callgate/http';
import { OneTimeTokens } from './one-time-tokens.ts';
import type { ConsoleLimits } from './console-settings.ts';

const shape = z.strictObject({ subject: z.string(), endsAt: z.number() });

/** Codes that sign a person in. */
export class SignInLinks {
  readonly #notes: OneTimeTokens<{ readonly subject: string }>;

  constructor(board: SharedState, clock: Clock, { linkMs: lifeMs, links: most }: ConsoleLimits) {
    this.#notes = new OneTimeTokens({ kind: 'sign-in-link', board, clock, lifeMs, most, shape });
  }

  async mint(subject: string): Promise<string> {
    const code = mintSecret();
    await this.keep(code, subject);
    return code;
  }

  async keep(code: string, subject: string): Promise<void> {
    await this.#notes.keep(code, { subject });
  }

  /** Whom it is for. Undefined where it is none, or is over; from now on it is. */
  async spend(code: string): Promise<string | undefined> {
    return (await this.#notes.spend(code))?.subject;
  }
}
