import type { Principal } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { Board, Note } from '@callgate/gate/store';
import type { Readiness } from './readiness.ts';
import type { Client } from '../../wire/exchange.ts';
import type { Noted } from './client-note.ts';
import { fitsNote, noteName, notedClient, readNote, writeNote } from './client-note.ts';
import type { HttpLimits } from './limits.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

export interface SharedOptions {
  readonly board: Board;
  readonly sessions: Sessions;
  readonly limits: HttpLimits;
  readonly now: () => number;
  readonly readiness: () => Readiness;
  /** Told of a session that was opened elsewhere and is served here too from now on. */
  readonly adopted: (session: Session) => void;
  /** Told which messages of the log its client wants, where it said so elsewhere. */
  readonly levelled: (session: Session, level: string) => void;
}

/** What is known of a session besides what it is. */
interface Standing {
  readonly session: Session;
  renewedAt: number;
  /** Since when the store was within reach when it was last seen there; undefined: look again. */
  seen: number | null | undefined;
  level: string | null;
  /** The others could not be told of it yet. */
  isUntold: boolean;
}

/** Of the time that a session may be idle: how often it is said that it is used. */
const RENEWED_PER_IDLE = 4;
const AGAIN_MS = 5000;
const TRIES = 3;

const full = (): CallgateError =>
  new CallgateError('SESSIONS_FULL', 'there are too many sessions', { help: 'end some, or wait' });
const closed = (): CallgateError => new CallgateError('HTTP_CLOSING', 'the gateway is closing');

/**
 * Sessions that every process on one store serves. A session is there as long as its note is; what a process has of it
 * is a copy, and goes without the session being over.
 */
export class SharedSessions {
  readonly #options: SharedOptions;
  readonly #renewMs: number;
  readonly #standing: Map<string, Standing> = new Map();
  readonly #reading: Map<string, Promise<Note | undefined>> = new Map();
  /** Names that changed while they were being read. */
  readonly #changed: Set<string> = new Set();
  readonly #unfollow: () => void;
  #closed = false;

  constructor(options: SharedOptions) {
    this.#options = options;
    this.#renewMs = options.limits.sessionIdleMs / RENEWED_PER_IDLE;
    this.#unfollow = options.board.onChange('client', (name) => this.#told(name));
  }

