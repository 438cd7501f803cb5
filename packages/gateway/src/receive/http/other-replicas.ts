import type { ClientMail, MailReceipt, Replica, SharedSessions } from '@callgate/cluster';
import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { clientErrors } from '@callgate/messages/errors/client';
import type { Readiness } from './readiness.ts';
import { LEGACY_VERSIONS } from '../../wire/eras.ts';
import type {
  ErrorMessage,
  MessageId,
  NotificationMessage,
  Reply,
  RequestMessage,
  ResultMessage,
} from '../../wire/json-rpc.ts';
import {
  errorText,
  isMessageId,
  notificationText,
  readMessage,
  resultText,
} from '../../wire/message-text.ts';
import type { ConnectedClient, RequestExchange, Protocol } from '../../wire/exchange.ts';
import { askProtocol } from '../open-exchange.ts';
import { callerOfSession, createClient } from './caller.ts';
import type { HttpLimits } from './http-limits.ts';
import type { HttpSession } from './http-session.ts';
import type { HttpSessions } from './http-sessions.ts';
import { principalFingerprint } from './http-sessions.ts';

export interface OtherReplicasOptions {
  readonly protocol: Protocol;
  readonly sessions: HttpSessions;
  readonly replica: Replica;
  readonly limits: HttpLimits;
  readonly parseLimits: ParseLimits;
  readonly now: () => number;
  readonly readiness: () => Readiness;
  /** Told of a session that was opened elsewhere and is served here too from now on. */
  readonly adopted: (session: HttpSession) => void;
  /** Told of an answer that nobody waited for. */
  readonly unclaimed: (session: HttpSession) => void;
}

/** What every replica that serves a session must hear. */
interface ReplicaNotice {
  readonly what: 'listens' | 'unsubscribed';
  readonly since: number;
  readonly uri: string | null;
}

type ClientAnswer = ResultMessage | ErrorMessage;
type ReplicaMail = ClientAnswer | NotificationMessage;

const SET_LEVEL = 'logging/setLevel';
const SUBSCRIBE = 'resources/subscribe';
const UNSUBSCRIBE = 'resources/unsubscribe';

const CANCELLED = 'notifications/cancelled';
/** Between replicas only. */
const NEWS = 'dev.callgate/news';
/** Canonical JSON writes what is not ASCII in up to six bytes for one. */
const WIDEST = 6;

const readNotice = ({ what, since, uri }: JsonObject): ReplicaNotice | undefined =>
  (what === 'listens' || what === 'unsubscribed') &&
  typeof since === 'number' &&
  (uri === null || typeof uri === 'string')
    ? { what, since, uri }
    : undefined;

const textOf = (answer: ClientAnswer): string =>
  answer.type === 'result' ? resultText(answer.id, canonical(answer.result)) : errorText(answer.id, answer);

const isAddressedTo = (session: HttpSession, message: ReplicaMail): boolean => {
  if (message.type !== 'notification') return session.asks.has(message.id);
  if (message.method !== CANCELLED) return session.listens;
  const { requestId } = message.params;
  return isMessageId(requestId) && session.out.has(requestId);
};

/** The other replicas that serve the same clients: what they know of them, and what is for them. */
export class OtherReplicas {
  readonly shared: SharedSessions<HttpSession>;
  readonly #options: OtherReplicasOptions;
  readonly #mail: ClientMail<HttpSession>;

