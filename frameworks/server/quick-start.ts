import { disclose } from '@callgate/manifest';
import { fileSink, guard, scopeOf } from '@callgate/server';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { notes } from './quick-start-notes.ts';

const inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const manifest = disclose({
  tools: [
    {
      name: 'delete_note',
      description: 'Deletes a note for good.',
      inputSchema,
      hints: {
        readOnly: false,
        destructive: true,
        openWorld: false,
        reversible: false,
        requiresConfirmation: true,
      },
    },
  ],
});
const audit = fileSink(process.env['AUDIT_FILE'] ?? 'audit.jsonl');

serveStdio(() => {
  const server = guard(new McpServer({ name: 'notes', version: '1.0.0' }), manifest, { audit });
  server.registerTool('delete_note', { inputSchema: z.object({ name: z.string() }) }, ({ name }, context) => {
    scopeOf(context).cannotBeUndone();
    return { content: [{ type: 'text', text: notes.delete(name) ? 'deleted' : 'there was none' }] };
  });
  return server;
});
