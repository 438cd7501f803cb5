import type { Clock } from '@callgate/gate';
import type { ConsoleLimits } from './settings.ts';
import { digestOf, mintSecret } from './secrets.ts';

interface Link {
  readonly subject: string;
  readonly endsAt: number;
}

/** Codes that sign somebody in, once. */
export class Links {
  readonly #clock: Clock;
  readonly #limits: ConsoleLimits;
  readonly #links: Map<string, Link> = new Map();

  constructor(clock: Clock, limits: ConsoleLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Where there are too many, the oldest is over. */
  mint(subject: string): string {
    const code = mintSecret();
    this.#links.set(digestOf(code), { subject, endsAt: this.#clock.now() + this.#limits.linkMs });
    for (const oldest of this.#links.keys()) {
      if (this.#links.size <= this.#limits.links) break;
      this.#links.delete(oldest);
    }
    return code;
  }

  /** Whom it is for. Undefined where it is none, or is over; from now on it is. */
  spend(code: string): string | undefined {
    const digest = digestOf(code);
    const link = this.#links.get(digest);
    this.#links.delete(digest);
    return link === undefined || this.#clock.now() >= link.endsAt ? undefined : link.subject;
  }
}
