import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@callgate/core';

/** What is sent for one call, as it is. Where `777777` stands in it, the id of the call goes. */
export interface FuzzedAnswer {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly status: number;
}

export interface FuzzedServer {
  readonly url: string;
  /** By the argument `n` of the call. */
  readonly answers: Map<number, FuzzedAnswer>;
  close(): void;
}

const LIST = [
  {
    name: 'read',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
];

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly n: number } };
}

const resultOf = ({ method, params }: Message): JsonObject | undefined => {
  if (method === 'tools/list') return { tools: LIST };
  if (method !== 'initialize') return undefined;
  const serverInfo = { name: 'fuzzed', version: '1' };
  return { protocolVersion: params?.protocolVersion ?? '', capabilities: { tools: {} }, serverInfo };
};

const answer = (message: Message, response: ServerResponse, answers: Map<number, FuzzedAnswer>): void => {
  const { id, method, params } = message;
  const n = params?.arguments?.n ?? -1;
  const fuzzed = answers.get(n);
  if (method === 'tools/call' && fuzzed !== undefined) {
    answers.delete(n);
    const text = Buffer.from(fuzzed.bytes).toString('latin1').replace('777777', String(id));
    response.writeHead(fuzzed.status, { 'content-type': fuzzed.type }).end(Buffer.from(text, 'latin1'));
  } else if (id === undefined) response.writeHead(202).end();
  else {
    const result = resultOf(message);
    const body = result === undefined ? { error: { code: -32_601, message: 'no' } } : { result };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  }
};

/** A server of the legacy era over HTTP that answers calls with whatever was prepared. */
export const fuzzedServer = async (): Promise<FuzzedServer> => {
  const answers = new Map<number, FuzzedAnswer>();
  const server = createServer((incoming: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () =>
      answer(JSON.parse(Buffer.concat(chunks).toString() || '{}') as Message, response, answers),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    answers,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
