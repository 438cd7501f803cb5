import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedState } from '@callgate/gate/store';
import type { ServedSession } from './shared-sessions.ts';

/** What comes of mail at a replica that serves its session. */
export type MailReceipt =
  /** Every replica hears of it, and this one has. */
  | 'heard'
  /** It is for another one, or for nobody. */
  | 'not-for-us'
  /** Of all who take it one gets it, and delivers. */
  | (() => void);

export interface ClientMailOptions<S extends ServedSession> {
  readonly board: SharedState;
  readonly shared: {
    /** The session as it is served here, by the name of its note. */
    named(note: string): S | undefined;
    /** Resolves when nobody here is about to serve it. */
    settled(note: string): Promise<void>;
  };
  /** How many bytes a message may have. */
  readonly maxBytes: number;
  /** How long something may look for whom it is for. */
  readonly mailMs: number;
  /** Looks at mail for a session that is served here. */
  readonly receive: (session: S, text: string) => MailReceipt;
  /** Told of mail from here that nobody took. */
  readonly untaken: (session: S, text: string) => void;
}

interface SentMail<S> {
  readonly session: S;
  readonly size: number;
  readonly timer: NodeJS.Timeout;
  readonly onTaken: () => void;
}

/** What one session may have under way from here, and one principal in all its sessions. */
const MAX_OF_SESSION = 256;
const MAX_OF_PRINCIPAL = 20_000;
/** How much of it one principal may have under way, in messages of the largest size. */
const LARGEST_OF_PRINCIPAL = 8;
/** It is there longer than it is waited for, so that who sent it can tell whether anybody took it. */
const LIFE_PER_WAIT = 2;
const TRIES_AFTER_MS = [0, 200, 1000, 3000] as const;
const nothing = (): void => {};
const NOTHING_UNDER_WAY = Object.freeze({ count: 0, size: 0 });

/**
 * What is said to one process about a session and is for another: what the client says to one that does not know what
 * it is about, and what the client is to be told by the one that has its stream. The name of a note says whose session
 * it is, and what is on it is sealed for that name: it cannot be moved to another.
 */
export class ClientMail<S extends ServedSession> {
  readonly #options: ClientMailOptions<S>;
  /** What was sent from here, by name, until it is taken or expires. */
  readonly #sent: Map<string, SentMail<S>> = new Map();
  readonly #underWay: Map<S, number> = new Map();
  /** The same of all sessions of a principal, by its name: many sessions of one principal take no more space. */
  readonly #ofPrincipals: Map<string, { readonly count: number; readonly size: number }> = new Map();
  readonly #receiving: Set<string> = new Set();
  readonly #unfollow: () => void;

  constructor(options: ClientMailOptions<S>) {
    this.#options = options;
    this.#unfollow = options.board.onChange('client-mail', (name) => void this.#told(name));
  }

  close(): void {
    this.#unfollow();
    for (const { timer } of this.#sent.values()) clearTimeout(timer);
    this.#sent.clear();
  }

  /** Sends it to the replica that it is for. False where too much is under way; throws where it cannot be sent. */
  async send(session: S, text: string, onTaken: () => void = nothing): Promise<boolean> {
    const { board, mailMs } = this.#options;
    if (session.note === null || !this.#mayGo(session, text.length)) return false;
    this.#count(session, 1, text.length);
    const name = `${session.note}.${randomBytes(12).toString('base64url')}`;
    const timer = setTimeout(() => void this.#late(name), mailMs).unref();
    this.#sent.set(name, { session, size: text.length, timer, onTaken });
    try {
      await board.put('client-mail', name, text, { lifeMs: LIFE_PER_WAIT * mailMs });
      return true;
    } catch (error) {
      this.#over(name);
      throw error;
    }
  }

  /** What was sent under that name, the first time that it is over. */
  #over(name: string): SentMail<S> | undefined {
    const sent = this.#sent.get(name);
    if (sent === undefined) return undefined;
    this.#sent.delete(name);
    clearTimeout(sent.timer);
    this.#count(sent.session, -1, -sent.size);
    return sent;
  }

  /** What is large goes where nothing else is under way. */
  #mayGo(session: S, size: number): boolean {
    const { subject } = session.client.principal;
    const all = this.#ofPrincipals.get(subject) ?? NOTHING_UNDER_WAY;
    const most = LARGEST_OF_PRINCIPAL * this.#options.maxBytes;
    return (
      (this.#underWay.get(session) ?? 0) < MAX_OF_SESSION &&
      all.count < MAX_OF_PRINCIPAL &&
      (all.count === 0 || all.size + size <= most)
    );
  }

  #count(session: S, count: number, size: number): void {
    const ofSession = (this.#underWay.get(session) ?? 0) + count;
    if (ofSession === 0) this.#underWay.delete(session);
    else this.#underWay.set(session, ofSession);
    const { subject } = session.client.principal;
    const all = this.#ofPrincipals.get(subject) ?? NOTHING_UNDER_WAY;
    const now = { count: all.count + count, size: all.size + size };
    if (now.count === 0) this.#ofPrincipals.delete(subject);
    else this.#ofPrincipals.set(subject, now);
  }

  /** Nobody took it in time, as far as was heard. */
  async #late(name: string): Promise<void> {
    const sent = this.#over(name);
    if (sent === undefined) return;
    try {
      const left = await this.#options.board.take('client-mail', name);
      if (left === undefined) sent.onTaken();
      else this.#options.untaken(sent.session, left.text);
    } catch {
      // whether it was taken cannot be told
    }
  }

  async #told(name: string): Promise<void> {
    if (this.#receiving.has(name)) return;
    this.#receiving.add(name);
    try {
      for (const ms of TRIES_AFTER_MS) {
        if (ms > 0) await delay(ms, undefined, { ref: false });
        if (await (this.#sent.has(name) ? this.#seen(name) : this.#received(name))) return;
      }
    } finally {
      this.#receiving.delete(name);
    }
  }

  /** Something that was sent from here was put there, or taken. */
  async #seen(name: string): Promise<boolean> {
    try {
      const note = await this.#options.board.get('client-mail', name);
      if (note === undefined) this.#over(name)?.onTaken();
      return true;
    } catch {
      return false;
    }
  }

  /** False where it should be tried again. */
  async #received(name: string): Promise<boolean> {
    const { shared, board, receive } = this.#options;
    const [note = ''] = name.split('.', 1);
    await shared.settled(note);
    if (shared.named(note) === undefined) return true;
    try {
      const found = await board.get('client-mail', name);
      const session = shared.named(note);
      if (found === undefined || session === undefined) return true;
      const receipt = receive(session, found.text);
      if (typeof receipt === 'function' && (await board.take('client-mail', name)) !== undefined) receipt();
      return true;
    } catch {
      return false;
    }
  }
}
