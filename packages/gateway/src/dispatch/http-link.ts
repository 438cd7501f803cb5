import type { ClientRequest, IncomingMessage } from 'node:http';
import { CallgateError, display } from '@callgate/core';
import { InFlight } from '@callgate/gate/host';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { ErrorMessage, RpcMessage } from '../wire/json-rpc.ts';
import { INTERNAL_ERROR } from '../wire/json-rpc.ts';
import type { ResponseLimits } from './read-response.ts';
import type { AccessTokens, ServerSignIn } from './access-tokens.ts';
import { ServerSecrets } from './server-secrets.ts';
import { CONTROL_METHODS } from './upstream.ts';
import {
  disconnectedError,
  notSentError,
  indeterminateError,
  reasonText,
  signInRequiredError,
} from './upstream-errors.ts';
import type { ResponseEnd } from './http-response.ts';
import { isEventStream, readHttpResponse, readHttpError, statusError } from './http-response.ts';
import { LegacyEventStream } from './legacy-event-stream.ts';
import type { HttpLinkSettings } from './http-client.ts';
import { HttpClient } from './http-client.ts';
import { isSessionId } from './http-headers.ts';
import type { Link, LinkEvents, LinkOptions } from './link.ts';
import { responseLimits } from './read-response.ts';
import { ResumePoint } from './resume-point.ts';

/** A stream that does not end after its answer is cut. */
const LINGER_MS = 5000;
/** How often a stream is taken up again without anything new on it. */
const MAX_RESUMES = 5;
const END_SESSION_MS = 1000;

/** Changes nothing at the server, so it may be sent again with another token. */
const REPEATABLE: ReadonlySet<string> = new Set(['initialize', 'server/discover', ...CONTROL_METHODS]);

interface OpenRequest {
  /** Null while a token is fetched. */
  request: ClientRequest | null;
  accessToken: string | null;
  /** It was sent again with another token. */
  repeated: boolean;
  sent: boolean;
  /** Its answer was read; what still comes on its stream is not waited for. */
  answered: boolean;
  timer: NodeJS.Timeout | null;
  /** Legacy streams of events only. */
  point: ResumePoint | null;
  resumes: number;
}

/** A server over streamable HTTP: one POST a message, and in the legacy era a session and a GET stream. */
export class HttpLink implements Link {
  readonly pid = null;
  readonly #server: string;
  readonly #events: LinkEvents;
  readonly #limits: ResponseLimits;
  readonly #client: HttpClient;
  readonly #secrets: ServerSecrets;
  readonly #signIn: ServerSignIn | null;
  readonly #tokens: AccessTokens | null;
  readonly #aside: LegacyEventStream;
  readonly #open = new InFlight<number, OpenRequest>();
  readonly #posts = new InFlight<ClientRequest, true>();
  #modern = false;
  #over = false;
  #needsSignIn = false;

  constructor(settings: HttpLinkSettings, events: LinkEvents, signIn: ServerSignIn | null = null) {
    this.#server = settings.server;
    this.#events = events;
    this.#signIn = signIn;
    this.#tokens = signIn?.openTokens() ?? null;
    this.#secrets = new ServerSecrets(settings.reach, { canGrow: signIn !== null });
    this.#limits = responseLimits(settings.messageBytes, this.#secrets);
    this.#client = new HttpClient(settings);
    this.#aside = new LegacyEventStream(this.#client, this.#limits, events);
  }

  get needsSignIn(): boolean {
    return this.#needsSignIn;
  }

  get dropCancels(): boolean {
    return this.#modern;
  }

  agreed(version: string, legacy: boolean): void {
    this.#client.version = version;
    this.#modern = !legacy;
  }

