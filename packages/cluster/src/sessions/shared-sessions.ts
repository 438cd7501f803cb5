import type { Principal } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { SharedState, SharedItem } from '@callgate/gate/store';
import { replicaErrors } from '@callgate/messages/errors/replica';
import type { StoreState } from '../store/open-store.ts';
import type { ClientHello, SharedClient, SessionClient } from './shared-client.ts';
import {
  isSharedClientSize,
  getSharedClientName,
  parseSharedClient,
  formatSharedClient,
} from './shared-client.ts';

/** A session that this replica serves. */
export interface ServedSession {
  /** Under which all replicas know it. */
  readonly note: string | null;
  readonly client: SessionClient;
  readonly idle: boolean;
  lastUsed: number;
}

export interface SharedSessionsOptions<S extends ServedSession> {
  readonly board: SharedState;
  /** The sessions that are served here. */
  readonly sessions: {
    makeRoom(principal: Principal): boolean;
    find(id: string, principal: Principal): S | undefined;
    end(session: S): void;
  };
  readonly idleMs: number;
  /** Versions of the protocol that are served here. */
  readonly versions: readonly string[];
  readonly now: () => number;
  readonly readiness: () => { readonly state: StoreState; readonly since: number | null };
  /** What a principal may do, in one form: a session is for those alone who may do the same. */
  readonly rightsOf: (principal: Principal) => string;
  /** Serves a session here that was opened elsewhere. */
  readonly open: (id: string, hello: ClientHello, principal: Principal, note: string) => S;
  /** Told of it when it is known here. */
  readonly adopted: (session: S) => void;
  /** Told which messages of the log its client wants, where it said so elsewhere. */
  readonly levelled: (session: S, level: string) => void;
}

/** What is known of a session besides what it is. */
interface ServedSessionState<S> {
  readonly session: S;
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

const full = (): CallgateError => new CallgateError(replicaErrors.sessionsFull());
const closed = (): CallgateError => new CallgateError(replicaErrors.httpClosing());

/**
 * Sessions that every process on one store serves. A session is there as long as its note is; what a process has of it
 * is a copy, and goes without the session being over.
 */
export class SharedSessions<S extends ServedSession> {
  readonly #options: SharedSessionsOptions<S>;
  readonly #renewMs: number;
  readonly #standing: Map<string, ServedSessionState<S>> = new Map();
  readonly #reading: Map<string, Promise<SharedItem | undefined>> = new Map();
  /** Names that changed while they were being read. */
  readonly #changed: Set<string> = new Set();
  readonly #unfollow: () => void;
  #closed = false;

  constructor(options: SharedSessionsOptions<S>) {
    this.#options = options;
    this.#renewMs = options.idleMs / RENEWED_PER_IDLE;
    this.#unfollow = options.board.onChange('client', (name) => this.#told(name));
  }

  /** Whether it is not more than can be kept of a client. */
  fits(client: SessionClient): boolean {
    return isSharedClientSize(this.#textOf(client));
  }

  /** From now on every process can serve it. */
  async put(id: string, client: SessionClient): Promise<string> {
    const note = getSharedClientName(id);
    await this.#options.board.put('client', note, this.#textOf(client), { lifeMs: this.#lifeMs });
    return note;
  }

  /** It is served here. */
  keep(session: S, seen: number | null = this.#options.readiness().since, noted?: SharedClient): void {
    if (session.note === null) return;
    const now = this.#options.now();
    const renewedAt = Math.min(noted?.at ?? now, now);
    const level = noted?.level ?? null;
    this.#standing.set(session.note, { session, renewedAt, seen, level, isUntold: false });
  }

  /** It is not served here any more. */
  forget({ note }: S): void {
    if (note !== null) this.#standing.delete(note);
  }

  named(note: string): S | undefined {
    return this.#standing.get(note)?.session;
  }

  /** Whether a session that is known here can be used without looking whether it is over. */
  isSure(session: S): boolean {
    const standing = this.#standing.get(session.note ?? '');
    if (standing === undefined) return false;
    // what was told while the store was out of reach was not heard
    const { state, since } = this.#options.readiness();
    return state !== 'ready' || standing.seen === since;
  }

  used(session: S): void {
    const standing = this.#standing.get(session.note ?? '');
    if (standing !== undefined) this.#renewIfDue(standing);
  }

  /** The session, wherever it was opened. Throws where that cannot be found out. */
  async look(id: string, principal: Principal): Promise<S | undefined> {
    const { readiness, sessions, rightsOf, open, adopted, levelled } = this.#options;
    const { since } = readiness();
    const name = getSharedClientName(id);
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
    const noted = this.#noted(note);
    if (noted === undefined || noted.rights !== rightsOf(principal)) return undefined;
    if (!sessions.makeRoom(principal)) throw full();
    const session = open(id, noted, principal, name);
    this.keep(session, since, noted);
    adopted(session);
    if (noted.level !== null) levelled(session, noted.level);
    return session;
  }

  /** From now on its client wants these messages of the log, from every process. */
  async setLevel(session: S, level: string): Promise<void> {
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
  async end(session: S): Promise<boolean> {
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
    return this.#options.idleMs + this.#renewMs;
  }

  #renewIfDue(standing: ServedSessionState<S>): void {
    const now = this.#options.now();
    if (now - standing.renewedAt < this.#renewMs) return;
    standing.renewedAt = now;
    void this.#renew(standing);
  }

  async #renew(standing: ServedSessionState<S>): Promise<void> {
    const { now } = this.#options;
    const { level, isUntold } = standing;
    try {
      const change = (noted: SharedClient): SharedClient => ({
        ...noted,
        at: now(),
        ...(isUntold ? { level } : {}),
      });
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
  async #rewrite(session: S, change: (noted: SharedClient) => SharedClient): Promise<boolean> {
    const { board, sessions, rightsOf } = this.#options;
    const name = session.note ?? '';
    for (let tries = 0; tries < TRIES; tries += 1) {
      const note = await board.get('client', name);
      const noted = note === undefined ? undefined : this.#noted(note);
      if (note === undefined || noted === undefined) {
        sessions.end(session);
        return true;
      }
      const text = formatSharedClient(
        session.client,
        change({ ...noted, rights: rightsOf(session.client.principal) }),
      );
      // never `put`: another replica may have ended it meanwhile
      if (await board.replace('client', name, note.version, text, this.#lifeMs)) return true;
    }
    return false;
  }

  #textOf(client: SessionClient): string {
    const { now, rightsOf } = this.#options;
    return formatSharedClient(client, { at: now(), level: null, rights: rightsOf(client.principal) });
  }

  #noted({ text }: SharedItem): SharedClient | undefined {
    return parseSharedClient(text, this.#options.versions);
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

  #changedElsewhere(standing: ServedSessionState<S>, note: SharedItem): void {
    const noted = this.#noted(note);
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

  async #read(name: string): Promise<SharedItem | undefined> {
    const under = this.#reading.get(name);
    if (under !== undefined) return await under;
    const reading = this.#readNow(name).finally(() => {
      this.#reading.delete(name);
      this.#changed.delete(name);
    });
    this.#reading.set(name, reading);
    return await reading;
  }

  async #readNow(name: string): Promise<SharedItem | undefined> {
    for (;;) {
      const note = await this.#options.board.get('client', name);
      if (!this.#changed.delete(name)) return note;
    }
  }
}
