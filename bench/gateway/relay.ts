/** The least that can stand between a client and a server: `node relay.ts stdio COMMAND…`, `http COMMAND…`, `http URL`. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { LineSplitter, findId, withId } from './message.ts';

type RelayedServer = ChildProcessByStdio<Writable, Readable, null>;
type RelayHandler = (request: IncomingMessage, response: ServerResponse) => void;

const start = ([command = '', ...args]: readonly string[]): RelayedServer =>
  spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

const relayLines = (from: Readable, to: Writable): void => {
  const lines = new LineSplitter();
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const whole = lines.take(chunk).map((line) => `${line}\n`);
    if (whole.length > 0) to.write(whole.join(''));
  });
  from.on('end', () => to.end());
};

const bodyOf = (request: IncomingMessage, use: (body: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => use(Buffer.concat(chunks)));
};

interface PendingResponse {
  readonly id: string;
  readonly response: ServerResponse;
}

/** Requests of all clients go down one pipe under ids of its own. */
const toStdio = (server: RelayedServer): RelayHandler => {
  const waiting = new Map<number, PendingResponse>();
  const lines = new LineSplitter();
  let next = 0;
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of lines.take(chunk)) {
      const found = findId(line);
      const asked = found === undefined ? undefined : waiting.get(found.id);
      if (found === undefined || asked === undefined) continue;
      waiting.delete(found.id);
      const body = Buffer.from(withId(line, found, asked.id));
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
      asked.response.writeHead(200, headers).end(body);
    }
  });
  return (request, response) =>
    bodyOf(request, (body) => {
      const message = JSON.parse(body.toString()) as { id?: number | string };
      if (message.id === undefined) {
        server.stdin.write(`${JSON.stringify(message)}\n`);
        response.writeHead(202).end();
        return;
      }
      next += 1;
      waiting.set(next, { id: JSON.stringify(message.id), response });
      server.stdin.write(`${JSON.stringify({ ...message, id: next })}\n`);
    });
};

const toHttp = (url: string): RelayHandler => {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port, pathname } = new URL(url);
  return (request, response) =>
    bodyOf(request, (body) => {
      const headers = { ...request.headers, 'content-length': body.length };
      const options = { agent, hostname, port, path: pathname, method: request.method, headers };
      httpRequest(options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }).end(body);
    });
};

const serveHttp = (serve: RelayHandler): void => {
  const server = createServer((request, response) => {
    if (request.method === 'POST') serve(request, response);
    else response.writeHead(405, { Allow: 'POST' }).end();
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
  });
};

const [front, ...behind] = process.argv.slice(2);
const [target = ''] = behind;
if (front === 'stdio') {
  const server = start(behind);
  relayLines(process.stdin, server.stdin);
  relayLines(server.stdout, process.stdout);
} else serveHttp(target.startsWith('http:') ? toHttp(target) : toStdio(start(behind)));
