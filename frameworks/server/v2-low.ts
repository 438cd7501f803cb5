import { guard, scopeOf } from '@callgate/server';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolName } from './notes.ts';
import { manifest, options, run } from './notes.ts';

serveStdio(() => {
  const server = guard(new Server({ name: 'notes', version: '1.0.0' }, {}), manifest, options);
  server.setRequestHandler('tools/call', ({ params }, context) =>
    run(params.name as ToolName, (params.arguments ?? {}) as never, scopeOf(context)),
  );
  return server;
});
