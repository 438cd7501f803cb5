import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ParseLimits } from '@callgate/core';
import type { Message } from '../wire/json-rpc.ts';
import type { Destination, Resolve } from './egress.ts';
import { destination } from './egress.ts';
import { broken, notSent, outcomeUnknown, reasonText } from './failures.ts';
import { isEventStream, readHttpAnswer, readHttpError, statusError } from './http-answer.ts';
import type { Ended } from './http-answer.ts';
import { isSessionId, operatorHeaders } from './http-headers.ts';
import type { Link, LinkEvents, OutgoingRequest } from './link.ts';
import { answerLimits } from './reading.ts';
import type { Reach } from './upstream.ts';

export interface HttpLinkSettings {
  readonly server: string;
  readonly reach: Extract<Reach, { kind: 'http' }>;
  readonly messageBytes: number;
  readonly allowPrivate: readonly string[];
  readonly resolve?: Resolve;
}

const MAX_SOCKETS = 256;
/** Shorter than what servers keep idle connections for, so that no request is written to one that is closing. */
const IDLE_MS = 4000;
/** A stream that does not end after its answer is cut. */
const LINGER_MS = 5000;
const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 30_000;

const AGENT = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_MS, scheduling: 'lifo' } as const;

interface Exchange {
  readonly request: ClientRequest;
  sent: boolean;
  /** Its answer was read; what still comes on its stream is not waited for. */
  answered: boolean;
  linger: NodeJS.Timeout | null;
}

/** A server over streamable HTTP: one POST a message, and in the legacy era a session and a GET stream. */
export class HttpLink implements Link {
  readonly pid = null;
  readonly #server: string;
  readonly #events: LinkEvents;
  readonly #limits: ParseLimits;
  readonly #to: Destination;
  readonly #agent: HttpAgent;
  readonly #send: typeof httpRequest;
  readonly #head: readonly string[];
  readonly #open = new Map<number, Exchange>();
  readonly #aside = new Set<ClientRequest>();
  #session: string | null = null;
  #version: string | null = null;
  #modern = false;
  #over = false;
  #reopen: NodeJS.Timeout | null = null;
  #pauseMs = FIRST_PAUSE_MS;

