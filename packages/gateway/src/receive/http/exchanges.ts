import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { display } from '@callgate/core';
import type { MessageId, Reply, RequestMessage, RpcError } from '../../wire/json-rpc.ts';
import { INVALID_REQUEST, METHOD_NOT_FOUND } from '../../wire/json-rpc.ts';
import { errorText } from '../../wire/message-text.ts';
import type { Caller, Client, Protocol } from '../exchange.ts';
import { askProtocol } from '../open-exchange.ts';
import type { Head } from './head.ts';
import { HttpExchange } from './http-exchange.ts';
import type { HttpLimits } from './limits.ts';
import { PostResponse } from './post-response.ts';
import type { Session } from './session.ts';

/** What a client is told when its message goes no further. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly error: RpcError;
}

export const invalid = (status: number, reason: string, message: string): Refusal => ({
  status,
  reason,
  error: { code: INVALID_REQUEST, message },
});

export const unknownMethod = (status: number, method: string): Refusal => ({
  status,
  reason: 'METHOD_UNKNOWN',
  error: { code: METHOD_NOT_FOUND, message: `there is no method \`${display(method, { max: 80 })}\`` },
});

/** A client that names streams first gets one, though plain JSON would do. */
const prefersStream = (accept: string | undefined): boolean =>
  accept?.startsWith('text/event-stream') === true;

/** The requests of all clients that are being answered. */
export class Exchanges {
  private readonly protocol: Protocol;
  private readonly limits: HttpLimits;
  private readonly now: () => number;
  private readonly running: Set<HttpExchange> = new Set();
  /** Answers that are written and not read yet, and since when. */
  private readonly unread: Map<ServerResponse, number> = new Map();

  constructor(protocol: Protocol, limits: HttpLimits, now: () => number) {
    this.protocol = protocol;
    this.limits = limits;
    this.now = now;
  }

  async serve(
    client: Client,
    message: RequestMessage,
    head: Head,
    response: ServerResponse,
    session: Session | null,
  ): Promise<Reply> {
    const answer = this.answer(response, session !== null && prefersStream(head.accept));
    const more = { asks: session?.asks ?? null, headers: head.params };
    const exchange = new HttpExchange(client, message, answer, more);
    this.running.add(exchange);
    session?.out.set(exchange.id, exchange);
    response.on('close', () => {
      exchange.abort();
      session?.forget(exchange);
    });
    const reply = await askProtocol(this.protocol, exchange);
    exchange.finish(reply);
    this.running.delete(exchange);
    session?.forget(exchange);
    return reply;
  }

  answer(response: ServerResponse, asStream = false): PostResponse {
    return new PostResponse(response, this.limits.unreadBytes, this.stalled, asStream);
  }

  refuse(
    caller: Caller,
    id: MessageId | null,
    { status, reason, error }: Refusal,
    response: ServerResponse,
  ): void {
    this.protocol.refused(caller, reason, error.message);
    this.answer(response).end(status, errorText(id, error));
  }

  /** Cuts off who does not read, and writes to streams that are quiet. */
  sweep(): void {
    for (const exchange of this.running) exchange.pulse();
    const oldest = this.now() - this.limits.unreadMs;
    for (const [response, since] of this.unread) {
      if (since < oldest) response.destroy();
      if (response.destroyed || response.writableFinished) this.unread.delete(response);
    }
  }

  /** Waits for what is running, for a while. Streams that would never end are ended at once. */
  async close(): Promise<void> {
    const ends = this.now() + this.limits.closeMs;
    for (const exchange of this.running) if (exchange.method === 'subscriptions/listen') exchange.cancel();
    while (this.running.size > 0 && this.now() < ends) await delay(10);
    for (const exchange of this.running) exchange.cancel();
  }

  private readonly stalled = (response: ServerResponse): void => {
    this.unread.set(response, this.now());
  };
}