  constructor(options: OtherReplicasOptions) {
    this.#options = options;
    const { replica, sessions, limits, parseLimits, now, readiness, adopted } = options;
    this.shared = replica.shareSessions({
      sessions,
      idleMs: limits.sessionIdleMs,
      versions: LEGACY_VERSIONS,
      now,
      readiness,
      rightsOf: principalFingerprint,
      open: (id, hello, principal, note) =>
        sessions.open(id, createClient(callerOfSession(id, principal), hello), note),
      adopted,
      levelled: ({ client }, level) => this.#saidHereToo(client, SET_LEVEL, { level }),
    });
    this.#mail = replica.sendMail({
      shared: this.shared,
      maxBytes: parseLimits.bytes,
      mailMs: limits.mailMs,
      receive: (session, text) => this.#receive(session, text),
      untaken: (session, text) => {
        const message = this.#read(text);
        if (message !== undefined && message.type !== 'notification') options.unclaimed(session);
      },
    });
  }

  /** An answer to what another replica may have asked. Throws where it cannot be sent. */
  async answer(session: HttpSession, answer: ClientAnswer): Promise<void> {
    const isSent = answer.id !== null && (await this.#mail.send(session, textOf(answer)));
    if (!isSent) this.#options.unclaimed(session);
  }

  /** The client takes back what another replica may be at. Throws where that cannot be sent. */
  async cancel(session: HttpSession, requestId: MessageId): Promise<void> {
    await this.#mail.send(session, notificationText(CANCELLED, { requestId }));
  }

  /** The client can be told things. */
  opened(session: HttpSession): void {
    session.passOn = (text) =>
      void this.#mail.send(session, text, () => session.toldElsewhere(text)).catch(() => {});
  }

  /** The client has a stream here. */
  listens(session: HttpSession): void {
    this.#tellAll(session, { what: 'listens', since: this.#options.now(), uri: null });
  }

  /** What was asked of this process may have been meant for all. */
  answered(session: HttpSession, { method, params }: RequestMessage, { type }: Reply): void {
    const { level, uri } = params;
    if (method === SET_LEVEL && type !== 'error' && typeof level === 'string')
      void this.shared.setLevel(session, level);
    if (typeof uri !== 'string') return;
    if (method === SUBSCRIBE && type !== 'error') session.subscribed.set(uri, this.#options.now());
    if (method !== UNSUBSCRIBE) return;
    session.subscribed.delete(uri);
    // whatever the server of this process said of it: others may have the subscription
    this.#tellAll(session, { what: 'unsubscribed', since: this.#options.now(), uri });
  }

  close(): void {
    this.#mail.close();
    this.shared.close();
  }

  #tellAll(session: HttpSession, news: ReplicaNotice): void {
    this.#mail.send(session, notificationText(NEWS, { ...news })).catch(() => {});
  }

  #read(text: string): ReplicaMail | undefined {
    const { parseLimits } = this.#options;
    const message = readMessage(text, { ...parseLimits, bytes: WIDEST * parseLimits.bytes });
    return message.type === 'refused' || message.type === 'request' ? undefined : message;
  }

  #receive(session: HttpSession, text: string): MailReceipt {
    const message = this.#read(text);
    if (message?.type === 'notification' && message.method === NEWS) {
      const news = readNotice(message.params);
      if (news !== undefined) this.#heard(session, news);
      return 'heard';
    }
    if (message === undefined || !isAddressedTo(session, message)) return 'not-for-us';
    return () => this.#deliver(session, message);
  }

  #deliver(session: HttpSession, message: ReplicaMail): void {
    if (message.type !== 'notification') {
      if (!session.asks.settle(message)) this.#options.unclaimed(session);
    } else if (message.method === CANCELLED) session.cancel(message.params['requestId']);
    else session.notify(message.method, message.params);
  }

  #heard(session: HttpSession, { what, since, uri }: ReplicaNotice): void {
    if (what === 'listens') session.listensElsewhere(since);
    else if (uri !== null && (session.subscribed.get(uri) ?? since) < since) {
      session.subscribed.delete(uri);
      this.#saidHereToo(session.client, UNSUBSCRIBE, { uri });
    }
  }

  #saidHereToo(client: ConnectedClient, method: string, params: JsonObject): void {
    void askProtocol(this.#options.protocol, silentExchange(client, method, params));
  }
}

/** What a client said to another process goes on here without a request: it is not answered, and nobody can be asked. */
const silentExchange = (client: ConnectedClient, method: string, params: JsonObject): RequestExchange => ({
  client,
  id: 0,
  method,
  params,
  signal: new AbortController().signal,
  notify: () => {},
  ask: () => Promise.reject(new CallgateError(clientErrors.askElsewhere())),
});
