import type { JsonObject } from '@callgate/core';
import { canonical, display } from '@callgate/core';
import { upstreamMessages } from '@callgate/messages/upstream';
import { agentMessages } from '@callgate/messages/agent';
import type { AllowedServerRequests } from '../config/gateway-config.ts';
import type { Era } from '../wire/eras.ts';
import type { MessageId, RequestMessage, RpcError } from '../wire/json-rpc.ts';
import { INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import { errorText, resultText } from '../wire/message-text.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import type { ServerRequest, UpstreamEvents } from './upstream.ts';

const texts = agentMessages.serverRequests;

/** Which setting lets a server ask what. */
const ASKS: Readonly<Record<ServerRequest['method'], keyof AllowedServerRequests>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

const isClientRequest = (method: string): method is ServerRequest['method'] => Object.hasOwn(ASKS, method);

/** Questions of one server that are open at once. */
const MAX_OPEN = 16;

interface ServerRequestParts {
  readonly asks: AllowedServerRequests;
  readonly era: () => Era;
  readonly events: UpstreamEvents;
  readonly post: (text: string) => void;
}

/** What a server asks of its client. Off unless the operator turned it on, and nothing else exists. */
export class ServerRequests {
  readonly #parts: ServerRequestParts;
  readonly #open = new Map<MessageId, AbortController>();

  constructor(parts: ServerRequestParts) {
    this.#parts = parts;
  }

  receive({ id, method, params }: RequestMessage, call: string | null): void {
    const { asks, era, events } = this.#parts;
    if (era() === 'modern') {
      events.misbehaved(
        'UPSTREAM_REQUEST',
        upstreamMessages.faults.requestOfOtherEra({ method: shownMethod(method) }),
      );
      this.#refuse(id, {
        code: METHOD_NOT_FOUND,
        message: texts.unsupported,
      });
      return;
    }
    if (method === 'ping') {
      this.#parts.post(resultText(id, '{}'));
      return;
    }
    if (!isClientRequest(method) || !asks[ASKS[method]]) {
      events.misbehaved(
        'UPSTREAM_REQUEST',
        upstreamMessages.faults.requestNotOffered({ method: shownMethod(method) }),
      );
      this.#refuse(id, { code: METHOD_NOT_FOUND, message: texts.clientUnsupported });
      return;
    }
    if (this.#open.has(id)) {
      events.misbehaved('UPSTREAM_REQUEST_ID', upstreamMessages.faults.requestId);
      return;
    }
    if (this.#open.size >= MAX_OPEN) {
      events.misbehaved('UPSTREAM_REQUESTS', upstreamMessages.faults.requestsTooMany({ most: MAX_OPEN }));
      this.#refuse(id, { code: INVALID_REQUEST, message: texts.tooMany });
      return;
    }
    void this.#ask({ id, method, params, call });
  }

  async #ask(request: Omit<ServerRequest, 'signal'>): Promise<void> {
    const { events, post } = this.#parts;
    const abort = new AbortController();
    const { id } = request;
    this.#open.set(id, abort);
    let text: string;
    try {
      text = resultText(id, canonical(await events.request({ ...request, signal: abort.signal })));
    } catch (error) {
      text = errorText(
        id,
        error instanceof RpcFailure ? error.error : { code: INTERNAL_ERROR, message: texts.unanswered },
      );
    }
    this.#open.delete(id);
    if (!abort.signal.aborted) post(text);
  }

  /** The server does not want to know any more. */
  cancelled(params: JsonObject): void {
    const id = params['requestId'];
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  abortAll(): void {
    for (const abort of this.#open.values()) abort.abort();
    this.#open.clear();
  }

  #refuse(id: MessageId, error: RpcError): void {
    this.#parts.post(errorText(id, error));
  }
}

const shownMethod = (method: string): string => `\`${display(method, { max: 80 })}\``;
