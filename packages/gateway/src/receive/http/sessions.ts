import { randomBytes } from 'node:crypto';
import type { Principal } from '@callgate/core';
import { canonical } from '@callgate/core';
import type { Client } from '../../wire/exchange.ts';
import type { HttpLimits } from './limits.ts';
import { Session } from './session.ts';

export const mintSessionId = (): string => randomBytes(24).toString('base64url');

/** One principal may have so much of all sessions. */
const SHARE = 2;
const SMALL = 10;

/** What a principal may do, in one form. */
export const rightsOf = ({ subject, kind, groups, roles, delegation }: Principal): string =>
  canonical([subject, kind, [...groups], [...roles], [...delegation]]);

const isSame = (one: Principal, other: Principal): boolean =>
  one === other || rightsOf(one) === rightsOf(other);

/** All sessions that this process serves, the least recently used first. */
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

  /** Whether there is room for one more of this principal; its own that was idle longest makes it, never another's. */
  makeRoom(
    { subject }: Principal,
    end: (session: Session) => void = (session) => this.end(session),
  ): boolean {
    const own = [...this.sessions.values()].filter(({ client }) => client.principal.subject === subject);
    const most =
      this.limits.sessions < SMALL ? this.limits.sessions : Math.floor(this.limits.sessions / SHARE);
    if (this.sessions.size < this.limits.sessions && own.length < most) return true;
    const idle = own.find((session) => session.idle);
    if (idle !== undefined) end(idle);
    return idle !== undefined;
  }

  open(id: string, client: Client, note: string | null = null): Session {
    const session = new Session(id, client, {
      now: this.now(),
      unreadBytes: this.limits.unreadBytes,
      note,
    });
    this.sessions.set(id, session);
    return session;
  }

  /** Somebody else's session is an unknown one, and so is one that was opened with other rights. */
  find(id: string, principal: Principal): Session | undefined {
    const session = this.sessions.get(id);
    if (session === undefined || !isSame(session.client.principal, principal)) return undefined;
    session.lastUsed = this.now();
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session;
  }

  /** Ends it here: where other processes serve it too, it goes on there. */
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