  constructor({ server, reach, messageBytes, allowPrivate, resolve }: HttpLinkSettings, events: LinkEvents) {
    this.#server = server;
    this.#events = events;
    this.#limits = answerLimits(messageBytes);
    this.#to = destination(reach.url, allowPrivate, resolve);
    const secure = this.#to.protocol === 'https:';
    this.#agent = secure ? new HttpsAgent({ ...AGENT, rejectUnauthorized: true }) : new HttpAgent(AGENT);
    this.#send = secure ? httpsRequest : httpRequest;
    this.#head = [
      'Host',
      this.#to.authority,
      ...operatorHeaders(reach.headers),
      'User-Agent',
      'callgate',
      'Accept-Encoding',
      'identity',
    ];
  }

  get dropCancels(): boolean {
    return this.#modern;
  }

  agreed(version: string, legacy: boolean): void {
    this.#version = version;
    this.#modern = !legacy;
  }

  request({ id, method, text, headers, endless }: OutgoingRequest): void {
    if (this.#over) throw notSent(this.#server, 'the connection is closed');
    const mirrored = headers === undefined ? [] : Object.entries(headers).flat();
    const request = this.#post(text, mirrored, endless === true);
    const exchange: Exchange = { request, sent: false, answered: false, linger: null };
    this.#open.set(id, exchange);
    this.#watchSent(exchange);
    request.on('response', (response) => this.#answered(id, method, exchange, response));
    request.on('error', (error) => this.#failed(id, exchange, error));
  }

  async post(text: string): Promise<void> {
    if (this.#over) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const request = this.#post(text, [], false);
    this.#aside.add(request);
    request.on('response', (response) => {
      response.on('error', () => {});
      response.resume();
      if (response.statusCode === 404 && this.#session !== null) this.#sessionLost();
      resolve();
    });
    request.on('error', () => resolve());
    request.on('close', () => {
      this.#aside.delete(request);
      resolve();
    });
    await promise;
  }

  drop(id: number): void {
    const exchange = this.#open.get(id);
    if (exchange === undefined) return;
    this.#forget(id, exchange);
    exchange.request.destroy();
  }

  /** Opens the stream for what belongs to no request, and opens it again when it ends. A server need not have one. */
  listen(): void {
    if (this.#over) return;
    const request = this.#start(
      'GET',
      [...this.#head, 'Accept', 'text/event-stream', ...this.#sessionHeaders()],
      true,
    );
    this.#aside.add(request);
    let opened = false;
    request.on('response', (response) => {
      response.on('error', () => {});
      opened = response.statusCode === 200 && isEventStream(response);
      if (!opened) {
        response.resume();
        return;
      }
      this.#pauseMs = FIRST_PAUSE_MS;
      readHttpAnswer(
        response,
        this.#limits,
        (message) => this.#unasked(message),
        (ended) => {
          if (ended.type === 'bad') this.#events.misbehaved(ended.code, `it ${ended.why}`);
        },
      );
    });
    request.on('error', () => {
      opened = opened || request.reusedSocket;
    });
    request.on('close', () => {
      this.#aside.delete(request);
      if (opened) this.#listenAgain();
    });
    request.end();
  }

  async close(): Promise<void> {
    if (this.#over) return;
    await this.#endSession();
    this.#end();
    this.#events.broken(broken('UPSTREAM_CLOSED', this.#server, 'was disconnected'));
  }

  #start(method: string, headers: readonly string[], endless: boolean): ClientRequest {
    const { host, port, path, lookup } = this.#to;
    return this.#send({
      agent: endless ? false : this.#agent,
      host,
      port,
      path,
      lookup,
      method,
      headers: headers as string[],
      setHost: false,
      maxHeaderSize: 16 * 1024,
      insecureHTTPParser: false,
      ...(endless ? { rejectUnauthorized: true } : {}),
    });
  }

  #post(text: string, more: readonly string[], endless: boolean): ClientRequest {
    const request = this.#start(
      'POST',
      [
        ...this.#head,
        'Content-Type',
        'application/json',
        'Content-Length',
        String(text.length),
        'Accept',
        'application/json, text/event-stream',
        ...this.#sessionHeaders(),
        ...more,
      ],
      endless,
    );
    // Canonical text is ASCII: its length is its bytes.
    request.end(text, 'latin1');
    return request;
  }

  #sessionHeaders(): readonly string[] {
    const version = this.#version === null ? [] : ['MCP-Protocol-Version', this.#version];
    return this.#session === null ? version : [...version, 'Mcp-Session-Id', this.#session];
  }

  #watchSent(exchange: Exchange): void {
    exchange.request.once('socket', (socket) => {
      if (!socket.connecting) exchange.sent = true;
      else {
        socket.once(this.#to.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          exchange.sent = true;
        });
      }
    });
  }

  #answered(id: number, method: string, exchange: Exchange, response: IncomingMessage): void {
    exchange.sent = true;
    const status = response.statusCode ?? 0;
    if (status === 200) {
      if (method === 'initialize') this.#takeSession(response);
      readHttpAnswer(
        response,
        this.#limits,
        (message) => this.#onStream(id, exchange, message),
        (ended) => this.#streamEnded(id, exchange, ended),
      );
      return;
    }
    if (status >= 300 && status < 400) {
      response.resume();
      this.#events.misbehaved('UPSTREAM_REDIRECT', 'it redirected a request, which is never followed');
    }
    readHttpError(response, this.#limits, id, (error) => this.#refused(id, exchange, status, error));
  }

  #refused(
    id: number,
    exchange: Exchange,
    status: number,
    error: Extract<Message, { type: 'error' }> | null,
  ): void {
    const sessionGone = status === 404 && this.#session !== null && error?.id !== id;
    if (error === null && (status >= 500 || status === 408 || status < 300)) {
      // A proxy in between may say this of a request that did arrive.
      this.#finish(id, exchange, outcomeUnknown(this.#server, `answered with HTTP status ${status}`));
    } else {
      this.#forget(id, exchange);
      this.#events.message({ ...(error ?? statusError(id, status)), id }, id);
    }
    if (sessionGone) this.#sessionLost();
  }

  #onStream(id: number, exchange: Exchange, message: Message): void {
    this.#events.message(message, id);
    if (exchange.answered || (message.type !== 'response' && message.type !== 'error') || message.id !== id)
      return;
    exchange.answered = true;
    exchange.linger = setTimeout(() => this.drop(id), LINGER_MS);
    exchange.linger.unref();
  }

  #streamEnded(id: number, exchange: Exchange, ended: Ended): void {
    if (ended.type === 'bad') this.#events.misbehaved(ended.code, `it ${ended.why}`);
    if (exchange.answered) this.#forget(id, exchange);
    else {
      const why = ended.type === 'whole' ? 'ended its answer without answering' : ended.why;
      this.#finish(id, exchange, outcomeUnknown(this.#server, why));
    }
  }

  #failed(id: number, exchange: Exchange, error: Error): void {
    const why = reasonText(error);
    this.#finish(
      id,
      exchange,
      exchange.sent
        ? outcomeUnknown(this.#server, `closed the connection (${why})`)
        : notSent(this.#server, `no connection could be made (${why})`, error),
    );
  }

  #finish(id: number, exchange: Exchange, error: Error): void {
    if (!this.#forget(id, exchange)) return;
    exchange.request.destroy();
    this.#events.failed(id, error);
  }

  #forget(id: number, exchange: Exchange): boolean {
    if (exchange.linger !== null) clearTimeout(exchange.linger);
    return this.#open.get(id) === exchange && this.#open.delete(id);
  }

  #takeSession(response: IncomingMessage): void {
    const id = response.headers['mcp-session-id'];
    if (id === undefined) return;
    if (isSessionId(id)) this.#session = id;
    else this.#events.misbehaved('UPSTREAM_SESSION', 'it gave a session id that cannot be sent back');
  }

  /** An answer does not come this way; anything else may. */
  #unasked(message: Message): void {
    if (message.type === 'response' || message.type === 'error') {
      this.#events.misbehaved('UPSTREAM_WRONG_STREAM', 'it answered on the stream for what nobody asked');
    } else {
      this.#events.message(message, null);
    }
  }

  #listenAgain(): void {
    if (this.#over) return;
    this.#reopen = setTimeout(() => this.listen(), this.#pauseMs);
    this.#reopen.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LAST_PAUSE_MS);
  }

  #sessionLost(): void {
    if (this.#over) return;
    this.#session = null;
    this.#end();
    this.#events.broken(
      broken(
        'UPSTREAM_SESSION_LOST',
        this.#server,
        'has ended the session',
        'the next call begins a new one',
      ),
    );
  }

  async #endSession(): Promise<void> {
    if (this.#session === null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const request = this.#start('DELETE', [...this.#head, ...this.#sessionHeaders()], false);
    const timer = setTimeout(() => request.destroy(), 1000);
    request.on('response', (response) => {
      response.on('error', () => {});
      response.resume();
    });
    request.on('error', () => {});
    request.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    request.end();
    await promise;
  }

  #end(): void {
    this.#over = true;
    if (this.#reopen !== null) clearTimeout(this.#reopen);
    for (const { request, linger } of this.#open.values()) {
      if (linger !== null) clearTimeout(linger);
      request.destroy();
    }
    this.#open.clear();
    for (const request of this.#aside) request.destroy();
    this.#agent.destroy();
  }
}
