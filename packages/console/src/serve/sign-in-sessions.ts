import { CallgateError } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { SharedState, SharedItem } from '@callgate/gate/store';
import { digestSecret, mintSecret } from '@callgate/http';
import type { CachedSignIn, SignInSession } from './cached-sign-in.ts';
import { cacheSignIn } from './cached-sign-in.ts';
import type { ConsoleLimits } from './console-settings.ts';
import type { StoredSignIn, SignInMethod } from './stored-sign-in.ts';
import { readSignIn, writeSignIn } from './stored-sign-in.ts';

const KIND = 'sign-in';
/** All of them, for counting. */
const OWNER = 'console';
/** So long what the board said is taken for true, unless a change is told. */
const KNOWN_MS = 2000;
const RENEW_MS = 30_000;

/** With another key than ours. */
const isSealedElsewhere = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'SECRET_SEALED';

/** A request that waits for the shared state. */
interface PendingRead {
  readonly found: Promise<CachedSignIn | undefined>;
  /** It changed meanwhile: what is read may be what was before. */
  changed: boolean;
}

/**
 * Who is signed in, at this console and at every other on the same store. What is kept here is a short memory of the
 * board. Whatever cannot be asked of the board throws: nobody is signed in by what this process remembers alone, and
 * nobody is signed out by it either.
 */
export class SignInSessions {
  readonly #board: SharedState;
  readonly #clock: Clock;
  readonly #limits: ConsoleLimits;
  readonly #renewMs: number;
  /** In the order in which they were last seen here. */
  readonly #kept: Map<string, CachedSignIn> = new Map();
  readonly #reading: Map<string, PendingRead> = new Map();
  readonly #deaf: () => void;

  constructor(board: SharedState, clock: Clock, limits: ConsoleLimits) {
    this.#board = board;
    this.#clock = clock;
    this.#limits = limits;
    this.#renewMs = Math.min(RENEW_MS, limits.idleMs / 10);
    this.#deaf = board.onChange(KIND, (name) => this.#heard(name));
  }

