import type { Json, JsonObject } from '@callgate/core';
import type { Reply, RequestMessage } from '../../wire/json-rpc.ts';
import { notificationText } from '../../wire/message-text.ts';
import type { Asks } from '../asks.ts';
import { askImpossible } from '../asks.ts';
import type { AskOptions, Client, Exchange } from '../exchange.ts';
import { OpenExchange, replyText } from '../open-exchange.ts';
import type { PostResponse } from './post-response.ts';

/** One POST that carries a request. */
export class HttpExchange extends OpenExchange implements Exchange {
  readonly headers?: Readonly<Record<string, string>>;
  private readonly response: PostResponse;
  private readonly asks: Asks | null;

  constructor(
    client: Client,
    message: RequestMessage,
    response: PostResponse,
    more: { readonly asks: Asks | null; readonly headers: Readonly<Record<string, string>> | undefined },
  ) {
    super(client, message);
    this.response = response;
    this.asks = more.asks;
    if (more.headers !== undefined) this.headers = more.headers;
  }

  notify(method: string, params: JsonObject): void {
    if (!this.over) this.response.event(notificationText(method, params));
  }

  async ask(method: string, params: JsonObject, options: AskOptions): Promise<Json> {
    if (this.asks === null) throw askImpossible('its protocol version has no such requests');
    if (this.over) throw askImpossible('its request has ended');
    return this.asks.ask((text) => this.response.event(text), method, params, options, this.signal);
  }

  /** False where it was cancelled or the client is gone. */
  finish(reply: Reply): boolean {
    if (this.over) return false;
    this.over = true;
    this.response.end(this.status(reply), replyText(this.id, reply));
    return true;
  }

  /** The client took it back. */
  cancel(): void {
    this.abort();
    this.response.drop();
  }

  pulse(): void {
    if (!this.over) this.response.pulse();
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
