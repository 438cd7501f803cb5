import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { SseReader } from '../src/wire/sse.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The messages in it, in order, of a plain body or of a stream. */
  readonly messages: readonly JsonObject[];
}

export const ACCEPT = 'application/json, text/event-stream';

export const objectOf = (value: Json | undefined): JsonObject => {
  if (isJsonObject(value)) return value;
  throw new Error(`not an object: ${JSON.stringify(value)}`);
};

const read = (bytes: Uint8Array): JsonObject => objectOf(parseStrict(bytes, LARGE));

/** Sends a message and reads everything that comes back. */
export class TestClient {
  readonly port: number;
  readonly headers: Record<string, string>;

  constructor(port: number, headers: Record<string, string> = {}) {
    this.port = port;
    this.headers = headers;
  }

  /** A stream that is read while it is open. */
  open(
    method: string,
    body: string | null,
    headers: Record<string, string> = {},
    path = '/mcp',
  ): { readonly messages: JsonObject[]; readonly done: Promise<HttpAnswer>; close(): void } {
    const messages: JsonObject[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const outgoing = httpRequest(
      {
        port: this.port,
        host: '127.0.0.1',
        path,
        method,
        headers: {
          accept: ACCEPT,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...this.headers,
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        const reader = new SseReader(64 * 1024 * 1024);
        const type = incoming.headers['content-type'] ?? '';
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (type === 'text/event-stream')
            for (const event of reader.push(chunk)) messages.push(read(event.data));
        });
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          if (type === 'application/json') messages.push(read(bytes));
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: bytes.toString(),
            messages,
          });
        });
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
    promise.catch(() => {});
    return { messages, done: promise, close: () => outgoing.destroy() };
  }

  async send(method: string, body: string | null, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return this.open(method, body, headers).done;
  }

  async post(message: object, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return this.send('POST', JSON.stringify({ jsonrpc: '2.0', ...message }), headers);
  }

  /** A client of its own with a session. */
  async initialize(version = '2025-11-25'): Promise<TestClient> {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const answer = await this.post({ id: 0, method: 'initialize', params });
    const session = String(answer.headers['mcp-session-id']);
    return new TestClient(this.port, {
      ...this.headers,
      'mcp-session-id': session,
      'mcp-protocol-version': version,
    });
  }
}

const LARGE = {
  bytes: 64 * 1024 * 1024,
  depth: 64,
  keys: 1_000_000,
  string: 64 * 1024 * 1024,
  array: 1_000_000,
};

/** Writes bytes to a socket and gives back what is answered until its head is there, or until `ms` have passed. */
export const rawExchange = async (port: number, text: string | Uint8Array, ms = 10_000): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    if (answer.includes('\r\n\r\n')) socket.destroy();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.write(text);
  const timer = setTimeout(() => socket.destroy(), ms);
  await closed;
  clearTimeout(timer);
  return answer;
};

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