  /** Gives the id that goes into the cookie. */
  async begin(subject: string, via: SignInMethod): Promise<string> {
    const now = this.#clock.now();
    const id = mintSecret();
    const endsAt = now + (via.kind === 'team' ? this.#limits.teamSessionMs : this.#limits.sessionMs);
    const note: StoredSignIn = { subject, via, csrf: mintSecret(), endsAt, seenAt: now };
    const name = digestSecret(id);
    await this.#board.put(KIND, name, writeSignIn(note), { lifeMs: this.#lifeMs(note), owner: OWNER });
    await this.#bound(name);
    return id;
  }

  /** `seen`: there was a request, so that the session is not idle. */
  async find(id: string, seen: boolean): Promise<SignInSession | undefined> {
    const name = digestSecret(id);
    const session = await this.#current(name);
    if (session === undefined) return undefined;
    if (this.#isOver(session)) {
      await this.#end(name);
      return undefined;
    }
    // ended here while it was looked for
    if (session.over.aborted) return undefined;
    if (!seen) return session;
    session.seenAt = Math.max(session.seenAt, this.#clock.now());
    if (this.#kept.delete(name)) this.#kept.set(name, session);
    const lasts = await this.#renew(session);
    // ended here while it was renewed
    return lasts && !session.over.aborted ? session : undefined;
  }

  /** As far as is known here without asking. */
  lasts({ name }: SignInSession): boolean {
    const session = this.#kept.get(name);
    return session !== undefined && !session.over.aborted && !this.#isOver(session);
  }

  /** From now on what happens to it elsewhere ends it here too, without anybody asking. */
  hold({ name }: SignInSession): () => void {
    const session = this.#kept.get(name);
    if (session === undefined) return () => {};
    session.held += 1;
    if (session.stale) this.#look(name);
    return () => {
      session.held -= 1;
    };
  }

  async end(id: string): Promise<void> {
    await this.#end(digestSecret(id));
  }

  /** Ends what waits here. Signed-in people stay signed in at the other consoles. */
  close(): void {
    this.#deaf();
    for (const name of this.#kept.keys()) this.#forget(name);
  }

  async #current(name: string): Promise<CachedSignIn | undefined> {
    const session = this.#kept.get(name);
    const age = this.#clock.now() - (session?.readAt ?? 0);
    if (session !== undefined && !session.stale && age >= 0 && age < KNOWN_MS) return session;
    return await this.#read(name);
  }

  /** Coalesces concurrent lookups. */
  #read(name: string): Promise<CachedSignIn | undefined> {
    const under = this.#reading.get(name);
    // a read from before a change cannot answer a request after it
    if (under !== undefined && !under.changed) return under.found;
    const reading: PendingRead = { found: this.#ask(name, () => reading.changed), changed: false };
    this.#reading.set(name, reading);
    const done = (): void => {
      if (this.#reading.get(name) === reading) this.#reading.delete(name);
    };
    reading.found.then(done, done);
    return reading.found;
  }

  async #ask(name: string, hasChanged: () => boolean): Promise<CachedSignIn | undefined> {
    const readAt = this.#clock.now();
    const note = await this.#noteBy(name);
    const said = note === undefined ? undefined : readSignIn(note);
    if (note === undefined || said === undefined) {
      this.#forget(name);
      return undefined;
    }
    const known = this.#kept.get(name);
    const session = known ?? this.#keep(name, said);
    // of two answers the later one counts
    if (note.version < session.version) return session;
    session.version = note.version;
    session.writtenAt = said.seenAt;
    session.seenAt = Math.max(session.seenAt, said.seenAt);
    session.readAt = readAt;
    session.stale = hasChanged();
    return session;
  }

  async #noteBy(name: string): Promise<SharedItem | undefined> {
    try {
      return await this.#board.get(KIND, name);
    } catch (error) {
      // nobody whom this console let in, nor any of those it shares a key with
      if (isSealedElsewhere(error)) return undefined;
      throw error;
    }
  }

  #keep(name: string, said: StoredSignIn): CachedSignIn {
    const session = cacheSignIn(name, said);
    this.#kept.set(name, session);
    for (const [other, { held }] of this.#kept) {
      if (this.#kept.size <= this.#limits.sessions) break;
      if (held === 0 && other !== name) this.#kept.delete(other);
    }
    return session;
  }

  /** Tells the others that it is in use. False: it is over. */
  async #renew(session: CachedSignIn): Promise<boolean> {
    if (session.renewing || session.seenAt - session.writtenAt < this.#renewMs) return true;
    session.renewing = true;
    try {
      const text = writeSignIn(session);
      const life = this.#lifeMs(session);
      const renewed = await this.#board.replace(KIND, session.name, session.version, text, life);
      session.stale = true;
      if (renewed) session.writtenAt = session.seenAt;
      // another console renewed it, or ended it
      else return (await this.#read(session.name)) !== undefined;
      return true;
    } finally {
      session.renewing = false;
    }
  }

  /** Where there are too many, those that were not seen for longest are over. */
  async #bound(newest: string): Promise<void> {
    const notes = await this.#listed();
    const more = notes.length - this.#limits.sessions;
    if (more <= 0) return;
    const order = new Map([...this.#kept.keys()].map((name, index) => [name, index]));
    const seenAt = (note: SharedItem): number =>
      Math.max(readSignIn(note)?.seenAt ?? 0, this.#kept.get(note.name)?.seenAt ?? 0);
    const oldest = notes
      .filter(({ name }) => name !== newest)
      .map((note) => ({ name: note.name, seenAt: seenAt(note), order: order.get(note.name) ?? -1 }))
      .toSorted((one, other) => one.seenAt - other.seenAt || one.order - other.order);
    for (const { name } of oldest.slice(0, more)) await this.#end(name);
  }

  async #listed(): Promise<readonly SharedItem[]> {
    try {
      return await this.#board.list(KIND, OWNER);
    } catch (error) {
      // an unreadable entry keeps no one out
      if (isSealedElsewhere(error)) return [];
      throw error;
    }
  }

  async #end(name: string): Promise<void> {
    await this.#board.take(KIND, name);
    this.#forget(name);
  }

  #forget(name: string): void {
    this.#kept.get(name)?.end.abort();
    this.#kept.delete(name);
  }

  #heard(name: string): void {
    const reading = this.#reading.get(name);
    if (reading !== undefined) reading.changed = true;
    const session = this.#kept.get(name);
    if (session === undefined) return;
    session.stale = true;
    if (session.held > 0) this.#look(name);
  }

  /** A failed lookup is repeated with the next pulse. */
  #look(name: string): void {
    this.#read(name).catch(() => {});
  }

  #isOver({ endsAt, seenAt }: CachedSignIn): boolean {
    const now = this.#clock.now();
    return now >= endsAt || now - seenAt >= this.#limits.idleMs;
  }

  #lifeMs({ endsAt, seenAt }: StoredSignIn): number {
    // longer than it may be idle by what is not written down
    return Math.max(0, Math.min(this.#limits.idleMs + this.#renewMs, endsAt - seenAt));
  }
}
