import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { InFlight } from '@callgate/gate/host';
import type { RequestHead } from '@callgate/http';
import { STREAM_HEADERS, writeJson } from '@callgate/http';
import { clientErrors } from '@callgate/messages/errors/client';
import { agentMessages } from '@callgate/messages/agent';
import type { MessageId, Reply, RequestMessage, RpcError } from '../../wire/json-rpc.ts';
import { INVALID_REQUEST, METHOD_NOT_FOUND } from '../../wire/json-rpc.ts';
import { errorText, notificationText } from '../../wire/message-text.ts';
import { SSE_COMMENT, sseEvent } from '../../wire/sse.ts';
import type { ClientQuestions } from '../client-questions.ts';
import type { AskOptions, Caller, ConnectedClient, RequestExchange, Protocol } from '../../wire/exchange.ts';
import { OpenExchange, askProtocol, replyText } from '../open-exchange.ts';
import type { HttpLimits } from './http-limits.ts';
import type { HttpSession } from './http-session.ts';

/** What a client is told when its message goes no further. */
export interface RequestRefusal {
  readonly status: number;
  readonly reason: string;
  readonly error: RpcError;
}

export const invalidRequest = (status: number, reason: string, message: string): RequestRefusal => ({
  status,
  reason,
  error: { code: INVALID_REQUEST, message },
});

export const unknownMethodRefusal = (status: number, method: string): RequestRefusal => ({
  status,
  reason: 'METHOD_UNKNOWN',
  error: {
    code: METHOD_NOT_FOUND,
    message: agentMessages.message.methodUnknown({ method: display(method, { max: 80 }) }),
  },
});

/** The answer to a POST whose request goes no further, where the client still waits for it. */
export const writeAnswer = (
  response: ServerResponse,
  status: number,
  text: string,
  more: readonly string[] = [],
): void => {
  if (!response.writableEnded && !response.destroyed) writeJson(response, status, text, more);
};

interface HttpExchangeOptions {
  readonly asks: ClientQuestions | null;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly unreadBytes: number;
  /** Though plain JSON would do. */
  readonly asStream: boolean;
}

/** One POST that carries a request. It is answered in plain JSON, unless something has to be said before: then by a stream. */
export class HttpExchange extends OpenExchange implements RequestExchange {
  readonly headers?: Readonly<Record<string, string>>;
  private readonly response: ServerResponse;
  private readonly options: HttpExchangeOptions;

  constructor(
    client: ConnectedClient,
    message: RequestMessage,
    response: ServerResponse,
    options: HttpExchangeOptions,
  ) {
    super(client, message);
    this.response = response;
    this.options = options;
    if (options.headers !== undefined) this.headers = options.headers;
  }

  notify(method: string, params: JsonObject): void {
    if (!this.over) this.event(notificationText(method, params));
  }

  async ask(method: string, params: JsonObject, options: AskOptions): Promise<Json> {
    const { asks } = this.options;
    if (asks === null) throw new CallgateError(clientErrors.askUnsupported());
    if (this.over) throw new CallgateError(clientErrors.askEnded());
    return asks.ask((text) => this.event(text), method, params, options, this.signal);
  }

  /** Nothing is sent where it was cancelled or the client is gone. */
  finish(reply: Reply): void {
    if (this.over) return;
    this.over = true;
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    // its status counts only where nothing was sent before
    const status = this.status(reply);
    const text = replyText(this.id, reply);
    if (this.options.asStream && status === 200 && !response.headersSent)
      response.writeHead(200, STREAM_HEADERS);
    if (response.headersSent) response.end(sseEvent(text), 'latin1');
    else writeJson(response, status, text);
  }

  /** The client took it back, and wants no answer. */
  cancel(): void {
    this.abort();
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS);
    response.end();
  }

  /** Shows whether the client is still there, where a stream is open. */
  pulse(): void {
    const { response } = this;
    if (!this.over && response.headersSent && !response.writableEnded && !response.destroyed)
      response.write(SSE_COMMENT);
  }

  /** One message before the answer. */
  private event(text: string): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS);
    response.write(sseEvent(text), 'latin1');
    if (response.writableLength > this.options.unreadBytes) response.destroy();
  }

  /** In the modern era some errors are told by the status too; in the legacy era an answer is an answer. */
  private status(reply: Reply): number {
    if (reply.type !== 'error' || this.client.era === 'legacy') return 200;
    return STATUS_OF_ERROR.get(reply.code) ?? 200;
  }
}

const STATUS_OF_ERROR: ReadonlyMap<number, number> = new Map([
  [-32_601, 404],
  [-32_020, 400],
  [-32_021, 400],
  [-32_022, 400],
]);

/** A client that names streams first gets one, though plain JSON would do. */
const prefersStream = (accept: string | undefined): boolean =>
  accept?.startsWith('text/event-stream') === true;

/** The requests of all clients that are being answered. */
export class Exchanges {
  private readonly protocol: Protocol;
  private readonly limits: HttpLimits;
  private readonly now: () => number;
  private readonly running: InFlight<HttpExchange, true> = new InFlight();

  constructor(protocol: Protocol, limits: HttpLimits, now: () => number) {
    this.protocol = protocol;
    this.limits = limits;
    this.now = now;
  }

  async serve(
    client: ConnectedClient,
    message: RequestMessage,
    head: RequestHead,
    response: ServerResponse,
    session: HttpSession | null,
  ): Promise<Reply> {
    const exchange = new HttpExchange(client, message, response, {
      asks: session?.asks ?? null,
      headers: head.params,
      unreadBytes: this.limits.unreadBytes,
      asStream: session !== null && prefersStream(head.accept),
    });
    this.running.set(exchange, true);
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

  refuse(
    caller: Caller,
    id: MessageId | null,
    { status, reason, error }: RequestRefusal,
    response: ServerResponse,
  ): void {
    this.protocol.refused(caller, reason, error.message);
    writeAnswer(response, status, errorText(id, error));
  }

  /** Writes to streams that are quiet. */
  sweep(): void {
    for (const exchange of this.running.keys()) exchange.pulse();
  }

  /** Waits for what is running, for a while. Streams that would never end are ended at once. */
  async close(): Promise<void> {
    const ends = this.now() + this.limits.closeMs;
    for (const exchange of this.running.keys())
      if (exchange.method === 'subscriptions/listen') exchange.cancel();
    while (this.running.size > 0 && this.now() < ends) await delay(10);
    for (const exchange of this.running.keys()) exchange.cancel();
  }
}
