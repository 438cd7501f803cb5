import type { ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@callgate/core';
import type { MessageId } from '../../wire/json-rpc.ts';
import { isMessageId } from '../../wire/read-message.ts';
import { SSE_COMMENT, sseEvent } from '../../wire/sse.ts';
import { notificationText } from '../../wire/write-message.ts';
import { Asks } from '../asks.ts';
import type { Client, ClientStream } from '../exchange.ts';
import type { HttpExchange } from './http-exchange.ts';
import { STREAM_HEADERS } from './post-response.ts';

/** What a client has to hear of even if it has no stream at the moment. */
const KEPT = /(?:list_changed|resources\/updated)$/;
const MAX_KEPT = 100;

/** A legacy client over HTTP, bound to the principal who opened it. */
export class Session implements ClientStream {
  readonly id: string;
  readonly client: Client;
  readonly asks: Asks = new Asks();
  readonly out: Map<MessageId, HttpExchange> = new Map();
  lastUsed: number;
  private readonly unreadBytes: number;
  private stream: ServerResponse | null = null;
  private readonly kept: Set<string> = new Set();

  constructor(id: string, client: Client, now: number, unreadBytes: number) {
    this.id = id;
    this.client = client;
    this.lastUsed = now;
    this.unreadBytes = unreadBytes;
  }

  get idle(): boolean {
    return this.stream === null && this.out.size === 0;
  }

  /** For what belongs to no request. */
  notify(method: string, params: JsonObject): void {
    const text = notificationText(method, params);
    if (this.stream !== null) this.write(sseEvent(text));
    else if (KEPT.test(method) && this.kept.size < MAX_KEPT) this.kept.add(text);
  }

  /** There is one stream; a newer one takes its place, since the older may be dead without anybody knowing. */
  listen(response: ServerResponse): void {
    const before = this.stream;
    this.stream = response;
    before?.end();
    response.on('close', () => {
      if (this.stream === response) this.stream = null;
    });
    response.writeHead(200, STREAM_HEADERS);
    response.flushHeaders();
    for (const text of this.kept) this.write(sseEvent(text));
    this.kept.clear();
  }

  /** The client took one of its requests back. */
  cancel(id: Json | undefined): void {
    if (!isMessageId(id)) return;
    const exchange = this.out.get(id);
    this.out.delete(id);
    exchange?.cancel();
  }

  /** It is over; its id may have been taken again already. */
  forget(exchange: HttpExchange): void {
    if (this.out.get(exchange.id) === exchange) this.out.delete(exchange.id);
  }

  /** Shows whether somebody is still there. */
  pulse(): void {
    if (this.stream !== null) this.write(SSE_COMMENT);
  }

  /** Ends everything that belongs to it. */
  end(): void {
    this.stream?.end();
    this.stream = null;
    for (const exchange of this.out.values()) exchange.cancel();
    this.out.clear();
    this.asks.end();
  }

  private write(text: string): void {
    const { stream } = this;
    if (stream === null || stream.writableEnded) return;
    stream.write(text, 'latin1');
    if (stream.writableLength > this.unreadBytes) stream.destroy();
  }
}
