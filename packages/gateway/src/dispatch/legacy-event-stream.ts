import type { ClientRequest } from 'node:http';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { RpcMessage } from '../wire/json-rpc.ts';
import type { ResponseLimits } from './read-response.ts';
import { isEventStream, readHttpResponse } from './http-response.ts';
import type { HttpClient } from './http-client.ts';
import type { LinkEvents } from './link.ts';

const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 30_000;

/** The GET stream of the legacy era, for what belongs to no request. A server need not have one. */
export class LegacyEventStream {
  readonly #client: HttpClient;
  readonly #events: LinkEvents;
  readonly #limits: ResponseLimits;
  #request: ClientRequest | null = null;
  #reopen: NodeJS.Timeout | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #over = false;

  constructor(client: HttpClient, limits: ResponseLimits, events: LinkEvents) {
    this.#client = client;
    this.#limits = limits;
    this.#events = events;
  }

  /** Opens it, and again when it ends. One that was never opened is not asked for again. */
  open(): void {
    if (this.#over) return;
    const request = this.#client.get(null);
    this.#request = request;
    let opened = false;
    request.on('response', (response) => {
      opened = response.statusCode === 200 && isEventStream(response);
      if (!opened) {
        response.on('error', () => {});
        response.resume();
        return;
      }
      this.#pauseMs = FIRST_PAUSE_MS;
      readHttpResponse(
        response,
        this.#limits,
        (message) => this.#receive(message),
        (ended) => {
          if (ended.type === 'bad') this.#events.misbehaved(ended.code, ended.why);
        },
      );
    });
    request.on('error', () => {});
    request.on('close', () => {
      if (opened) this.#again();
    });
  }

  close(): void {
    this.#over = true;
    if (this.#reopen !== null) clearTimeout(this.#reopen);
    this.#request?.destroy();
  }

  /** An answer does not come this way; anything else may. */
  #receive(message: RpcMessage): void {
    if (message.type === 'result' || message.type === 'error') {
      this.#events.misbehaved('UPSTREAM_WRONG_STREAM', upstreamMessages.faults.wrongStream);
    } else {
      this.#events.message(message, null);
    }
  }

  #again(): void {
    if (this.#over) return;
    this.#reopen = setTimeout(() => this.open(), this.#pauseMs);
    this.#reopen.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LAST_PAUSE_MS);
  }
}
