import { disclose } from '@callgate/manifest';
import type { GuardOptions, CallScope } from '@callgate/server';
import { guard, keep, scopeOf } from '@callgate/server';
import { Client } from '@modelcontextprotocol/client';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer, Server } from '@modelcontextprotocol/server';
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const manifest = disclose({ tools: [] });
const options: GuardOptions = { audit: 'none' };
const info = { name: 'types', version: '1.0.0' } as const;

/** Never run: it only has to compile. */
export const servers = (): void => {
  // a guarded server is what it was before, with its own types for handlers
  guard(new McpServerV1(info), manifest, options) satisfies McpServerV1;
  guard(new ServerV1(info, {}), manifest, options) satisfies ServerV1;
  guard(new Server(info, {}), manifest, options) satisfies Server;
  guard(new FastMCP(info), manifest, options) satisfies FastMCP;
  guard(new McpServer(info), manifest, options).registerTool(
    'x',
    { inputSchema: z.object({ count: z.number() }) },
    ({ count }, context) => {
      count satisfies number;
      scopeOf(context) satisfies CallScope;
      return { content: [] };
    },
  );

  // @ts-expect-error a client is not a server
  guard(new Client(info), manifest, options);
  // @ts-expect-error no record has to be said
  guard(new McpServer(info), manifest, {});
  const then = 'allow';
  // @ts-expect-error there is no rule that allows
  guard(new McpServer(info), manifest, { audit: 'none', flow: [{ labels: ['x'], then, reason: '' }] });
  // @ts-expect-error a hint has a name of the vocabulary
  disclose({ tools: [{ name: 'x', inputSchema: {}, hints: { readonly: true } }] });
};

export const scopes = (scope: CallScope): void => {
  const kept = keep({ reads: { get: () => 'text' }, writes: { set: (_: string) => undefined } });
  scope.take(kept, 'reads').get() satisfies string;
  scope.take(kept, 'writes').set('text');
  // @ts-expect-error what is kept is reached through a scope only
  void kept.reads;
  // @ts-expect-error nothing destroys is kept here
  scope.take(kept, 'destroys');
  // @ts-expect-error not a word for what is read
  scope.reads('everything');
};
