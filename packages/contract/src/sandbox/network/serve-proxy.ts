import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as ask } from 'node:http';
import type { Server, Socket } from 'node:net';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import type { NetworkDestination } from './destination.ts';
import { isSameDestination, readDestination } from './destination.ts';

export interface ProxyRules {
  readonly allow: readonly NetworkDestination[];
  /** A connection that was refused, as the server wrote it. */
  readonly onRefused: (destination: string) => void;
}

/** They are of one connection alone. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const endToEnd = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));

const join = (one: Duplex, other: Duplex): void => {
  // an end of one side ends the other
  pipeline(one, other, one, () => undefined);
};

const closingAnswer = (status: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

/** Carries connections of a listening socket on to a destination. */
export const forwardConnections = (server: Server, { host, port }: NetworkDestination): void => {
  server.on('connection', (inside) => {
    const outside = connect({ host, port });
    outside.on('error', () => inside.destroy());
    inside.on('error', () => outside.destroy());
    join(inside, outside);
  });
};

/** A proxy for HTTP and, by CONNECT, for anything else, on a socket that listens already. */
export const serveProxy = (server: Server, { allow, onRefused }: ProxyRules): void => {
  const allowed = (text: string): NetworkDestination | undefined => {
    const wanted = readDestination(text);
    const found = wanted === undefined ? undefined : allow.find((each) => isSameDestination(each, wanted));
    if (found === undefined) onRefused(text);
    return found;
  };
  const http = createServer((request, response) => {
    forwardRequest(request, response, allowed);
  });
  http.on('connect', (request: IncomingMessage, inside: Socket, head: Buffer) => {
    inside.on('error', () => undefined);
    const destination = allowed(request.url ?? '');
    if (destination === undefined) {
      inside.end(closingAnswer('403 Forbidden'));
      return;
    }
    const outside = connect(destination, () => {
      outside.off('error', onUnreachable);
      inside.write('HTTP/1.1 200 OK\r\n\r\n');
      if (head.length > 0) outside.write(head);
      join(inside, outside);
    });
    // a client that is told nothing asks again
    const onUnreachable = (): void => {
      inside.end(closingAnswer('502 Bad Gateway'));
    };
    outside.on('error', onUnreachable);
    inside.on('close', () => outside.destroy());
  });
  server.on('connection', (socket) => http.emit('connection', socket));
};

const forwardRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  allowed: (text: string) => NetworkDestination | undefined,
): void => {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined;
  const destination = url?.protocol === 'http:' ? allowed(`${url.hostname}:${url.port || '80'}`) : undefined;
  if (url === undefined || destination === undefined) {
    request.resume();
    response.writeHead(403).end();
    return;
  }
  const outgoing = ask({
    ...destination,
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    headers: { ...endToEnd(request.headers), host: url.host },
  });
  const fail = (): void => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  };
  outgoing.on('error', fail);
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  pipeline(request, outgoing, () => undefined);
};
