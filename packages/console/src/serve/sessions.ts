import type { Clock } from '@callgate/gate';
import type { Role } from '../api/endpoint.ts';
import type { ConsoleLimits } from './settings.ts';
import { digestOf, mintSecret } from './secrets.ts';

/** How somebody came in. */
export type Via =
  | { readonly kind: 'link' }
  | { readonly kind: 'team'; readonly role: Role; readonly groups: readonly string[] };

/** Somebody who is signed in, in one browser. */
export interface SignedIn {
  readonly subject: string;
  readonly via: Via;
  readonly csrf: string;
  readonly endsAt: number;
  /** Aborted when it is over, for whatever waits on behalf of it. */
  readonly over: AbortSignal;
}

interface Kept extends SignedIn {
  readonly end: AbortController;
  seenAt: number;
}

/** Who is signed in. Kept in memory: a restart signs everybody out. */
export class Sessions {
  readonly #clock: Clock;
  readonly #limits: ConsoleLimits;
  /** In the order in which they were last seen. */
  readonly #sessions: Map<string, Kept> = new Map();

  constructor(clock: Clock, limits: ConsoleLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Gives the id that goes into the cookie. */
  begin(subject: string, via: Via): string {
    const now = this.#clock.now();
    const id = mintSecret();
    const end = new AbortController();
    const endsAt = now + (via.kind === 'team' ? this.#limits.teamSessionMs : this.#limits.sessionMs);
    this.#sessions.set(digestOf(id), {
      subject,
      via,
      csrf: mintSecret(),
      endsAt,
      over: end.signal,
      end,
      seenAt: now,
    });
    for (const digest of this.#sessions.keys()) {
      if (this.#sessions.size <= this.#limits.sessions) break;
      this.#end(digest);
    }
    return id;
  }

  /** `seen`: somebody asked for something, so that the session is not idle. */
  find(id: string, seen: boolean): SignedIn | undefined {
    const digest = digestOf(id);
    const session = this.#sessions.get(digest);
    if (session === undefined) return undefined;
    const now = this.#clock.now();
    if (now >= session.endsAt || now - session.seenAt >= this.#limits.idleMs) {
      this.#end(digest);
      return undefined;
    }
    if (seen) {
      session.seenAt = now;
      this.#sessions.delete(digest);
      this.#sessions.set(digest, session);
    }
    return session;
  }

  end(id: string): void {
    this.#end(digestOf(id));
  }

  endAll(): void {
    for (const digest of this.#sessions.keys()) this.#end(digest);
  }

  #end(digest: string): void {
    this.#sessions.get(digest)?.end.abort();
    this.#sessions.delete(digest);
  }
}
