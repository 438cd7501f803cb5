import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

const serverIn = (folder: string): McpServer => {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  const reads = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    'read_notes',
    { description: 'Read my notes', inputSchema: { about: z.string() }, annotations: reads },
    async () => textResult('Trip to Rome from 3 to 7 May, with Ann'),
  );
  server.registerTool(
    'save_note',
    {
      description: 'Save a note',
      inputSchema: { text: z.string() },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ text }) => textResult(`saved: ${text}`),
  );
  server.registerTool(
    'send_mail',
    {
      description: 'Send a mail',
      inputSchema: { to: z.string(), text: z.string() },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    async ({ to, text }) => {
      appendFileSync(join(folder, 'outbox.txt'), `${to}: ${text}\n`);
      return textResult('sent');
    },
  );
  server.registerTool(
    'wipe_notes',
    {
      description: 'Delete all notes',
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    async () => textResult('wiped'),
  );
  return server;
};

/** A client that is connected to a server in the same process; yours starts one or reaches one by its address. */
export const connectToNotes = async (folder = ''): Promise<Client> => {
  const client = new Client({ name: 'program', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await serverIn(folder).connect(far);
  await client.connect(near);
  return client;
};
