import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { SuiteTool } from '../../packages/adapters/test/suite/driver.ts';

export interface ServedSuite {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** In both homes: clients drop hints from `annotations` that they do not know, and leave `_meta` as it is. */
const listed = ({ run: _, annotations, _meta, ...tool }: SuiteTool): Tool =>
  JSON.parse(JSON.stringify({ ...tool, annotations, _meta: { ...annotations, ..._meta } })) as Tool;

/** The tools of the suite as an MCP server. What a tool throws is an error of the protocol, and no result. */
const serverOf = (tools: readonly SuiteTool[]): Server => {
  const server = new Server({ name: 'suite', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new Error(`there is no ${params.name}`);
    const text = JSON.stringify(await tool.run(params.arguments ?? {}, signal));
    return { content: [{ type: 'text', text }] };
  });
  return server;
};

/** Serves the tools on this machine only, over HTTP with sessions. */
export const serveSuite = async (tools: readonly SuiteTool[]): Promise<ServedSuite> => {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const sessionOf = async (request: IncomingMessage): Promise<StreamableHTTPServerTransport> => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) return known;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    // the SDK declares its own callbacks without `undefined`
    await serverOf(tools).connect(transport as Parameters<Server['connect']>[0]);
    return transport;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await (await sessionOf(request)).handleRequest(request, response);
  };
  const http = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      for (const transport of sessions.values()) await transport.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};