  /** Whether it is not more than can be kept of a client. */
  fits(client: Client): boolean {
    return fitsNote(writeNote(client, { at: this.#options.now(), level: null }));
  }

  /** From now on every process can serve it. */
  async put(id: string, client: Client): Promise<string> {
    const note = noteName(id);
    const text = writeNote(client, { at: this.#options.now(), level: null });
    await this.#options.board.put('client', note, text, { lifeMs: this.#lifeMs });
    return note;
  }

  /** It is served here. */
  keep(session: Session, seen: number | null = this.#options.readiness().since, noted?: Noted): void {
    if (session.note === null) return;
    const now = this.#options.now();
    const renewedAt = Math.min(noted?.at ?? now, now);
    const level = noted?.level ?? null;
    this.#standing.set(session.note, { session, renewedAt, seen, level, isUntold: false });
  }

  /** It is not served here any more. */
  forget({ note }: Session): void {
    if (note !== null) this.#standing.delete(note);
  }

  named(note: string): Session | undefined {
    return this.#standing.get(note)?.session;
  }

  /** Whether a session that is known here can be used without looking whether it is over. */
  isSure(session: Session): boolean {
    const standing = this.#standing.get(session.note ?? '');
    if (standing === undefined) return false;
    // what was told while the store was out of reach was not heard
    const { state, since } = this.#options.readiness();
    return state !== 'ready' || standing.seen === since;
  }

  used(session: Session): void {
    const standing = this.#standing.get(session.note ?? '');
    if (standing !== undefined) this.#renewIfDue(standing);
  }

  /** The session, wherever it was opened. Throws where that cannot be found out. */
  async look(id: string, principal: Principal): Promise<Session | undefined> {
    const { readiness, sessions, adopted, levelled } = this.#options;
    const { since } = readiness();
    const name = noteName(id);
    const note = await this.#read(name);
    if (this.#closed) throw closed();
    const standing = this.#standing.get(name);
    if (note === undefined) {
      if (standing !== undefined) sessions.end(standing.session);
      return undefined;
    }
    if (standing !== undefined) {
      standing.seen = since;
      return sessions.find(id, principal);
    }
    const noted = readNote(note.text);
    const client = notedClient(noted, id, principal);
    if (noted === undefined || client === undefined) return undefined;
    if (!sessions.makeRoom(principal)) throw full();
    const session = sessions.open(id, client, name);
    this.keep(session, since, noted);
    adopted(session);
    if (noted.level !== null) levelled(session, noted.level);
    return session;
  }

  /** From now on its client wants these messages of the log, from every process. */
  async setLevel(session: Session, level: string): Promise<void> {
    const standing = this.#standing.get(session.note ?? '');
    if (standing === undefined) return;
    standing.level = level;
    standing.isUntold = true;
    await this.#renew(standing);
  }

  /** Resolves when nothing of that name is being looked for, and what waited for it had its turn. */
  async settled(note: string): Promise<void> {
    const reading = this.#reading.get(note);
    if (reading === undefined) return;
    await reading.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Ends it in every process. False where it was over already. */
  async end(session: Session): Promise<boolean> {
    const taken = session.note === null ? undefined : await this.#options.board.take('client', session.note);
    this.#options.sessions.end(session);
    return taken !== undefined;
  }

  /** A stream, or a request that takes long, uses its session without another request. */
  sweep(): void {
    for (const standing of this.#standing.values()) if (!standing.session.idle) this.#renewIfDue(standing);
  }

  close(): void {
    this.#closed = true;
    this.#unfollow();
  }

  /** A session that was used just before it would have been renewed may be idle as long as any other. */
  get #lifeMs(): number {
    return this.#options.limits.sessionIdleMs + this.#renewMs;
  }

  #renewIfDue(standing: Standing): void {
    const now = this.#options.now();
    if (now - standing.renewedAt < this.#renewMs) return;
    standing.renewedAt = now;
    void this.#renew(standing);
  }

  async #renew(standing: Standing): Promise<void> {
    const { now } = this.#options;
    const { level, isUntold } = standing;
    try {
      const change = (noted: Noted): Noted => ({ ...noted, at: now(), ...(isUntold ? { level } : {}) });
      if (await this.#rewrite(standing.session, change)) {
        if (isUntold && standing.level === level) standing.isUntold = false;
        return;
      }
    } catch {
      // tried again soon
    }
    standing.renewedAt = now() - this.#renewMs + Math.min(AGAIN_MS, this.#renewMs);
  }

  /** False where others were always quicker. */
  async #rewrite(session: Session, change: (noted: Noted) => Noted): Promise<boolean> {
    const { board, sessions } = this.#options;
    const name = session.note ?? '';
    for (let tries = 0; tries < TRIES; tries += 1) {
      const note = await board.get('client', name);
      const noted = note === undefined ? undefined : readNote(note.text);
      if (note === undefined || noted === undefined) {
        sessions.end(session);
        return true;
      }
      const text = writeNote(session.client, change(noted));
      // never `put`: whoever ended it meanwhile has ended it
      if (await board.replace('client', name, note.version, text, this.#lifeMs)) return true;
    }
    return false;
  }

  #told(name: string): void {
    if (this.#reading.has(name)) this.#changed.add(name);
    else if (this.#standing.has(name)) void this.#verify(name);
  }

  async #verify(name: string): Promise<void> {
    try {
      const note = await this.#read(name);
      const standing = this.#standing.get(name);
      if (standing === undefined) return;
      if (note === undefined) this.#options.sessions.end(standing.session);
      else this.#changedElsewhere(standing, note);
    } catch {
      const standing = this.#standing.get(name);
      if (standing !== undefined) standing.seen = undefined;
    }
  }

  #changedElsewhere(standing: Standing, { text }: Note): void {
    const noted = readNote(text);
    if (noted === undefined) return;
    const { now, levelled } = this.#options;
    const { session } = standing;
    standing.renewedAt = Math.max(standing.renewedAt, Math.min(noted.at, now()));
    // what it subscribed to here stays as long as it is used anywhere
    session.lastUsed = Math.max(session.lastUsed, standing.renewedAt);
    if (noted.level === null || noted.level === standing.level || standing.isUntold) return;
    standing.level = noted.level;
    levelled(session, noted.level);
  }

  async #read(name: string): Promise<Note | undefined> {
    const under = this.#reading.get(name);
    if (under !== undefined) return await under;
    const reading = this.#readNow(name).finally(() => {
      this.#reading.delete(name);
      this.#changed.delete(name);
    });
    this.#reading.set(name, reading);
    return await reading;
  }

  async #readNow(name: string): Promise<Note | undefined> {
    for (;;) {
      const note = await this.#options.board.get('client', name);
      if (!this.#changed.delete(name)) return note;
    }
  }
}
