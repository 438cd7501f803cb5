import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_LIMITS, type ParseLimits, type Principal, display } from '@callgate/core';
import { LEGACY_VERSIONS } from '../../wire/eras.ts';
import {
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  type MessageId,
  type NotificationMessage,
  type RequestMessage,
  type RpcError,
} from '../../wire/json-rpc.ts';
import { clientNotification, clientRequest } from '../../wire/methods.ts';
import { type ModernEnvelope, claimsEnvelope } from '../../wire/modern-envelope.ts';
import { isMessageId, readMessage } from '../../wire/read-message.ts';
import { errorText } from '../../wire/write-message.ts';
import type { Caller, Client, Protocol } from '../exchange.ts';
import { INTERNAL_FAILURE, askProtocol, replyText } from '../open-exchange.ts';
import type { Head } from './head.ts';
import { HttpExchange } from './http-exchange.ts';
import type { HttpLimits } from './limits.ts';
import { modernRequest, namesModern } from './modern-request.ts';
import { PostResponse, writeEmpty, writePlain } from './post-response.ts';
import type { Session } from './session.ts';
import { Sessions, mintSessionId } from './sessions.ts';

/** Takes messages of both eras from clients that are known, and their answers back. */
export class Messages {
  readonly sessions: Sessions;
  private readonly protocol: Protocol;
  private readonly limits: HttpLimits;
  private readonly parseLimits: ParseLimits;
  private readonly now: () => number;
  private readonly running: Set<HttpExchange> = new Set();
  private readonly unread: Map<ServerResponse, number> = new Map();
  private modernRequests = 0;
  private closing = false;

  constructor(protocol: Protocol, limits: HttpLimits, now: () => number) {
    this.protocol = protocol;
    this.limits = limits;
    this.now = now;
    this.parseLimits = { ...DEFAULT_LIMITS, bytes: limits.bodyBytes };
    this.sessions = new Sessions(limits, now, (session) => protocol.closed(session.client));
  }

  post(head: Head, principal: Principal, body: Uint8Array, response: ServerResponse): void {
    const message = readMessage(body, this.parseLimits);
    switch (message.type) {
      case 'request':
        this.request(head, principal, message, response);
        return;
      case 'notification':
        this.notification(head, principal, message, response);
        return;
      case 'response':
      case 'error': {
        const session = this.sessionOf(head, principal, null, response);
        if (session === null) return;
        if (!session.asks.settle(message))
          this.refused(session.client, 'ANSWER_UNKNOWN', 'an answer to nothing that was asked');
        writeEmpty(response, 202);
        return;
      }
      default:
        this.refuse(callerOf(principal), response, 400, message.id, message.error, message.reason);
    }
  }

  /** A stream for what belongs to no request; of the legacy era only. */
  listen(head: Head, principal: Principal, response: ServerResponse): void {
    if (namesModern(head.version)) {
      writePlain(response, 405, 'this protocol version has no such stream\n', ['Allow', 'POST']);
      return;
    }
    const session = this.sessionOf(head, principal, null, response);
    if (session !== null) session.listen(response);
  }

  end(head: Head, principal: Principal, response: ServerResponse): void {
    if (namesModern(head.version)) {
      writePlain(response, 405, 'this protocol version has no sessions\n', ['Allow', 'POST']);
      return;
    }
    const session = this.sessionOf(head, principal, null, response);
    if (session === null) return;
    this.sessions.end(session);
    writeEmpty(response, 204);
  }

  sweep(): void {
    this.sessions.sweep();
    const oldest = this.now() - this.limits.unreadMs;
    for (const [response, since] of this.unread) {
      if (since < oldest) response.destroy();
      if (response.destroyed || response.writableFinished) this.unread.delete(response);
    }
  }

  async close(graceMs: number): Promise<void> {
    this.closing = true;
    const ends = this.now() + graceMs;
    for (const exchange of this.running) if (exchange.method === 'subscriptions/listen') exchange.cancel();
    while (this.running.size > 0 && this.now() < ends) await delay(10);
    for (const exchange of this.running) exchange.cancel();
    this.sessions.endAll();
  }

  private request(head: Head, principal: Principal, message: RequestMessage, response: ServerResponse): void {
    if (this.closing) {
      writePlain(response, 503, 'the gateway is closing\n', ['Connection', 'close']);
      return;
    }
    const envelope = modernRequest(head, message);
    if (envelope === null) this.legacyRequest(head, principal, message, response);
    else if ('code' in envelope)
      this.refuse(callerOf(principal), response, 400, message.id, envelope, 'ENVELOPE');
    else this.modernRequest(head, principal, message, envelope, response);
  }

  private modernRequest(
    head: Head,
    principal: Principal,
    message: RequestMessage,
    envelope: ModernEnvelope,
    response: ServerResponse,
  ): void {
    const caller = callerOf(principal);
    if (!clientRequest(message.method, 'modern')) {
      this.refuse(caller, response, 404, message.id, unknownMethod(message.method), 'METHOD_UNKNOWN');
      return;
    }
    const client: Client = {
      principal,
      context: caller.context,
      authenticated: false,
      transport: 'http',
      key: `http:modern:${++this.modernRequests}`,
      era: 'modern',
      version: envelope.version,
      capabilities: envelope.capabilities,
      info: envelope.info,
      stateful: false,
    };
    void this.serve(client, message, head, response, null);
  }

