import { randomBytes } from 'node:crypto';
import type { Principal } from '@callgate/core';
import type { Client } from '../exchange.ts';
import type { HttpLimits } from './limits.ts';
import { Session } from './session.ts';

export const mintSessionId = (): string => randomBytes(24).toString('base64url');

/** All sessions, the least recently used first. */
export class Sessions {
  private readonly sessions: Map<string, Session> = new Map();
  private readonly limits: HttpLimits;
  private readonly now: () => number;
  private readonly onEnd: (session: Session) => void;

  constructor(limits: HttpLimits, now: () => number, onEnd: (session: Session) => void) {
    this.limits = limits;
    this.now = now;
    this.onEnd = onEnd;
  }

  get size(): number {
    return this.sessions.size;
  }

  /** Whether there is room for one more; the one that was idle longest makes it. */
  makeRoom(): boolean {
    if (this.sessions.size < this.limits.sessions) return true;
    for (const session of this.sessions.values()) {
      if (!session.idle) continue;
      this.end(session);
      return true;
    }
    return false;
  }

  open(id: string, client: Client): Session {
    const session = new Session(id, client, this.now(), this.limits.unreadBytes);
    this.sessions.set(id, session);
    return session;
  }

  /** Somebody else's session is an unknown one. */
  find(id: string, principal: Principal): Session | undefined {
    const session = this.sessions.get(id);
    if (session === undefined || session.client.principal.subject !== principal.subject) return undefined;
    session.lastUsed = this.now();
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session;
  }

  end(session: Session): void {
    if (!this.sessions.delete(session.id)) return;
    session.end();
    this.onEnd(session);
  }

  /** Ends what was idle too long and writes to quiet streams. */
  sweep(): void {
    const oldest = this.now() - this.limits.sessionIdleMs;
    for (const session of this.sessions.values()) {
      if (session.idle && session.lastUsed < oldest) this.end(session);
      else session.pulse();
    }
  }

  endAll(): void {
    for (const session of this.sessions.values()) this.end(session);
  }
}
