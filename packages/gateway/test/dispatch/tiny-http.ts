import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TinyServer } from './tiny-server.ts';
import type { Rpc, TinyOptions } from './tiny-server.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface TinyHttp {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedRequest[];
  readonly server: TinyServer;
  /** Streams of GET that are open. */
  readonly streams: Set<ServerResponse>;
  /** In place of the next answer to a POST of this method, or to `GET`. */
  answerNext(
    method: string,
    answer: (request: IncomingMessage, response: ServerResponse, body: Rpc) => void,
  ): void;
  forgetSessions(): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const event = (response: ServerResponse, text: string): void => {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: message\ndata: ${text}\n\n`);
};

/** `json` or `sse` in the quirks says how it answers; `sessions` makes it give session ids. */
export const startTinyHttp = async (options: TinyOptions): Promise<TinyHttp> => {
  const received: ReceivedRequest[] = [];
  const open = new Map<string, ServerResponse>();
  const streams = new Set<ServerResponse>();
  const sessions = new Set<string>();
  const next = new Map<string, Parameters<TinyHttp['answerNext']>[1]>();
  const sse = options.quirks.includes('sse');
  const withSessions = options.quirks.includes('sessions');

  const server = new TinyServer(options, (message, of) => {
    const response = of === null ? [...streams][0] : open.get(String(of));
    if (response === undefined) return;
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    const rpc = typeof message === 'string' ? {} : (message as Rpc);
    const last = rpc.method === undefined && (typeof message === 'string' || rpc.id === of);
    if (of === null || sse || response.headersSent || !last) event(response, text);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    // later, so that a server can say more than it should
    if (last && of !== null) setImmediate(() => response.end());
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await bodyOf(request);
    received.push({ method: request.method ?? '', headers: request.headers, text });
    const session = request.headers['mcp-session-id'];
    if (request.method === 'GET') {
      const streamed = next.get('GET');
      if (streamed !== undefined) {
        next.delete('GET');
        streamed(request, response, {});
        return;
      }
      if (!withSessions) return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
      return;
    }
    if (request.method === 'DELETE') {
      sessions.delete(String(session));
      return void response.writeHead(204).end();
    }
    const body = JSON.parse(text) as Rpc;
    const instead = body.method === undefined ? undefined : next.get(body.method);
    if (instead !== undefined) {
      next.delete(body.method ?? '');
      instead(request, response, body);
      return;
    }
    if (withSessions && body.method === 'initialize') {
      const id = `session-${sessions.size + 1}`;
      sessions.add(id);
      response.setHeader('Mcp-Session-Id', id);
    } else if (
      withSessions &&
      options.era !== 'modern' &&
      request.headers['mcp-method'] === undefined &&
      !sessions.has(String(session))
    ) {
      return void response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }),
        );
    }
    if (body.id === undefined || body.method === undefined) response.writeHead(202).end();
    else {
      open.set(String(body.id), response);
      response.on('close', () => {
        open.delete(String(body.id));
        if (!response.writableEnded)
          void server.receive({ method: 'notifications/cancelled', params: { requestId: body.id } });
      });
    }
    await server.receive(body);
  };

  const http = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    received,
    server,
    streams,
    answerNext: (method, answer) => void next.set(method, answer),
    forgetSessions: () => sessions.clear(),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};
