import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guard, scopeOf } from '@callgate/server';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { z } from 'zod';
import { manifest, names, options, runHandler, shapes } from './notes.ts';

const make = (): McpServer => {
  const server = guard(new McpServer({ name: 'notes', version: '1.0.0' }), manifest, options);
  for (const name of names)
    server.registerTool(name, { inputSchema: shapes[name] as z.ZodObject }, (args, context) =>
      runHandler(name, args as never, scopeOf(context)),
    );
  return server;
};

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(make);
  const http = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    const body = Buffer.concat(parts);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, { method: 'POST', headers, body }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port));
} else serveStdio(make);
