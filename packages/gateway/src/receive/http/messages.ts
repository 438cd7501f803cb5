import type { ServerResponse } from 'node:http';
import type { Replica } from '@callgate/cluster';
import type { Principal } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_LIMITS } from '@callgate/core/receive';
import type { Head } from '@callgate/http';
import { writeEmpty, writePlain } from '@callgate/http';
import type { Readiness } from './readiness.ts';
import type { NotificationMessage, RequestMessage } from '../../wire/json-rpc.ts';
import { readMessage } from '../../wire/message-text.ts';
import { clientNotification, clientRequest } from '../../wire/methods.ts';
import type { ModernEnvelope } from '../../wire/request-meta.ts';
import { claimsEnvelope } from '../../wire/request-meta.ts';
import type { Client, Protocol } from '../../wire/exchange.ts';
import { callerOf } from './caller.ts';
import { Exchanges, unknownMethod } from './exchanges.ts';
import { LegacySide } from './legacy-side.ts';
import type { HttpLimits } from './limits.ts';
import { ModelAsks } from './model-asks.ts';
import { modernRequest, namesModern } from './modern-request.ts';

export interface MessagesOptions {
  readonly protocol: Protocol;
  readonly limits: HttpLimits;
  readonly now: () => number;
  readonly readiness: () => Readiness;
  readonly replica: Replica | null;
}

/** Takes what clients send that are known already, and tells the eras apart. */
export class Messages {
  readonly legacy: LegacySide;
  private readonly exchanges: Exchanges;
  private readonly modelAsks: ModelAsks;
  private readonly parseLimits: ParseLimits;
  private modernRequests = 0;
  private closing = false;

  constructor(options: MessagesOptions) {
    const { protocol, limits, now } = options;
    const parseLimits = { ...DEFAULT_LIMITS, bytes: limits.bodyBytes };
    this.parseLimits = parseLimits;
    this.exchanges = new Exchanges(protocol, limits, now);
    this.legacy = new LegacySide({ ...options, exchanges: this.exchanges, parseLimits });
    const sessions = this.legacy;
    this.modelAsks = new ModelAsks({ protocol, sessions, parseLimits, closeMs: limits.closeMs });
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
      case 'result':
      case 'error':
        this.legacy.answer(head, principal, message, response);
        return;
      default:
        this.exchanges.refuse(callerOf(principal), message.id, { status: 400, ...message }, response);
    }
  }

  /** A host asks which model to use next, in its session or, without one, in its principal's context. */
  recommend(head: Head, principal: Principal, body: Uint8Array, response: ServerResponse): void {
    this.modelAsks.receive(head, principal, body, response);
  }

  listen(head: Head, principal: Principal, response: ServerResponse): void {
    if (namesModern(head.version)) writePlain(response, 405, NO_STREAM, ['Allow', 'POST']);
    else this.legacy.listen(head, principal, response);
  }

  end(head: Head, principal: Principal, response: ServerResponse): void {
    if (namesModern(head.version)) writePlain(response, 405, NO_STREAM, ['Allow', 'POST']);
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

  private request(head: Head, principal: Principal, message: RequestMessage, response: ServerResponse): void {
    if (this.closing) {
      writePlain(response, 503, 'the gateway is closing\n', ['Connection', 'close']);
      return;
    }
    const envelope = modernRequest(head, message);
    if (envelope === null) this.legacy.request(head, principal, message, response);
    else if ('code' in envelope) {
      const refusal = { status: 400, reason: 'ENVELOPE', error: envelope };
      this.exchanges.refuse(callerOf(principal), message.id, refusal, response);
    } else this.modern(head, principal, message, envelope, response);
  }

  private modern(
    head: Head,
    principal: Principal,
    message: RequestMessage,
    envelope: ModernEnvelope,
    response: ServerResponse,
  ): void {
    const caller = callerOf(principal);
    if (!clientRequest(message.method, 'modern')) {
      this.exchanges.refuse(caller, message.id, unknownMethod(404, message.method), response);
      return;
    }
    const key = `http:modern:${++this.modernRequests}`;
    const client: Client = { ...caller, ...envelope, key, era: 'modern', stateful: false };
    void this.exchanges.serve(client, message, head, response, null);
  }

  private notification(
    head: Head,
    principal: Principal,
    message: NotificationMessage,
    response: ServerResponse,
  ): void {
    if (!namesModern(head.version) && !claimsEnvelope(message.params)) {
      this.legacy.notification(head, principal, message, response);
    } else if (clientNotification(message.method, 'modern')) {
      // A modern request is cancelled by closing its response: the ids of others must not be within reach.
      writeEmpty(response, 202);
    } else {
      this.exchanges.refuse(callerOf(principal), null, unknownMethod(400, message.method), response);
    }
  }
}

const NO_STREAM = 'this protocol version has no sessions and no streams of their own\n';
