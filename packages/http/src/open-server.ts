import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connections } from './connections.ts';
import type { RouterOptions } from './request-router.ts';
import { RequestRouter } from './request-router.ts';

/** What any client may cost. */
export interface ServerLimits {
  readonly headerBytes: number;
  /** For the whole head of a request. */
  readonly headersMs: number;
  /** For the whole request, its body too. */
  readonly requestMs: number;
  readonly connections: number;
  readonly connectionsPerAddress?: number;
  /** How long an answer may wait for its reader. */
  readonly unreadMs: number;
  /** How often it is looked for such. */
  readonly sweepMs?: number;
}

export interface OpenServerOptions {
  readonly limits: ServerLimits;
  /** Resolves when it listens. */
  readonly listen: (server: Server) => Promise<void>;
  /** What is served there, when the port is known. */
  readonly serve: (port: number) => RouterOptions | Promise<RouterOptions>;
  readonly now?: () => number;
}

export interface OpenServer {
  /** 0 at a unix socket. */
  readonly port: number;
  /** Takes nothing new, waits until `finish` is done, and ends every connection. */
  close(finish?: () => Promise<void>): Promise<void>;
}

const SWEEP_MS = 10_000;

/** Listens at an address, or says why not. */
export const makeListener =
  (host: string, port: number, failed: (why: string, cause: unknown) => Error) =>
  async (server: Server): Promise<void> => {
    server.listen({ host, port });
    try {
      await once(server, 'listening');
    } catch (cause) {
      throw failed(cause instanceof Error ? cause.message : String(cause), cause);
    }
  };

/** Opens a port or a socket to requests. */
export const openServer = async (options: OpenServerOptions): Promise<OpenServer> => {
  const { limits, now = Date.now } = options;
  const { unreadMs, sweepMs = SWEEP_MS } = limits;
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(5000, limits.headersMs),
    keepAliveTimeout: 65_000,
  });
  server.maxConnections = limits.connections;
  const connections = new Connections(limits.connectionsPerAddress ?? limits.connections);
  server.on('connection', connections.add);
  await options.listen(server);
  const address = server.address() as AddressInfo | string;
  const port = typeof address === 'string' ? 0 : address.port;
  const served = options.serve(port);
  const door = new RequestRouter(served instanceof Promise ? await served : served, connections);
  server.on('request', (request, response) => door.receive(request, response, false));
  server.on('checkContinue', (request, response) => door.receive(request, response, true));
  const pulse = setInterval(() => connections.sweep(now(), unreadMs), sweepMs);
  pulse.unref();
  return {
    port,
    close: async (finish) => {
      clearInterval(pulse);
      const closed = once(server, 'close');
      server.close();
      await finish?.();
      server.closeAllConnections();
      await closed;
    },
  };
};