  private legacyRequest(
    head: Head,
    principal: Principal,
    message: RequestMessage,
    response: ServerResponse,
  ): void {
    const { id, method } = message;
    if (method === 'initialize' && head.session === undefined) {
      void this.initialize(principal, message, response);
      return;
    }
    const session = this.sessionOf(head, principal, id, response);
    if (session === null) return;
    const { client } = session;
    if (method === 'initialize') {
      this.refuse(
        client,
        response,
        400,
        id,
        invalid('this session is initialized already'),
        'INITIALIZED_TWICE',
      );
    } else if (!clientRequest(method, 'legacy')) {
      this.refuse(client, response, 200, id, unknownMethod(method), 'METHOD_UNKNOWN');
    } else if (session.out.has(id)) {
      this.refuse(
        client,
        response,
        400,
        id,
        invalid('a request with this id is being answered'),
        'ID_IN_USE',
      );
    } else {
      void this.serve(client, message, head, response, session);
    }
  }

  private async initialize(
    principal: Principal,
    { id, params }: RequestMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (!this.sessions.makeRoom()) {
      writePlain(response, 503, 'there are too many sessions\n', ['Retry-After', '60']);
      return;
    }
    const sessionId = mintSessionId();
    const answer = this.responseFor(response);
    // The record names the context, so it must not be what opens the session.
    const context = `http:${hash('sha256', sessionId, 'base64url').slice(0, 22)}`;
    const caller: Caller = { principal, context, authenticated: true, transport: 'http' };
    try {
      const { reply, opens } = await this.protocol.initialize(params, caller);
      if (response.destroyed || opens === undefined || reply.type === 'error' || !this.sessions.makeRoom()) {
        answer.end(200, replyText(id, reply));
        return;
      }
      const session = this.sessions.open(sessionId, {
        ...caller,
        ...opens,
        key: context,
        era: 'legacy',
        stateful: true,
      });
      answer.end(200, replyText(id, reply), ['Mcp-Session-Id', sessionId]);
      this.protocol.opened(session.client, session);
    } catch {
      answer.end(200, errorText(id, INTERNAL_FAILURE));
    }
  }

  private async serve(
    client: Client,
    message: RequestMessage,
    head: Head,
    response: ServerResponse,
    session: Session | null,
  ): Promise<void> {
    const answer = this.responseFor(response);
    const exchange = new HttpExchange(client, message, answer, {
      asks: session?.asks ?? null,
      headers: head.params,
    });
    this.running.add(exchange);
    session?.out.set(exchange.id, exchange);
    answer.onGone(() => {
      exchange.abort();
      if (session?.out.get(exchange.id) === exchange) session.out.delete(exchange.id);
    });
    exchange.finish(await askProtocol(this.protocol, exchange));
    this.running.delete(exchange);
    if (session?.out.get(exchange.id) === exchange) session.out.delete(exchange.id);
  }

  private notification(
    head: Head,
    principal: Principal,
    message: NotificationMessage,
    response: ServerResponse,
  ): void {
    const { method, params } = message;
    const modern = namesModern(head.version) || claimsEnvelope(params);
    if (!clientNotification(method, modern ? 'modern' : 'legacy')) {
      this.refuse(callerOf(principal), response, 400, null, unknownMethod(method), 'METHOD_UNKNOWN');
      return;
    }
    // A modern request is cancelled by closing its response: ids of others must not be within reach.
    if (!modern) {
      const session = this.sessionOf(head, principal, null, response);
      if (session === null) return;
      if (method === 'notifications/cancelled') cancel(session, params['requestId']);
      else this.protocol.notification(session.client, method, params);
    }
    writeEmpty(response, 202);
  }

  /** The session a legacy message belongs to. Null where the client was told what is wrong. */
  private sessionOf(
    head: Head,
    principal: Principal,
    id: MessageId | null,
    response: ServerResponse,
  ): Session | null {
    const caller = callerOf(principal);
    if (head.version !== undefined && !LEGACY_VERSIONS.includes(head.version)) {
      this.refuse(
        caller,
        response,
        400,
        id,
        invalid('the MCP-Protocol-Version header names no version that is served'),
        'VERSION',
      );
      return null;
    }
    if (head.session === undefined) {
      this.refuse(
        caller,
        response,
        400,
        id,
        invalid('send `initialize` first, then its Mcp-Session-Id with everything'),
        'SESSION_MISSING',
      );
      return null;
    }
    const session = this.sessions.find(head.session, principal);
    if (session !== undefined) return session;
    this.refuse(
      caller,
      response,
      404,
      id,
      invalid('there is no such session: send `initialize` again'),
      'SESSION_UNKNOWN',
    );
    return null;
  }

  private refuse(
    caller: Caller,
    response: ServerResponse,
    status: number,
    id: MessageId | null,
    error: RpcError,
    reason: string,
  ): void {
    this.refused(caller, reason, error.message);
    this.responseFor(response).end(status, errorText(id, error));
  }

  private refused(caller: Caller, reason: string, detail: string): void {
    this.protocol.refused(caller, reason, detail);
  }

  private responseFor(response: ServerResponse): PostResponse {
    return new PostResponse(response, this.limits.unreadBytes, (slow) => this.unread.set(slow, this.now()));
  }
}

/** Without a session there is no context of its own: what is labelled is the principal. */
const callerOf = (principal: Principal): Caller => ({
  principal,
  context: `http:${principal.subject}`,
  authenticated: false,
  transport: 'http',
});

const cancel = (session: Session, id: unknown): void => {
  if (typeof id !== 'string' && typeof id !== 'number') return;
  if (!isMessageId(id)) return;
  const exchange = session.out.get(id);
  session.out.delete(id);
  exchange?.cancel();
};

const invalid = (message: string): RpcError => ({ code: INVALID_REQUEST, message });

const unknownMethod = (method: string): RpcError => ({
  code: METHOD_NOT_FOUND,
  message: `there is no method \`${display(method, { max: 80 })}\``,
});
