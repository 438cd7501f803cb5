import type { ServerResponse } from 'node:http';
import type { Replica } from '@callgate/cluster';
import type { Principal } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import type { RequestHead } from '@callgate/http';
import { writeEmpty, writePlain } from '@callgate/http';
import { agentMessages } from '@callgate/messages/agent';
import type { Readiness } from './readiness.ts';
import { LEGACY_VERSIONS } from '../../wire/eras.ts';
import type {
  ErrorMessage,
  MessageId,
  NotificationMessage,
  RequestMessage,
  ResultMessage,
} from '../../wire/json-rpc.ts';
import { errorText, isMessageId } from '../../wire/message-text.ts';
import { isClientNotification, isClientRequest } from '../../wire/methods.ts';
import type { ConnectedClient, Protocol } from '../../wire/exchange.ts';
import { INTERNAL_FAILURE, replyText } from '../open-exchange.ts';
import { callerWithoutSession, callerOfSession, createClient } from './caller.ts';
import type { Exchanges } from './exchanges.ts';
import { invalidRequest, unknownMethodRefusal, writeAnswer } from './exchanges.ts';
import type { HttpLimits } from './http-limits.ts';
import { OtherReplicas } from './other-replicas.ts';
import type { HttpSession } from './http-session.ts';
import { HttpSessions, mintSessionId } from './http-sessions.ts';

const texts = agentMessages.http;

const VERSION = invalidRequest(400, 'VERSION', texts.versionUnsupported);
const NO_SESSION = invalidRequest(400, 'SESSION_MISSING', texts.initializeFirst);
const UNKNOWN_SESSION = invalidRequest(404, 'SESSION_UNKNOWN', texts.sessionUnknown);
const ALREADY_INITIALIZED = invalidRequest(
  400,
  'INITIALIZED_TWICE',
  agentMessages.message.sessionInitializedTwice,
);
const ID_IN_USE = invalidRequest(400, 'ID_IN_USE', agentMessages.message.idInUse);

const TOO_LARGE = invalidRequest(400, 'CLIENT_TOO_LARGE', texts.clientTooLarge);
const STORE_AWAY = `${texts.storeAway}\n`;
const TOO_MANY_SESSIONS = `${texts.tooManySessions}\n`;

export interface LegacyEndpointOptions {
  readonly protocol: Protocol;
  readonly exchanges: Exchanges;
  readonly limits: HttpLimits;
  readonly parseLimits: ParseLimits;
  readonly now: () => number;
  readonly readiness: () => Readiness;
  /** Null where no other process serves these clients. */
  readonly replica: Replica | null;
}

/** Clients that say hello and get a session. Everything they send belongs to it. */
export class LegacyEndpoint {
  readonly sessions: HttpSessions;
  private readonly protocol: Protocol;
  private readonly exchanges: Exchanges;
  private readonly now: () => number;
  private readonly others: OtherReplicas | null;

  constructor(options: LegacyEndpointOptions) {
    const { protocol, exchanges, limits, now, replica } = options;
    this.protocol = protocol;
    this.exchanges = exchanges;
    this.now = now;
    this.sessions = new HttpSessions(limits, now, (session) => {
      this.others?.shared.forget(session);
      protocol.closed(session.client);
    });
    const { sessions, unclaimed } = this;
    const adopted = (session: HttpSession): void => this.opened(session);
    this.others =
      replica === null ? null : new OtherReplicas({ ...options, replica, sessions, adopted, unclaimed });
  }

  request(head: RequestHead, principal: Principal, message: RequestMessage, response: ServerResponse): void {
    const { id, method } = message;
    if (method === 'initialize' && head.session === undefined) {
      void this.initialize(principal, message, response);
      return;
    }
    this.within(head, principal, id, response, (session) => {
      const { client } = session;
      if (method === 'initialize') this.exchanges.refuse(client, id, ALREADY_INITIALIZED, response);
      else if (!isClientRequest(method, 'legacy')) {
        this.exchanges.refuse(client, id, unknownMethodRefusal(200, method), response);
      } else if (session.out.has(id)) this.exchanges.refuse(client, id, ID_IN_USE, response);
      else void this.serve(session, message, head, response);
    });
  }

  notification(
    head: RequestHead,
    principal: Principal,
    message: NotificationMessage,
    response: ServerResponse,
  ): void {
    const { method, params } = message;
    this.within(head, principal, null, response, (session) => {
      if (!isClientNotification(method, 'legacy')) {
        this.exchanges.refuse(session.client, null, unknownMethodRefusal(400, method), response);
        return;
      }
      const { requestId } = params;
      if (method !== 'notifications/cancelled') this.protocol.notification(session.client, method, params);
      else if (!session.cancel(requestId) && this.others !== null && isMessageId(requestId)) {
        void this.sent(this.others.cancel(session, requestId), response);
        return;
      }
      writeEmpty(response, 202);
    });
  }

  /** The answer to something the client was asked. */
  answer(
    head: RequestHead,
    principal: Principal,
    message: ResultMessage | ErrorMessage,
    response: ServerResponse,
  ): void {
    this.within(head, principal, null, response, (session) => {
      const settled = session.asks.settle(message);
      if (!settled && this.others !== null) {
        void this.sent(this.others.answer(session, message), response);
        return;
      }
      if (!settled) this.unclaimed(session);
      writeEmpty(response, 202);
    });
  }

  /** A stream for what belongs to no request. */
  listen(head: RequestHead, principal: Principal, response: ServerResponse): void {
    this.within(head, principal, null, response, (session) => {
      session.listen(response, this.now());
      this.others?.listens(session);
    });
  }

