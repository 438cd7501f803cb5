import { guard, scopeOf } from '@callgate/server';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { NotesToolName } from './notes.ts';
import { manifest, options, runHandler } from './notes.ts';

const server = guard(new Server({ name: 'notes', version: '1.0.0' }, {}), manifest, options);
server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
  runHandler(params.name as NotesToolName, (params.arguments ?? {}) as never, scopeOf(extra)),
);
await server.connect(new StdioServerTransport());
