import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Principal } from '@callgate/core';
import { LEGACY_VERSIONS } from '../../wire/eras.ts';
import type {
  ErrorMessage,
  MessageId,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
} from '../../wire/json-rpc.ts';
import { clientNotification, clientRequest } from '../../wire/methods.ts';
import { errorText } from '../../wire/write-message.ts';
import type { Caller, Protocol } from '../exchange.ts';
import { INTERNAL_FAILURE, replyText } from '../open-exchange.ts';
import { callerOf } from './caller.ts';
import { type Exchanges, invalid, unknownMethod } from './exchanges.ts';
import type { Head } from './head.ts';
import type { HttpLimits } from './limits.ts';
import { writeEmpty, writePlain } from './post-response.ts';
import type { Session } from './session.ts';
import { Sessions, mintSessionId } from './sessions.ts';

const VERSION = invalid(400, 'VERSION', 'the MCP-Protocol-Version header names no version that is served');
const NO_SESSION = invalid(
  400,
  'SESSION_MISSING',
  'send `initialize` first, then its Mcp-Session-Id with everything',
);
const UNKNOWN_SESSION = invalid(404, 'SESSION_UNKNOWN', 'there is no such session: send `initialize` again');
const TWICE = invalid(400, 'INITIALIZED_TWICE', 'this session is initialized already');
const ID_IN_USE = invalid(400, 'ID_IN_USE', 'a request with this id is being answered');

/** Clients that say hello and get a session. Everything they send belongs to it. */
export class LegacySide {
  readonly sessions: Sessions;
  private readonly protocol: Protocol;
  private readonly exchanges: Exchanges;

  constructor(protocol: Protocol, exchanges: Exchanges, limits: HttpLimits, now: () => number) {
    this.protocol = protocol;
    this.exchanges = exchanges;
    this.sessions = new Sessions(limits, now, (session) => protocol.closed(session.client));
  }

  request(head: Head, principal: Principal, message: RequestMessage, response: ServerResponse): void {
    const { id, method } = message;
    if (method === 'initialize' && head.session === undefined) {
      void this.initialize(principal, message, response);
      return;
    }
    const session = this.sessionOf(head, principal, id, response);
    if (session === null) return;
    const { client } = session;
    if (method === 'initialize') this.exchanges.refuse(client, id, TWICE, response);
    else if (!clientRequest(method, 'legacy')) {
      this.exchanges.refuse(client, id, unknownMethod(200, method), response);
    } else if (session.out.has(id)) this.exchanges.refuse(client, id, ID_IN_USE, response);
    else void this.exchanges.serve(client, message, head, response, session);
  }

  notification(
    head: Head,
    principal: Principal,
    message: NotificationMessage,
    response: ServerResponse,
  ): void {
    const { method, params } = message;
    const session = this.sessionOf(head, principal, null, response);
    if (session === null) return;
    if (!clientNotification(method, 'legacy')) {
      this.exchanges.refuse(session.client, null, unknownMethod(400, method), response);
      return;
    }
    if (method === 'notifications/cancelled') session.cancel(params['requestId']);
    else this.protocol.notification(session.client, method, params);
    writeEmpty(response, 202);
  }

  /** The answer to something the client was asked. */
  answer(
    head: Head,
    principal: Principal,
    message: ResponseMessage | ErrorMessage,
    response: ServerResponse,
  ): void {
    const session = this.sessionOf(head, principal, null, response);
    if (session === null) return;
    if (!session.asks.settle(message)) {
      this.protocol.refused(session.client, 'ANSWER_UNKNOWN', 'an answer to nothing that was asked');
    }
    writeEmpty(response, 202);
  }

  /** A stream for what belongs to no request. */
  listen(head: Head, principal: Principal, response: ServerResponse): void {
    this.sessionOf(head, principal, null, response)?.listen(response);
  }

  end(head: Head, principal: Principal, response: ServerResponse): void {
    const session = this.sessionOf(head, principal, null, response);
    if (session === null) return;
    this.sessions.end(session);
    writeEmpty(response, 204);
  }

  private async initialize(
    principal: Principal,
    { id, params }: RequestMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (!this.sessions.makeRoom(principal)) {
      writePlain(response, 503, 'there are too many sessions\n', ['Retry-After', '60']);
      return;
    }
    const sessionId = mintSessionId();
    const answer = this.exchanges.answer(response);
    // Records name the context, so it must not be what opens the session.
    const context = `http:${hash('sha256', sessionId, 'base64url').slice(0, 22)}`;
    // a client opens as many sessions as it likes: what it has touched stays with its principal
    const caller: Caller = { principal, context, authenticated: false, transport: 'http' };
    try {
      const { reply, opens } = await this.protocol.initialize(params, caller);
      if (response.destroyed || opens === undefined || reply.type === 'error') {
        answer.end(200, replyText(id, reply));
        return;
      }
      const client = { ...caller, ...opens, key: context, era: 'legacy', stateful: true } as const;
      const session = this.sessions.open(sessionId, client);
      answer.end(200, replyText(id, reply), ['Mcp-Session-Id', sessionId]);
      this.protocol.opened(client, session);
    } catch {
      answer.end(200, errorText(id, INTERNAL_FAILURE));
    }
  }

  /** The session a message belongs to. Null where the client was told what is wrong. */
  private sessionOf(
    head: Head,
    principal: Principal,
    id: MessageId | null,
    response: ServerResponse,
  ): Session | null {
    const known = head.version === undefined || LEGACY_VERSIONS.includes(head.version);
    const session =
      known && head.session !== undefined ? this.sessions.find(head.session, principal) : undefined;
    if (session !== undefined) return session;
    const fault = known ? (head.session === undefined ? NO_SESSION : UNKNOWN_SESSION) : VERSION;
    this.exchanges.refuse(callerOf(principal), id, fault, response);
    return null;
  }
}
