import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@callgate/core';
import { InFlight } from '@callgate/gate/host';
import { STREAM_HEADERS } from '@callgate/http';
import type { MessageId } from '../../wire/json-rpc.ts';
import { isMessageId, notificationText } from '../../wire/message-text.ts';
import { SSE_COMMENT, sseEvent } from '../../wire/sse.ts';
import { ClientQuestions } from '../client-questions.ts';
import type { ConnectedClient, ClientStream } from '../../wire/exchange.ts';
import type { HttpExchange } from './exchanges.ts';

/** What a client has to hear of even if it has no stream at the moment. */
const KEPT = /(?:list_changed|resources\/updated)$/;
const MAX_KEPT = 100;
/** What only the process hears of that it was asked of. Of changed lists every process hears by itself. */
const HEARD_HERE = /resources\/updated$/;

export interface HttpSessionOptions {
  readonly now: number;
  readonly unreadBytes: number;
  readonly note: string | null;
}

/** A legacy client over HTTP, bound to the principal who opened it. */
export class HttpSession implements ClientStream {
  readonly id: string;
  readonly client: ConnectedClient;
  /** Under which all processes that serve it know it; null where this one alone does. */
  readonly note: string | null;
  readonly asks: ClientQuestions;
  readonly out: InFlight<MessageId, HttpExchange> = new InFlight();
  lastUsed: number;
  /** Uris that it subscribed to here, and when. */
  readonly subscribed: Map<string, number> = new Map();
  private readonly unreadBytes: number;
  private stream: ServerResponse | null = null;
  /** When its newest stream was opened, here or elsewhere. */
  private listensSince = 0;
  /** What waits for a stream, and whether it happened again since it was passed on. */
  private readonly kept: Map<string, boolean> = new Map();
  /** Where other processes serve it too: passes on what the one that has its stream can tell. */
  passOn: ((text: string) => void) | null = null;

  constructor(id: string, client: ConnectedClient, how: HttpSessionOptions) {
    this.id = id;
    this.client = client;
    this.note = how.note;
    this.asks = new ClientQuestions(how.note === null ? null : randomBytes(9).toString('base64url'));
    this.lastUsed = how.now;
    this.unreadBytes = how.unreadBytes;
  }

  get idle(): boolean {
    return this.stream === null && this.out.size === 0;
  }

  /** For what belongs to no request. */
  notify(method: string, params: JsonObject): void {
    const text = notificationText(method, params);
    if (this.stream !== null) this.write(sseEvent(text));
    else if (this.kept.has(text)) this.kept.set(text, true);
    else if (KEPT.test(method) && this.kept.size < MAX_KEPT) {
      this.kept.set(text, false);
      if (HEARD_HERE.test(method)) this.passOn?.(text);
    }
  }

  /** The client was told of it by another process. */
  toldElsewhere(text: string): void {
    if (this.kept.get(text) === true) {
      this.kept.set(text, false);
      this.passOn?.(text);
    } else this.kept.delete(text);
  }

  get listens(): boolean {
    return this.stream !== null;
  }

  /** Its stream is at another process since then, which can tell it all that waits. */
  listensElsewhere(since: number): void {
    if (since <= this.listensSince) return;
    this.listensSince = since;
    this.stream?.end();
    this.stream = null;
    for (const text of this.kept.keys()) this.passOn?.(text);
  }

  /** There is one stream; a newer one takes its place, since the older may be dead without anybody knowing. */
  listen(response: ServerResponse, now: number): void {
    const before = this.stream;
    this.stream = response;
    this.listensSince = now;
    before?.end();
    response.on('close', () => {
      if (this.stream === response) this.stream = null;
    });
    response.writeHead(200, STREAM_HEADERS);
    response.flushHeaders();
    for (const text of this.kept.keys()) this.write(sseEvent(text));
    this.kept.clear();
  }

  /** The client took one of its requests back. False where no such request is being answered here. */
  cancel(id: Json | undefined): boolean {
    const exchange = isMessageId(id) ? this.out.get(id) : undefined;
    if (exchange === undefined) return false;
    this.out.delete(exchange.id);
    exchange.cancel();
    return true;
  }

  /** It is over; its id may have been taken again already. */
  forget(exchange: HttpExchange): void {
    if (this.out.get(exchange.id) === exchange) this.out.delete(exchange.id);
  }

  /** Shows whether the client is still there. */
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
