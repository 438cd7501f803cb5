import { guard, scopeOf } from '@callgate/server';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { NotesToolName } from './notes.ts';
import { manifest, options, runHandler } from './notes.ts';

serveStdio(() => {
  const server = guard(new Server({ name: 'notes', version: '1.0.0' }, {}), manifest, options);
  server.setRequestHandler('tools/call', ({ params }, context) =>
    runHandler(params.name as NotesToolName, (params.arguments ?? {}) as never, scopeOf(context)),
  );
  return server;
});
