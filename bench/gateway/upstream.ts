/** A server that does as little as a server can: `node upstream.ts stdio` or `node upstream.ts http`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LineSplitter } from './message.ts';
import { makePayload } from './payload.ts';
import { UPSTREAM_TITLE } from './process-tree.ts';

interface UpstreamRequest {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly bytes?: number } };
}

const ECHO = {
  name: 'echo',
  description: 'Gives back a text of the length asked for',
  inputSchema: { type: 'object', properties: { bytes: { type: 'integer' } }, required: ['bytes'] },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const results = new Map<number, string>();

const echoResult = (bytes: number): string => {
  const known = results.get(bytes);
  if (known !== undefined) return known;
  const result = JSON.stringify({ content: [{ type: 'text', text: makePayload(bytes) }] });
  results.set(bytes, result);
  return result;
};

const initializeResult = (asked: UpstreamRequest): string =>
  JSON.stringify({
    protocolVersion: asked.params?.protocolVersion ?? '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'bench-upstream', version: '1.0.0' },
  });

const outcome = (asked: UpstreamRequest): string => {
  switch (asked.method) {
    case 'tools/call':
      return `"result":${echoResult(asked.params?.arguments?.bytes ?? 0)}`;
    case 'tools/list':
      return `"result":${JSON.stringify({ tools: [ECHO] })}`;
    case 'initialize':
      return `"result":${initializeResult(asked)}`;
    case 'ping':
      return '"result":{}';
    default:
      return '"error":{"code":-32601,"message":"Method not found"}';
  }
};

/** The answer to a message; undefined for a notification, which gets none. */
const answer = (message: string): string | undefined => {
  const asked = JSON.parse(message) as UpstreamRequest;
  return asked.id === undefined
    ? undefined
    : `{"jsonrpc":"2.0","id":${JSON.stringify(asked.id)},${outcome(asked)}}`;
};

const serveStdio = (): void => {
  const lines = new LineSplitter();
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    const answers = lines.take(chunk).map(answer);
    const text = answers.filter((each) => each !== undefined).map((each) => `${each}\n`);
    if (text.length > 0) process.stdout.write(text.join(''));
  });
};

const serveHttp = (): void => {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { Allow: 'POST' }).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = answer(Buffer.concat(chunks).toString());
      if (body === undefined) response.writeHead(202).end();
      else {
        const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
        response.writeHead(200, headers).end(body);
      }
    });
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
  });
};

process.title = UPSTREAM_TITLE;
if (process.argv[2] === 'http') serveHttp();
else serveStdio();
