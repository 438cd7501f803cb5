import type { Json, JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { MessageId, Reply, RequestMessage, RpcError } from '../wire/json-rpc.ts';
import { INTERNAL_ERROR } from '../wire/json-rpc.ts';
import { errorText, resultText } from '../wire/message-text.ts';
import type { AskOptions, ConnectedClient, RequestExchange, Protocol } from '../wire/exchange.ts';

/** One request from its arrival until it is answered or given up. */
export abstract class OpenExchange implements RequestExchange {
  readonly client: ConnectedClient;
  readonly id: MessageId;
  readonly method: string;
  readonly params: JsonObject;
  /** Answered, cancelled or gone: nothing is written for it any more. */
  protected over = false;
  private controller: AbortController | undefined;

  constructor(client: ConnectedClient, { id, method, params }: RequestMessage) {
    this.client = client;
    this.id = id;
    this.method = method;
    this.params = params;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    return this.controller.signal;
  }

  /** Ends it without an answer. */
  abort(): void {
    if (this.over) return;
    this.over = true;
    this.controller ??= new AbortController();
    this.controller.abort();
  }

  abstract notify(method: string, params: JsonObject): void;
  abstract ask(method: string, params: JsonObject, options: AskOptions): Promise<Json>;
}

export const INTERNAL_FAILURE: RpcError = Object.freeze({
  code: INTERNAL_ERROR,
  message: agentMessages.http.failedUnknown,
});

/** What a protocol that keeps its contract never needs. */
export const askProtocol = async (protocol: Protocol, exchange: RequestExchange): Promise<Reply> => {
  try {
    return await protocol.request(exchange);
  } catch {
    return { type: 'error', ...INTERNAL_FAILURE };
  }
};

export const replyText = (id: MessageId, reply: Reply): string => {
  try {
    return reply.type === 'result' ? resultText(id, canonical(reply.result)) : errorText(id, reply);
  } catch {
    // It has no canonical form; who asked gets an answer nevertheless.
    return errorText(id, INTERNAL_FAILURE);
  }
};