  end(head: RequestHead, principal: Principal, response: ServerResponse): void {
    this.within(head, principal, null, response, (session) => void this.ended(session, response));
  }

  /** The session of that principal. Throws where it cannot be found out whether there is one. */
  find(id: string, principal: Principal): HttpSession | undefined | Promise<HttpSession | undefined> {
    const session = this.sessions.find(id, principal);
    if (this.others === null) return session;
    const { shared } = this.others;
    if (session === undefined || !shared.isSure(session)) return shared.look(id, principal);
    shared.used(session);
    return session;
  }

  sweep(): void {
    this.sessions.sweep();
    this.others?.shared.sweep();
  }

  /** Ends what is served here. Sessions that others serve too go on there. */
  close(): void {
    this.others?.close();
    this.sessions.endAll();
  }

  private async serve(
    session: HttpSession,
    message: RequestMessage,
    head: RequestHead,
    response: ServerResponse,
  ): Promise<void> {
    const reply = await this.exchanges.serve(session.client, message, head, response, session);
    this.others?.answered(session, message, reply);
  }

  private opened(session: HttpSession): void {
    this.others?.opened(session);
    this.protocol.opened(session.client, session);
  }

  private async initialize(
    principal: Principal,
    { id, params }: RequestMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (!this.sessions.makeRoom(principal, (idle) => this.giveUp(idle))) {
      answerRetryLater(response, TOO_MANY_SESSIONS, '60');
      return;
    }
    const sessionId = mintSessionId();
    const caller = callerOfSession(sessionId, principal);
    try {
      const { reply, opens } = await this.protocol.initialize(params, caller);
      if (response.destroyed || opens === undefined || reply.type === 'error') {
        writeAnswer(response, 200, replyText(id, reply));
        return;
      }
      const client = createClient(caller, opens);
      if (this.others?.shared.fits(client) === false) {
        this.exchanges.refuse(caller, id, TOO_LARGE, response);
        return;
      }
      const session = await this.open(sessionId, client, response);
      if (session === null) return;
      writeAnswer(response, 200, replyText(id, reply), ['Mcp-Session-Id', sessionId]);
      this.opened(session);
    } catch {
      writeAnswer(response, 200, errorText(id, INTERNAL_FAILURE));
    }
  }

  /** Null where the client was told that it cannot be. */
  private async open(
    sessionId: string,
    client: ConnectedClient,
    response: ServerResponse,
  ): Promise<HttpSession | null> {
    if (this.others === null) return this.sessions.open(sessionId, client);
    const { shared } = this.others;
    try {
      const session = this.sessions.open(sessionId, client, await shared.put(sessionId, client));
      shared.keep(session);
      return session;
    } catch {
      // the others would say that there is no such session
      answerRetryLater(response, STORE_AWAY);
      return null;
    }
  }

  private giveUp(session: HttpSession): void {
    this.sessions.end(session);
    this.others?.shared.end(session).catch(() => {});
  }

  private async ended(session: HttpSession, response: ServerResponse): Promise<void> {
    if (this.others === null) {
      this.sessions.end(session);
      writeEmpty(response, 204);
      return;
    }
    try {
      if (await this.others.shared.end(session)) writeEmpty(response, 204);
      else this.exchanges.refuse(session.client, null, UNKNOWN_SESSION, response);
    } catch {
      answerRetryLater(response, STORE_AWAY);
    }
  }

  /** It may be for another process; the client is told whether it is on its way. */
  private async sent(sending: Promise<void>, response: ServerResponse): Promise<void> {
    try {
      await sending;
      writeEmpty(response, 202);
    } catch {
      answerRetryLater(response, STORE_AWAY);
    }
  }

  private readonly unclaimed = ({ client }: HttpSession): void =>
    this.protocol.refused(client, 'ANSWER_UNKNOWN', agentMessages.message.answerUnknown);

  /** Goes on with the session a message belongs to, at once where it is known here; or tells the client what is wrong. */
  private within(
    head: RequestHead,
    principal: Principal,
    id: MessageId | null,
    response: ServerResponse,
    go: (session: HttpSession) => void,
  ): void {
    const isServed = head.version === undefined || LEGACY_VERSIONS.includes(head.version);
    if (!isServed || head.session === undefined) {
      this.exchanges.refuse(callerWithoutSession(principal), id, isServed ? NO_SESSION : VERSION, response);
      return;
    }
    const session = this.find(head.session, principal);
    if (session instanceof Promise) void this.withinLater(session, principal, id, response, go);
    else if (session !== undefined) go(session);
    else this.exchanges.refuse(callerWithoutSession(principal), id, UNKNOWN_SESSION, response);
  }

  private async withinLater(
    looking: Promise<HttpSession | undefined>,
    principal: Principal,
    id: MessageId | null,
    response: ServerResponse,
    go: (session: HttpSession) => void,
  ): Promise<void> {
    let session: HttpSession | undefined;
    try {
      session = await looking;
    } catch {
      // never 404: upon that, clients begin anew
      answerRetryLater(response, STORE_AWAY);
      return;
    }
    // a client that disconnected meanwhile would leave an open stream
    if (response.destroyed) return;
    if (session !== undefined) go(session);
    else this.exchanges.refuse(callerWithoutSession(principal), id, UNKNOWN_SESSION, response);
  }
}

const answerRetryLater = (response: ServerResponse, text: string, seconds = '5'): void => {
  if (!response.destroyed) writePlain(response, 503, text, ['Retry-After', seconds]);
};
