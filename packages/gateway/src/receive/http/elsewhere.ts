import type { JsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import type { Board } from '@callgate/gate/store';
import type { Readiness } from './readiness.ts';
import type { Reply, RequestMessage } from '../../wire/json-rpc.ts';
import { askImpossible } from '../asks.ts';
import type { Client, Exchange, Protocol } from '../../wire/exchange.ts';
import { askProtocol } from '../open-exchange.ts';
import type { News } from './client-mail.ts';
import { ClientMail } from './client-mail.ts';
import type { HttpLimits } from './limits.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { SharedSessions } from './shared-sessions.ts';

export interface ElsewhereOptions {
  readonly protocol: Protocol;
  readonly sessions: Sessions;
  readonly board: Board;
  readonly limits: HttpLimits;
  readonly parseLimits: ParseLimits;
  readonly now: () => number;
  readonly readiness: () => Readiness;
  /** Told of a session that was opened elsewhere and is served here too from now on. */
  readonly adopted: (session: Session) => void;
  /** Told of an answer that nobody waited for. */
  readonly unclaimed: (session: Session) => void;
}

const SET_LEVEL = 'logging/setLevel';
const SUBSCRIBE = 'resources/subscribe';
const UNSUBSCRIBE = 'resources/unsubscribe';

/** The other processes that serve the same clients: what they know of them, and what is for them. */
export class Elsewhere {
  readonly shared: SharedSessions;
  readonly mail: ClientMail;
  readonly #protocol: Protocol;
  readonly #now: () => number;

  constructor(options: ElsewhereOptions) {
    this.#protocol = options.protocol;
    this.#now = options.now;
    const shared = new SharedSessions({
      ...options,
      levelled: ({ client }, level) => this.#saidHereToo(client, SET_LEVEL, { level }),
    });
    const heard = (session: Session, news: News): void => this.#heard(session, news);
    this.shared = shared;
    this.mail = new ClientMail({ ...options, shared, mailMs: options.limits.mailMs, heard });
  }

  /** The client can be told things. */
  opened(session: Session): void {
    session.passOn = (text) => void this.mail.tell(session, text).catch(() => {});
  }

  /** The client has a stream here. */
  listens(session: Session): void {
    this.#tellAll(session, { what: 'listens', since: this.#now(), uri: null });
  }

  /** What was asked of this process may have been meant for all. */
  answered(session: Session, { method, params }: RequestMessage, { type }: Reply): void {
    const { level, uri } = params;
    if (method === SET_LEVEL && type !== 'error' && typeof level === 'string')
      void this.shared.setLevel(session, level);
    if (typeof uri !== 'string') return;
    if (method === SUBSCRIBE && type !== 'error') session.subscribed.set(uri, this.#now());
    if (method !== UNSUBSCRIBE) return;
    session.subscribed.delete(uri);
    // whatever the server of this process said of it: others may have the subscription
    this.#tellAll(session, { what: 'unsubscribed', since: this.#now(), uri });
  }

  close(): void {
    this.mail.close();
    this.shared.close();
  }

  #tellAll(session: Session, news: News): void {
    this.mail.tellAll(session, news).catch(() => {});
  }

  #heard(session: Session, { what, since, uri }: News): void {
    if (what === 'listens') session.listensElsewhere(since);
    else if (uri !== null && (session.subscribed.get(uri) ?? since) < since) {
      session.subscribed.delete(uri);
      this.#saidHereToo(session.client, UNSUBSCRIBE, { uri });
    }
  }

  #saidHereToo(client: Client, method: string, params: JsonObject): void {
    void askProtocol(this.#protocol, onBehalfOf(client, method, params));
  }
}

/** What a client said to another process goes on here without a request: it is not answered, and nobody can be asked. */
const onBehalfOf = (client: Client, method: string, params: JsonObject): Exchange => ({
  client,
  id: 0,
  method,
  params,
  signal: new AbortController().signal,
  notify: () => {},
  ask: () => Promise.reject(askImpossible('its request is elsewhere')),
});
