import { Agent, get, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { LineSplitter, eventData, findId, messagesIn } from './message.ts';
import { hasPayload } from './payload.ts';

const VERSION = '2025-11-25';

/** A client that does as little as a client can. */
export interface BenchClient {
  /** Sends a message; what comes back under its id, or nothing where it has no id. */
  readonly send: (id: number | undefined, message: string) => Promise<string>;
  readonly close: () => void;
}

/** Answers that come back on another way than they were asked for, matched by id. */
class PendingAnswers {
  readonly #waiting = new Map<number, (answer: string) => void>();

  answer(id: number): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
    });
  }

  settle(message: string): void {
    const id = findId(message)?.id;
    if (id === undefined) return;
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
  }
}

export const stdioClient = (input: Writable, output: Readable): BenchClient => {
  const waiting = new PendingAnswers();
  const lines = new LineSplitter();
  output.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of lines.take(chunk)) waiting.settle(line);
  });
  return {
    send: async (id, message) => {
      const answer = id === undefined ? '' : waiting.answer(id);
      input.write(`${message}\n`);
      return answer;
    },
    close: () => {
      input.end();
    },
  };
};

interface BenchHttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface HttpTarget {
  readonly agent: Agent;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
}

/** Servers close a connection that has been idle for five seconds; it must not be taken up again at that moment. */
const IDLE_MS = 3000;

const targetOf = (url: string, connections: number): HttpTarget => {
  const { hostname, port, pathname, search } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_MS });
  return { agent, hostname, port, path: `${pathname}${search}` };
};

const post = (
  target: HttpTarget,
  headers: OutgoingHttpHeaders,
  message: string,
): Promise<BenchHttpResponse> =>
  new Promise((resolve, reject) => {
    const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(message) };
    const options = { ...target, method: 'POST', headers: { ...headers, ...length } };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
      response.on('error', reject);
    });
    request.on('error', reject).end(message);
  });

/** Streamable HTTP; keeps to the session it is given. */
export const httpClient = (
  url: string,
  own: OutgoingHttpHeaders = {},
  connections: number = Number.POSITIVE_INFINITY,
): BenchClient => {
  const target = targetOf(url, connections);
  const headers: OutgoingHttpHeaders = { ...own, accept: 'application/json, text/event-stream' };
  return {
    send: async (id, message) => {
      const answered = await post(target, headers, message);
      if (answered.status >= 300) throw new Error(`${url} answers ${answered.status}: ${answered.body}`);
      const session = answered.headers['mcp-session-id'];
      if (typeof session === 'string') headers['mcp-session-id'] = session;
      if (id === undefined) return '';
      headers['mcp-protocol-version'] = VERSION;
      const messages = messagesIn(answered.headers['content-type'] ?? '', answered.body);
      const found = messages.find((each) => findId(each)?.id === id);
      if (found === undefined) throw new Error(`${url} does not answer ${id}: ${answered.body}`);
      return found;
    },
    close: () => {
      target.agent.destroy();
    },
  };
};

/** HTTP with an event stream, as of 2024: asked by POST, answered on the stream. */
export const sseClient = (url: string): Promise<BenchClient> =>
  new Promise((resolve, reject) => {
    const stream = get(url, { headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`));
      const waiting = new PendingAnswers();
      const lines = new LineSplitter();
      let target: HttpTarget | undefined;
      const opened = (path: string): BenchClient => {
        const posts = targetOf(new URL(path, url).href, Number.POSITIVE_INFINITY);
        target = posts;
        return {
          send: async (id, message) => {
            const answer = id === undefined ? '' : waiting.answer(id);
            const { status, body } = await post(posts, {}, message);
            if (status >= 300) throw new Error(`${url} answers ${status}: ${body}`);
            return answer;
          },
          close: () => {
            posts.agent.destroy();
            stream.destroy();
          },
        };
      };
      response.setEncoding('utf8').on('data', (chunk: string) => {
        for (const line of lines.take(chunk)) {
          const data = eventData(line);
          if (data === undefined) continue;
          if (target === undefined) resolve(opened(data));
          else waiting.settle(data);
        }
      });
    });
    stream.on('error', reject);
  });

let lastId = 0;

const ask = (client: BenchClient, method: string, params: object): Promise<string> => {
  lastId += 1;
  return client.send(lastId, JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
};

/** Begins a session; fails where one of the tools is not offered. */
export const startSession = async (client: BenchClient, tools: readonly string[]): Promise<void> => {
  const clientInfo = { name: 'bench', version: '1.0.0' };
  await ask(client, 'initialize', { protocolVersion: VERSION, capabilities: {}, clientInfo });
  await client.send(undefined, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  const listed = await ask(client, 'tools/list', {});
  const missing = tools.find((tool) => !listed.includes(`"name":"${tool}"`));
  if (missing !== undefined) throw new Error(`${missing} is not offered: ${listed.slice(0, 500)}`);
};

/** Calls a tool for a result of so many bytes; fails where something else comes back. `more` makes the call another one. */
export const callTool = async (
  client: BenchClient,
  tool: string,
  bytes: number,
  more: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const answer = await ask(client, 'tools/call', { name: tool, arguments: { ...more, bytes } });
  if (!hasPayload(answer, bytes)) throw new Error(`no result of ${bytes} bytes: ${answer.slice(0, 500)}`);
};
