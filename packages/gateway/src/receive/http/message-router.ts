import type { ServerResponse } from 'node:http';
import type { Replica } from '@callgate/cluster';
import type { Principal } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS } from '@callgate/core/receive';
import type { RequestHead } from '@callgate/http';
import { writeEmpty, writePlain } from '@callgate/http';
import { agentMessages } from '@callgate/messages/agent';
import type { Readiness } from './readiness.ts';
import type { NotificationMessage, RequestMessage } from '../../wire/json-rpc.ts';
import { readMessage } from '../../wire/message-text.ts';
import { isClientNotification, isClientRequest } from '../../wire/methods.ts';
import type { ModernEnvelope } from '../../wire/request-meta.ts';
import { hasEnvelope } from '../../wire/request-meta.ts';
import type { ConnectedClient, Protocol } from '../../wire/exchange.ts';
import { callerWithoutSession } from './caller.ts';
import { Exchanges, unknownMethodRefusal } from './exchanges.ts';
import { LegacyEndpoint } from './legacy-endpoint.ts';
import type { HttpLimits } from './http-limits.ts';
import { ModelAdviceEndpoint } from './model-advice-endpoint.ts';
import { readModernRequest, isModernVersion } from './read-modern-request.ts';

const texts = agentMessages.http;

export interface MessageRouterOptions {
  readonly protocol: Protocol;
  readonly limits: HttpLimits;
  readonly now: () => number;
  readonly readiness: () => Readiness;
  readonly replica: Replica | null;
}

/** Takes what clients send that are known already, and tells the eras apart. */
export class MessageRouter {
  readonly legacy: LegacyEndpoint;
  private readonly exchanges: Exchanges;
  private readonly modelAsks: ModelAdviceEndpoint;
  private readonly parseLimits: ParseLimits;
  private modernRequests = 0;
  private closing = false;

  constructor(options: MessageRouterOptions) {
    const { protocol, limits, now } = options;
    const parseLimits = { ...DEFAULT_PARSE_LIMITS, bytes: limits.bodyBytes };
    this.parseLimits = parseLimits;
    this.exchanges = new Exchanges(protocol, limits, now);
    this.legacy = new LegacyEndpoint({ ...options, exchanges: this.exchanges, parseLimits });
    const sessions = this.legacy;
    this.modelAsks = new ModelAdviceEndpoint({ protocol, sessions, parseLimits, closeMs: limits.closeMs });
  }

  post(head: RequestHead, principal: Principal, body: Uint8Array, response: ServerResponse): void {
    const message = readMessage(body, this.parseLimits);
    switch (message.type) {
      case 'request':
        this.request(head, principal, message, response);
        return;
      case 'notification':
        this.notification(head, principal, message, response);
        return;
      case 'result':
      case 'error':
        this.legacy.answer(head, principal, message, response);
        return;
      default:
        this.exchanges.refuse(
          callerWithoutSession(principal),
          message.id,
          { status: 400, ...message },
          response,
        );
    }
  }

  /** A host asks which model to use next, in its session or, without one, in its principal's context. */
  recommend(head: RequestHead, principal: Principal, body: Uint8Array, response: ServerResponse): void {
    this.modelAsks.receive(head, principal, body, response);
  }

  listen(head: RequestHead, principal: Principal, response: ServerResponse): void {
    if (isModernVersion(head.version)) writePlain(response, 405, NO_STREAM, ['Allow', 'POST']);
    else this.legacy.listen(head, principal, response);
  }

  end(head: RequestHead, principal: Principal, response: ServerResponse): void {
    if (isModernVersion(head.version)) writePlain(response, 405, NO_STREAM, ['Allow', 'POST']);
    else this.legacy.end(head, principal, response);
  }

  sweep(): void {
    this.legacy.sweep();
    this.exchanges.sweep();
  }

  async close(): Promise<void> {
    this.closing = true;
    await Promise.all([this.exchanges.close(), this.modelAsks.close()]);
    this.legacy.close();
  }

  private request(
    head: RequestHead,
    principal: Principal,
    message: RequestMessage,
    response: ServerResponse,
  ): void {
    if (this.closing) {
      writePlain(response, 503, `${texts.closing}\n`, ['Connection', 'close']);
      return;
    }
    const envelope = readModernRequest(head, message);
    if (envelope === null) this.legacy.request(head, principal, message, response);
    else if ('code' in envelope) {
      const refusal = { status: 400, reason: 'ENVELOPE', error: envelope };
      this.exchanges.refuse(callerWithoutSession(principal), message.id, refusal, response);
    } else this.modern(head, principal, message, envelope, response);
  }

  private modern(
    head: RequestHead,
    principal: Principal,
    message: RequestMessage,
    envelope: ModernEnvelope,
    response: ServerResponse,
  ): void {
    const caller = callerWithoutSession(principal);
    if (!isClientRequest(message.method, 'modern')) {
      this.exchanges.refuse(caller, message.id, unknownMethodRefusal(404, message.method), response);
      return;
    }
    const key = `http:modern:${++this.modernRequests}`;
    const client: ConnectedClient = { ...caller, ...envelope, key, era: 'modern', stateful: false };
    void this.exchanges.serve(client, message, head, response, null);
  }

  private notification(
    head: RequestHead,
    principal: Principal,
    message: NotificationMessage,
    response: ServerResponse,
  ): void {
    if (!isModernVersion(head.version) && !hasEnvelope(message.params)) {
      this.legacy.notification(head, principal, message, response);
    } else if (isClientNotification(message.method, 'modern')) {
      // A modern request is cancelled by closing its response: the ids of others must not be within reach.
      writeEmpty(response, 202);
    } else {
      this.exchanges.refuse(
        callerWithoutSession(principal),
        null,
        unknownMethodRefusal(400, message.method),
        response,
      );
    }
  }
}

const NO_STREAM = `${texts.noStreams}\n`;
