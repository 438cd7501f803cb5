import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallgateError, type Principal, display } from '@callgate/core';
import type { Protocol } from '../exchange.ts';
import type { AuthOutcome, Authenticator } from './authenticator.ts';
import { Connections } from './connections.ts';
import {
  DUPLICATE_HEADER,
  ENDPOINT,
  type GuardRules,
  HEALTH,
  type HeadRefusal,
  checkContent,
  checkPlace,
} from './guard.ts';
import { type Head, readHead } from './head.ts';
import { allowedHosts, allowedOrigins } from './hosts.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { Messages } from './messages.ts';
import { writePlain } from './post-response.ts';
import { readBody } from './read-body.ts';

export interface HttpOptions {
  readonly protocol: Protocol;
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly authenticate: Authenticator;
  /** Origins of pages that may call, besides our own: `https://app.example.com`. */
  readonly origins?: readonly string[];
  /** What a Host header may say besides our own addresses: `gate.example.com`. */
  readonly hosts?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly now?: () => number;
}

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** How many legacy clients have a session. */
  sessions(): number;
  /** Takes nothing new, lets requests finish for a while, then aborts them. */
  close(): Promise<void>;
}

/** Serves both eras of streamable HTTP on one endpoint. Resolves when it listens. */
export const serveHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits };
  const messages = new Messages(options.protocol, limits, options.now ?? Date.now);
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(5000, limits.headersMs),
    keepAliveTimeout: 65_000,
  });
  server.maxConnections = limits.connections;
  server.on('connection', new Connections(limits.connectionsPerAddress).add);
  const port = await listen(server, options);
  const place = { host: options.host, port };
  const rules: GuardRules = {
    hosts: allowedHosts(place, options.hosts ?? []),
    origins: allowedOrigins(place, options.origins ?? []),
    bodyBytes: limits.bodyBytes,
  };
  const door = new Door(options, rules, messages);
  server.on('request', (request, response) => door.receive(request, response, false));
  server.on('checkContinue', (request, response) => door.receive(request, response, true));
  const pulse = setInterval(() => messages.sweep(), limits.pulseMs);
  pulse.unref();
  const shown = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    ...place,
    url: `http://${shown}:${port}${ENDPOINT}`,
    sessions: () => messages.legacy.sessions.size,
    close: async () => {
      clearInterval(pulse);
      const closed = once(server, 'close');
      server.close();
      await messages.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const listen = async (server: Server, { host, port }: HttpOptions): Promise<number> => {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CallgateError(
      'HTTP_LISTEN',
      `cannot listen on ${display(host)} port ${port}: ${display(why)}`,
      {
        help: 'choose another port or host, or stop what listens there',
        cause,
      },
    );
  }
  return (server.address() as AddressInfo).port;
};

/** Refusals of the nameless that are told in one window of time; who has no token cannot fill the record. */
const TOLD_REFUSALS = 20;
const WINDOW_MS = 10_000;

/** A body that is not wanted is read to its end where that is cheap, so that the refusal arrives. */
const DRAINED_BYTES = 64 * 1024;

/** Lets a request in by its head alone. */
class Door {
  private readonly protocol: Protocol;
  private readonly authenticate: Authenticator;
  private readonly rules: GuardRules;
  private readonly messages: Messages;
  private readonly now: () => number;
  private windowEnds = 0;
  private told = 0;

  constructor(options: HttpOptions, rules: GuardRules, messages: Messages) {
    this.protocol = options.protocol;
    this.authenticate = options.authenticate;
    this.now = options.now ?? Date.now;
    this.rules = rules;
    this.messages = messages;
  }

  receive(request: IncomingMessage, response: ServerResponse, continues: boolean): void {
    const { method = '', url = '' } = request;
    const head = readHead(request.rawHeaders);
    if (typeof head === 'string') {
      this.refuse(response, DUPLICATE_HEADER, {});
      return;
    }
    const refusal = checkPlace(head, method, url, this.rules);
    if (refusal !== null) {
      this.refuse(response, refusal, head);
      return;
    }
    if (url === HEALTH) {
      writePlain(response, 200, 'ok\n');
      return;
    }
    const outcome = this.authenticate({
      headers: request.headers,
      remote: request.socket.remoteAddress ?? '',
    });
    if ('ok' in outcome) this.enter(request, response, head, outcome, continues);
    else void this.enterLater(request, response, head, outcome, continues);
  }

  private async enterLater(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    outcome: Promise<AuthOutcome>,
    continues: boolean,
  ): Promise<void> {
    let known: AuthOutcome;
    try {
      known = await outcome;
    } catch {
      known = { ok: false, status: 401, challenge: 'Bearer realm="callgate"' };
    }
    this.enter(request, response, head, known, continues);
  }

  private enter(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    outcome: AuthOutcome,
    continues: boolean,
  ): void {
    if (!outcome.ok) {
      const { status, challenge } = outcome;
      const unknown = { status, reason: 'HTTP_AUTH', message: 'a token for agents is needed' };
      this.refuse(response, unknown, head, ['WWW-Authenticate', challenge]);
      return;
    }
    const { method = '' } = request;
    const refusal = checkContent(head, method, this.rules);
    if (refusal === null) this.pass(request, response, head, outcome.principal, continues);
    else this.refuse(response, refusal, head);
  }

  private pass(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    principal: Principal,
    continues: boolean,
  ): void {
    if (request.method === 'GET') {
      this.messages.listen(head, principal, response);
    } else if (request.method === 'DELETE') {
      this.messages.end(head, principal, response);
    } else {
      if (continues) response.writeContinue();
      readBody(request, this.rules.bodyBytes, (body) => {
        if (body === null) this.refuse(response, TOO_LARGE, {});
        else this.messages.post(head, principal, body, response);
      });
    }
  }

  private refuse(
    response: ServerResponse,
    refusal: HeadRefusal,
    head: Head,
    more: readonly string[] = [],
  ): void {
    const { status, reason, message } = refusal;
    this.tell(reason, message);
    const drained =
      head.transferEncoding === undefined &&
      (head.contentLength === undefined || Number(head.contentLength) <= DRAINED_BYTES);
    const close = drained && reason !== TOO_LARGE.reason ? [] : ['Connection', 'close'];
    const allow = status === 405 ? ['Allow', 'POST, GET, DELETE'] : [];
    writePlain(response, status, `${reason}: ${message}\n`, [...more, ...allow, ...close]);
  }

  private tell(reason: string, message: string): void {
    const now = this.now();
    if (now >= this.windowEnds) {
      this.windowEnds = now + WINDOW_MS;
      this.told = 0;
    }
    if (this.told++ < TOLD_REFUSALS) this.protocol.refused(null, reason, message);
  }
}

const TOO_LARGE: HeadRefusal = { status: 413, reason: 'HTTP_TOO_LARGE', message: 'the body is too large' };
