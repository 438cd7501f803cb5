import type { ServerResponse } from 'node:http';
import {
  DEFAULT_LIMITS,
  type Json,
  type ParseLimits,
  type Principal,
  canonical,
  parseStrict,
} from '@callgate/core';
import {
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type NotificationMessage,
  type RequestMessage,
} from '../../wire/json-rpc.ts';
import { clientNotification, clientRequest } from '../../wire/methods.ts';
import { type ModernEnvelope, claimsEnvelope } from '../../wire/modern-envelope.ts';
import { readMessage } from '../../wire/read-message.ts';
import type { Client, Protocol } from '../exchange.ts';
import { callerOf } from './caller.ts';
import { Exchanges, unknownMethod } from './exchanges.ts';
import type { Head } from './head.ts';
import { LegacySide } from './legacy-side.ts';
import type { HttpLimits } from './limits.ts';
import { modernRequest, namesModern } from './modern-request.ts';
import { writeEmpty, writeJson, writePlain } from './post-response.ts';

/** Takes what clients send that are known already, and tells the eras apart. */
export class Messages {
  readonly legacy: LegacySide;
  private readonly protocol: Protocol;
  private readonly exchanges: Exchanges;
  private readonly parseLimits: ParseLimits;
  private modernRequests = 0;
  private closing = false;

  constructor(protocol: Protocol, limits: HttpLimits, now: () => number) {
    this.protocol = protocol;
    this.parseLimits = { ...DEFAULT_LIMITS, bytes: limits.bodyBytes };
    this.exchanges = new Exchanges(protocol, limits, now);
    this.legacy = new LegacySide(protocol, this.exchanges, limits, now);
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
      case 'error':
        this.legacy.answer(head, principal, message, response);
        return;
      default:
        this.exchanges.refuse(callerOf(principal), message.id, { status: 400, ...message }, response);
    }
  }

  /** A host asks which model to use next, in its session or, without one, in its principal's context. */
  async recommend(
    head: Head,
    principal: Principal,
    body: Uint8Array,
    response: ServerResponse,
  ): Promise<void> {
    const session =
      head.session === undefined ? undefined : this.legacy.sessions.find(head.session, principal);
    if (head.session !== undefined && session === undefined) {
      writePlain(response, 404, 'SESSION_UNKNOWN: there is no such session\n');
      return;
    }
    let asked: Json;
    try {
      asked = body.length === 0 ? {} : parseStrict(body, this.parseLimits);
    } catch {
      writePlain(response, 400, 'MODEL_ASK: the body is not JSON\n');
      return;
    }
    const caller = session?.client ?? callerOf(principal);
    const reply = await this.protocol.recommend?.(caller, asked);
    if (reply === undefined) writePlain(response, 404, 'MODEL_NONE: no models are configured here\n');
    else if (reply.type === 'error') {
      const status = ERROR_STATUS.get(reply.error.code) ?? 500;
      writeJson(response, status, canonical({ error: { ...reply.error } }));
    } else writeJson(response, 200, reply.type === 'result' ? canonical(reply.result) : reply.resultText);
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
    this.legacy.sessions.sweep();
    this.exchanges.sweep();
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.exchanges.close();
    this.legacy.sessions.endAll();
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

const ERROR_STATUS: ReadonlyMap<number, number> = new Map([
  [INVALID_PARAMS, 400],
  [METHOD_NOT_FOUND, 404],
]);

const NO_STREAM = 'this protocol version has no sessions and no streams of their own\n';
