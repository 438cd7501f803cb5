import { randomBytes } from 'node:crypto';
import type { Principal } from '@callgate/core';
import { canonical } from '@callgate/core';
import type { ConnectedClient } from '../../wire/exchange.ts';
import type { HttpLimits } from './http-limits.ts';
import { HttpSession } from './http-session.ts';

export const mintSessionId = (): string => randomBytes(24).toString('base64url');

/** One principal may have so much of all sessions. */
const SHARE = 2;
const SMALL = 10;

/** What a principal may do, in one form. */
export const principalFingerprint = ({ subject, kind, groups, roles, delegation }: Principal): string =>
  canonical([subject, kind, [...groups], [...roles], [...delegation]]);

const isSame = (one: Principal, other: Principal): boolean =>
  one === other || principalFingerprint(one) === principalFingerprint(other);

/** All sessions that this process serves, the least recently used first. */
export class HttpSessions {
  private readonly sessions: Map<string, HttpSession> = new Map();
  private readonly limits: HttpLimits;
  private readonly now: () => number;
  private readonly onEnd: (session: HttpSession) => void;

  constructor(limits: HttpLimits, now: () => number, onEnd: (session: HttpSession) => void) {
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
    end: (session: HttpSession) => void = (session) => this.end(session),
  ): boolean {
    const own = [...this.sessions.values()].filter(({ client }) => client.principal.subject === subject);
    const most =
      this.limits.sessions < SMALL ? this.limits.sessions : Math.floor(this.limits.sessions / SHARE);
    if (this.sessions.size < this.limits.sessions && own.length < most) return true;
    const idle = own.find((session) => session.idle);
    if (idle !== undefined) end(idle);
    return idle !== undefined;
  }

  open(id: string, client: ConnectedClient, note: string | null = null): HttpSession {
    const session = new HttpSession(id, client, {
      now: this.now(),
      unreadBytes: this.limits.unreadBytes,
      note,
    });
    this.sessions.set(id, session);
    return session;
  }

  /** The session of another user counts as unknown, and so does one opened with other rights. */
  find(id: string, principal: Principal): HttpSession | undefined {
    const session = this.sessions.get(id);
    if (session === undefined || !isSame(session.client.principal, principal)) return undefined;
    session.lastUsed = this.now();
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session;
  }

  /** Ends it here: where other processes serve it too, it goes on there. */
  end(session: HttpSession): void {
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
