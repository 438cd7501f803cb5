import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallgateError, display } from '@callgate/core';
import type { Replica } from '@callgate/cluster';
import type { Readiness } from '../../readiness.ts';
import type { Protocol } from '../exchange.ts';
import type { Authenticator } from './authenticator.ts';
import { Connections } from './connections.ts';
import { Door } from './door.ts';
import { ENDPOINT, type GuardRules } from './guard.ts';
import { allowedHosts, allowedOrigins } from './hosts.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { Messages } from './messages.ts';

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
  /** Texts of JSON that everybody may read, by path: what is said of how to authenticate. */
  readonly documents?: ReadonlyMap<string, string>;
  readonly limits?: Partial<HttpLimits>;
  readonly now?: () => number;
  /** Whether calls can be decided now. They always can where nothing is said. */
  readonly readiness?: () => Readiness;
  /** Where other processes find the sessions of legacy clients, and this one theirs. Each has its own where absent. */
  readonly replica?: Replica | null;
}

const READY: Readiness = { state: 'ready', since: null, replication: null };

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
  const { protocol, authenticate, now = Date.now, readiness = () => READY, replica = null } = options;
  const messages = new Messages({ protocol, limits, now, readiness, replica });
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
    documents: options.documents ?? new Map(),
  };
  const door = new Door({ protocol, authenticate, rules, messages, now, readiness });
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
