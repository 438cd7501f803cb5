import type { GuardOptions } from '@callgate/server';
import { guard, scopeOf } from '@callgate/server';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { manifest } from './manifest.ts';
import { notes } from './notes.ts';

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** The server, kept to its manifest. A server that serves HTTP is made anew for every request. */
export const makeServer = (options: GuardOptions): McpServer => {
  const server = guard(new McpServer({ name: 'my-server', version: '0.1.0' }), manifest, options);

  server.registerTool('list_notes', { inputSchema: z.object({}) }, (_, context) => {
    const scope = scopeOf(context);
    scope.reads('public', 'trusted');
    return said(scope.take(notes, 'reads').names().join('\n'));
  });

  server.registerTool('read_note', { inputSchema: z.object({ name: z.string() }) }, ({ name }, context) => {
    const scope = scopeOf(context);
    scope.reads('private', 'trusted');
    const text = scope.take(notes, 'reads').text(name);
    if (text === undefined) throw new Error('there is no such note');
    return said(text);
  });

  server.registerTool(
    'write_note',
    { inputSchema: z.object({ name: z.string(), text: z.string(), dry_run: z.boolean().optional() }) },
    ({ name, text, dry_run: dry }, context) => {
      const scope = scopeOf(context);
      if (dry === true) return said(`would write ${text.length} characters to ${name}`);
      // one that is there is overwritten
      scope.destroys();
      scope.take(notes, 'writes').set(name, text);
      return said(`wrote ${name}`);
    },
  );

  server.registerTool('delete_note', { inputSchema: z.object({ name: z.string() }) }, ({ name }, context) => {
    const scope = scopeOf(context);
    scope.cannotBeUndone();
    return said(scope.take(notes, 'destroys').remove(name) ? `deleted ${name}` : 'there was no such note');
  });

  return server;
};
