import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import type { Board, Note } from '@callgate/gate/store';
import type { ErrorMessage, MessageId, NotificationMessage, ResultMessage } from '../../wire/json-rpc.ts';
import {
  errorText,
  isMessageId,
  notificationText,
  readMessage,
  resultText,
} from '../../wire/message-text.ts';
import type { Session } from './session.ts';

export interface MailOptions {
  readonly board: Board;
  readonly shared: {
    /** The session as it is served here, by the name of its note. */
    named(note: string): Session | undefined;
    /** Resolves when nobody here is about to serve it. */
    settled(note: string): Promise<void>;
  };
  readonly parseLimits: ParseLimits;
  /** How long something may look for whom it is for. */
  readonly mailMs: number;
  /** Told of an answer that nobody waited for. */
  readonly unclaimed: (session: Session) => void;
  /** Told of what was said to all processes. */
  readonly heard: (session: Session, news: News) => void;
}

/** What every process that serves a session must hear. */
export interface News {
  readonly what: 'listens' | 'unsubscribed';
  readonly since: number;
  readonly uri: string | null;
}

type Answer = ResultMessage | ErrorMessage;
type Mail = Answer | NotificationMessage;

interface Sent {
  readonly session: Session;
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
/** Canonical JSON writes what is not ASCII in up to six bytes for one. */
const WIDEST = 6;

const CANCELLED = 'notifications/cancelled';
/** Between processes only. */
const NEWS = 'dev.callgate/news';

const newsOf = ({ what, since, uri }: JsonObject): News | undefined =>
  (what === 'listens' || what === 'unsubscribed') &&
  typeof since === 'number' &&
  (uri === null || typeof uri === 'string')
    ? { what, since, uri }
    : undefined;

const textOf = (answer: Answer): string =>
  answer.type === 'result' ? resultText(answer.id, canonical(answer.result)) : errorText(answer.id, answer);

const nothing = (): void => {};
const NOTHING_UNDER_WAY = Object.freeze({ count: 0, size: 0 });

/**
 * What is said to one process about a session and is for another: what the client says to one that does not know what
 * it is about, and what the client is to be told by the one that has its stream. The name of a note says whose session
 * it is, and what is on it is sealed for that name: it cannot be moved to another.
 */
export class ClientMail {
  readonly #options: MailOptions;
  readonly #limits: ParseLimits;
  /** What was sent from here, by name, until somebody took it or nobody will. */
  readonly #sent: Map<string, Sent> = new Map();
  readonly #underWay: Map<Session, number> = new Map();
  /** The same of all sessions of a principal, by its name: whoever opens many of them fills no more of the board. */
  readonly #ofPrincipals: Map<string, { readonly count: number; readonly size: number }> = new Map();
  readonly #receiving: Set<string> = new Set();
  readonly #unfollow: () => void;

  constructor(options: MailOptions) {
    this.#options = options;
    const { parseLimits } = options;
    this.#limits = { ...parseLimits, bytes: WIDEST * parseLimits.bytes };
    this.#unfollow = options.board.onChange('client-mail', (name) => void this.#told(name));
  }

  /** An answer to what another process may have asked. Throws where it cannot be sent. */
  async answer(session: Session, answer: Answer): Promise<void> {
    const isSent = answer.id !== null && (await this.#send(session, textOf(answer)));
    if (!isSent) this.#options.unclaimed(session);
  }

  /** The client takes back what another process may be at. Throws where that cannot be sent. */
  async cancel(session: Session, requestId: MessageId): Promise<void> {
    await this.#send(session, notificationText(CANCELLED, { requestId }));
  }

  /** For the client, where another process has its stream. */
  async tell(session: Session, text: string): Promise<void> {
    await this.#send(session, text, () => session.toldElsewhere(text));
  }

  /** For all the others. */
  async tellAll(session: Session, news: News): Promise<void> {
    await this.#send(session, notificationText(NEWS, { ...news }));
  }

  close(): void {
    this.#unfollow();
    for (const { timer } of this.#sent.values()) clearTimeout(timer);
    this.#sent.clear();
  }

  async #send(session: Session, text: string, onTaken: () => void = nothing): Promise<boolean> {
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
  #over(name: string): Sent | undefined {
    const sent = this.#sent.get(name);
    if (sent === undefined) return undefined;
    this.#sent.delete(name);
    clearTimeout(sent.timer);
    this.#count(sent.session, -1, -sent.size);
    return sent;
  }

  /** What is large goes where nothing else is under way. */
  #mayGo(session: Session, size: number): boolean {
    const { subject } = session.client.principal;
    const all = this.#ofPrincipals.get(subject) ?? NOTHING_UNDER_WAY;
    const most = LARGEST_OF_PRINCIPAL * this.#options.parseLimits.bytes;
    return (
      (this.#underWay.get(session) ?? 0) < MAX_OF_SESSION &&
      all.count < MAX_OF_PRINCIPAL &&
      (all.count === 0 || all.size + size <= most)
    );
  }

  #count(session: Session, count: number, size: number): void {
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
      const message = left === undefined ? undefined : this.#open(left);
      if (left === undefined) sent.onTaken();
      else if (message !== undefined && message.type !== 'notification')
        this.#options.unclaimed(sent.session);
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
    const { shared, board } = this.#options;
    const [note = ''] = name.split('.', 1);
    await shared.settled(note);
    if (shared.named(note) === undefined) return true;
    try {
      const found = await board.get('client-mail', name);
      const message = found === undefined ? undefined : this.#open(found);
      const session = shared.named(note);
      if (message === undefined || session === undefined) return true;
      if (message.type === 'notification' && message.method === NEWS) {
        const news = newsOf(message.params);
        if (news !== undefined) this.#options.heard(session, news);
        // of all who take it one gets it
      } else if (isFor(session, message) && (await board.take('client-mail', name)) !== undefined)
        this.#deliver(session, message);
      return true;
    } catch {
      return false;
    }
  }

  #deliver(session: Session, message: Mail): void {
    if (message.type !== 'notification') {
      if (!session.asks.settle(message)) this.#options.unclaimed(session);
    } else if (message.method === CANCELLED) session.cancel(message.params['requestId']);
    else session.notify(message.method, message.params);
  }

  #open({ text }: Note): Mail | undefined {
    const message = readMessage(text, this.#limits);
    return message.type === 'refused' || message.type === 'request' ? undefined : message;
  }
}

const isFor = (session: Session, message: Mail): boolean => {
  if (message.type !== 'notification') return session.asks.has(message.id);
  if (message.method !== CANCELLED) return session.listens;
  const { requestId } = message.params;
  return isMessageId(requestId) && session.out.has(requestId);
};
