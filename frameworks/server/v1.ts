import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guard, scopeOf } from '@callgate/server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { z } from 'zod';
import { manifest, names, options, runHandler, shapes } from './notes.ts';

const make = (): McpServer => {
  const server = guard(new McpServer({ name: 'notes', version: '1.0.0' }), manifest, options);
  for (const name of names)
    server.registerTool(name, { inputSchema: shapes[name] as z.ZodObject }, (args, extra) =>
      runHandler(name, args as never, scopeOf(extra)),
    );
  return server;
};

if (process.argv[2] === 'http') {
  const http = createServer(async (request, response) => {
    // one server a request, as stateless servers are
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await make().connect(transport as never);
    await transport.handleRequest(request, response);
  });
  http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port));
} else await make().connect(new StdioServerTransport());
