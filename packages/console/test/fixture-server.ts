import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@callgate/core';

export interface FixtureTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly icons?: Json;
  readonly _meta?: JsonObject;
  /** A text, or a whole result. It says its own name and arguments where nothing is given. */
  readonly run?: (
    args: JsonObject,
    progress: (told: JsonObject) => void,
  ) => FixtureAnswer | Promise<FixtureAnswer>;
}

export type FixtureAnswer = string | JsonObject;

/** An MCP server in this process, over HTTP, whose tools a test changes as it likes. */
export interface FixtureServer {
  readonly url: string;
  /** What was called, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
  /** From now on these; whoever listens is told. */
  use(tools: readonly FixtureTool[]): void;
  close(): Promise<void>;
}

interface FixtureRpcRequest {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
}

const ANY: JsonObject = { type: 'object' };

const toListedTool = ({ run: _, inputSchema = ANY, ...rest }: FixtureTool): JsonObject =>
  JSON.parse(JSON.stringify({ inputSchema, ...rest })) as JsonObject;

const bodyOf = async (request: IncomingMessage): Promise<FixtureRpcRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as FixtureRpcRequest);
};

const event = (response: ServerResponse, message: JsonObject): void => {
  response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
};

export const startFixtureServer = async (
  first: readonly FixtureTool[],
  info: JsonObject = {},
): Promise<FixtureServer> => {
  let tools = first;
  const calls: { name: string; arguments: JsonObject }[] = [];
  const streams = new Set<ServerResponse>();

  const called = async (id: string | number, params: JsonObject, response: ServerResponse): Promise<void> => {
    const name = String(params['name']);
    const args = (params['arguments'] ?? {}) as JsonObject;
    calls.push({ name, arguments: args });
    const token = (params['_meta'] as JsonObject | undefined)?.['progressToken'];
    const tool = tools.find((each) => each.name === name);
    const answer =
      (await tool?.run?.(args, (told) => {
        if (token !== undefined)
          event(response, { method: 'notifications/progress', params: { progressToken: token, ...told } });
      })) ?? `${name} ${JSON.stringify(args)}`;
    const result: Json = typeof answer === 'string' ? { content: [{ type: 'text', text: answer }] } : answer;
    event(response, { id, result });
  };

  const answered = async (
    { id, method, params = {} }: FixtureRpcRequest,
    response: ServerResponse,
  ): Promise<void> => {
    if (id === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (method === 'initialize')
      event(response, {
        id,
        result: {
          protocolVersion: params['protocolVersion'] ?? '',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'fixture', version: '1', ...info },
        },
      });
    else if (method === 'tools/list') event(response, { id, result: { tools: tools.map(toListedTool) } });
    else if (method === 'tools/call') await called(id, params, response);
    else if (method === 'ping') event(response, { id, result: {} });
    else event(response, { id, error: { code: -32601, message: 'not known' } });
    response.end();
  };

  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n');
      streams.add(response);
      response.once('close', () => streams.delete(response));
    } else if (request.method === 'POST')
      bodyOf(request)
        .then((body) => answered(body, response))
        .catch(() => response.destroy());
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    calls,
    use: (now) => {
      tools = now;
      for (const stream of streams) event(stream, { method: 'notifications/tools/list_changed' });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