  request(id: number, method: string, text: string, options: LinkOptions): void {
    if (this.#over) throw notSentError(this.#server, upstreamMessages.notSentReasons.connectionClosed);
    const exchange: OpenRequest = {
      request: null,
      accessToken: null,
      repeated: false,
      sent: false,
      answered: false,
      timer: null,
      point: null,
      resumes: 0,
    };
    this.#open.set(id, exchange);
    const write = (): void => this.#write(id, method, text, options, exchange);
    if (this.#tokens === null) write();
    else void this.#withToken(this.#tokens, id, exchange, write);
  }

  /** Nothing leaves with a token that is known to be over. */
  async #withToken(
    tokens: AccessTokens,
    id: number,
    exchange: OpenRequest,
    write: () => void,
  ): Promise<void> {
    try {
      const token = await tokens.get();
      this.#useToken(token);
      exchange.accessToken = token;
    } catch (error) {
      this.#needsSignIn = error instanceof CallgateError && error.code === 'UPSTREAM_SIGN_IN';
      const why = error instanceof CallgateError ? errorSentences(error) : reasonText(error);
      this.#finish(id, exchange, notSentError(this.#server, why, error));
      return;
    }
    if (this.#open.get(id) === exchange) write();
  }

  #useToken(token: string | null): void {
    if (token !== null) this.#secrets.add(token);
    this.#client.accessToken = token;
  }

  #write(id: number, method: string, text: string, options: LinkOptions, exchange: OpenRequest): void {
    const { headers, endless } = options;
    const mirrored = headers === undefined ? [] : Object.entries(headers).flat();
    const request = this.#client.post(text, mirrored, endless === true);
    exchange.request = request;
    const sent = (): void => {
      exchange.sent = true;
    };
    request.once('socket', (socket) => {
      if (socket.connecting) socket.once(this.#client.connected, sent);
      else sent();
    });
    request.on('response', (response) => {
      const refused = response.statusCode === 401 ? this.#tokens : null;
      if (refused === null) return this.#answered(id, method, exchange, response);
      response.on('error', () => {});
      response.resume();
      exchange.sent = true;
      void this.#renew(refused, id, method, exchange, () => this.#write(id, method, text, options, exchange));
    });
    request.on('error', (error) => {
      if (exchange.request === request) this.#failed(id, exchange, error);
    });
  }

  /** Renews the token once. A call is not sent again: a server may have run it and say 401 all the same. */
  async #renew(
    tokens: AccessTokens,
    id: number,
    method: string,
    exchange: OpenRequest,
    write: () => void,
  ): Promise<void> {
    const isRenewed = !exchange.repeated && (await tokens.renew(exchange.accessToken));
    if (this.#open.get(id) !== exchange) return;
    if (isRenewed && REPEATABLE.has(method)) {
      exchange.repeated = true;
      exchange.sent = false;
      await this.#withToken(tokens, id, exchange, write);
      return;
    }
    this.#needsSignIn = !isRenewed;
    const error = isRenewed
      ? upstreamErrors.tokenRenewed({ server: display(this.#server) })
      : signInRequiredError(this.#server, this.#signIn?.target ?? null);
    this.#forget(id, exchange);
    this.#events.message({ type: 'error', id, code: INTERNAL_ERROR, message: errorSentences(error) }, id);
  }

  async post(text: string): Promise<void> {
    if (this.#over) return;
    await this.#tokens?.get().then(
      (token) => this.#useToken(token),
      () => this.#useToken(null),
    );
    if (this.#over) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const request = this.#client.post(text, [], false);
    this.#posts.set(request, true);
    request.on('response', (response) => {
      response.on('error', () => {});
      response.resume();
      if (response.statusCode === 404 && this.#client.session !== null) this.#sessionLost();
      resolve();
    });
    request.on('error', () => resolve());
    request.on('close', () => {
      this.#posts.delete(request);
      resolve();
    });
    await promise;
  }

  drop(id: number): void {
    const exchange = this.#open.get(id);
    if (exchange === undefined) return;
    this.#forget(id, exchange);
    exchange.request?.destroy();
  }

  listen(): void {
    this.#aside.open();
  }

  async close(): Promise<void> {
    if (this.#over) return;
    if (this.#client.session !== null) await this.#endSession();
    this.#end();
    this.#events.broken(disconnectedError(this.#server));
  }

  #answered(id: number, method: string, exchange: OpenRequest, response: IncomingMessage): void {
    exchange.sent = true;
    const status = response.statusCode ?? 0;
    this.#needsSignIn = status === 401;
    if (status === 200) {
      if (method === 'initialize') this.#takeSession(response);
      if (!this.#modern && isEventStream(response)) exchange.point = new ResumePoint(this.#limits.bytes);
      this.#read(id, exchange, response);
      return;
    }
    if (status >= 300 && status < 400) {
      this.#events.misbehaved('UPSTREAM_REDIRECT', upstreamMessages.faults.redirect);
    }
    readHttpError(response, this.#limits, id, (error) => this.#refused(id, exchange, status, error));
  }

  #read(id: number, exchange: OpenRequest, response: IncomingMessage): void {
    readHttpResponse(
      response,
      this.#limits,
      (message) => this.#onStream(id, exchange, message),
      (ended) => this.#streamEnded(id, exchange, ended),
      exchange.point,
    );
  }

  #refused(id: number, exchange: OpenRequest, status: number, error: ErrorMessage | null): void {
    const sessionGone = status === 404 && this.#client.session !== null && error?.id !== id;
    if (error === null && (status >= 500 || status === 408 || status < 300)) {
      // A proxy in between may say this of a request that did arrive.
      this.#finish(
        id,
        exchange,
        indeterminateError(this.#server, upstreamMessages.faults.status({ status })),
      );
    } else if (this.#forget(id, exchange)) {
      this.#events.message({ ...(error ?? statusError(id, status)), id }, id);
    }
    if (sessionGone) this.#sessionLost();
  }

  #onStream(id: number, exchange: OpenRequest, message: RpcMessage): void {
    exchange.resumes = 0;
    this.#events.message(message, id);
    const isAnswer = (message.type === 'result' || message.type === 'error') && message.id === id;
    if (exchange.answered || !isAnswer) return;
    exchange.answered = true;
    exchange.timer = setTimeout(() => this.drop(id), LINGER_MS);
    exchange.timer.unref();
  }

  #streamEnded(id: number, exchange: OpenRequest, ended: ResponseEnd): void {
    if (ended.type === 'bad') this.#events.misbehaved(ended.code, ended.why);
    if (exchange.answered) this.#forget(id, exchange);
    else if (ended.type === 'bad' || exchange.point === null || exchange.point.id === null) {
      const why = ended.type === 'whole' ? upstreamMessages.faults.unanswered : ended.why;
      this.#finish(id, exchange, indeterminateError(this.#server, why));
    } else this.#resume(id, exchange, exchange.point);
  }

  /** Reads on where a legacy server broke off. Nothing is sent again: only reading goes on. */
  #resume(id: number, exchange: OpenRequest, point: ResumePoint): void {
    if (this.#open.get(id) !== exchange) return;
    exchange.resumes += 1;
    const failed = (why: string): void => this.#finish(id, exchange, indeterminateError(this.#server, why));
    if (exchange.resumes > MAX_RESUMES) return failed(upstreamMessages.faults.interrupted);
    exchange.timer = setTimeout(() => {
      const request = this.#client.get(point.id);
      exchange.request = request;
      request.on('response', (response) => {
        if (response.statusCode === 200 && isEventStream(response)) this.#read(id, exchange, response);
        else {
          response.on('error', () => {});
          failed(upstreamMessages.faults.notResumed);
        }
      });
      request.on('error', () => this.#resume(id, exchange, point));
    }, point.retryMs);
  }

  #failed(id: number, exchange: OpenRequest, error: Error): void {
    const why = reasonText(error);
    this.#finish(
      id,
      exchange,
      exchange.sent
        ? indeterminateError(this.#server, upstreamMessages.faults.connectionClosed({ problem: why }))
        : notSentError(this.#server, upstreamMessages.notSentReasons.unreachable({ problem: why }), error),
    );
  }

  #finish(id: number, exchange: OpenRequest, error: Error): void {
    if (!this.#forget(id, exchange)) return;
    exchange.request?.destroy();
    this.#events.failed(id, error);
  }

  #forget(id: number, exchange: OpenRequest): boolean {
    if (exchange.timer !== null) clearTimeout(exchange.timer);
    return this.#open.get(id) === exchange && this.#open.delete(id);
  }

  #takeSession(response: IncomingMessage): void {
    const id = response.headers['mcp-session-id'];
    if (id === undefined) return;
    if (isSessionId(id)) this.#client.session = id;
    else this.#events.misbehaved('UPSTREAM_SESSION', upstreamMessages.faults.sessionId);
  }

  #sessionLost(): void {
    if (this.#over) return;
    this.#client.session = null;
    this.#end();
    this.#events.broken(new CallgateError(upstreamErrors.sessionLost({ server: display(this.#server) })));
  }

  async #endSession(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const request = this.#client.start('DELETE', [], false);
    const timer = setTimeout(() => request.destroy(), END_SESSION_MS);
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
    this.#aside.close();
    for (const [id, exchange] of this.#open.entries()) {
      this.#forget(id, exchange);
      exchange.request?.destroy();
    }
    for (const request of this.#posts.keys()) request.destroy();
    this.#client.destroy();
  }
}
