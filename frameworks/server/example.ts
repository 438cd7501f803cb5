/** A guarded server and a client in one process: what runs, what is refused, who is asked, and the record of it. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSink, guard, scopeOf, verifyAudit } from '@callgate/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { manifest, names, runHandler, shapes } from './notes.ts';

const file = join(mkdtempSync(join(tmpdir(), 'callgate-example-')), 'audit.jsonl');
const server = guard(new McpServer({ name: 'notes', version: '1.0.0' }), manifest, {
  audit: fileSink(file),
  flow: [{ labels: ['untrusted'], tools: ['sign_in'], then: 'refuse', reason: 'others wrote it' }],
});
for (const name of names)
  server.registerTool(name, { inputSchema: shapes[name] as z.ZodObject }, (args, context) =>
    runHandler(name, args as never, scopeOf(context)),
  );

let person: 'accept' | 'decline' = 'decline';
const client = new Client(
  { name: 'example', version: '1.0.0' },
  { capabilities: { elicitation: { form: {} } } },
);
client.setRequestHandler('elicitation/create', () =>
  person === 'accept' ? { action: person, content: { confirm: true } } : { action: person },
);
const [here, there] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(there), client.connect(here)]);

const call = async (
  name: string,
  args: Record<string, unknown>,
  origin?: Record<string, unknown>,
): Promise<void> => {
  const result = await client.callTool({
    name,
    arguments: args,
    ...(origin === undefined ? {} : { _meta: origin }),
  });
  const {
    content: [first],
    _meta: meta,
  } = result;
  const labels = JSON.stringify(meta?.['io.modelcontextprotocol/trust-annotations'] ?? {});
  console.log(`${name}: ${first?.type === 'text' ? first.text : ''} ${labels}`);
};

await call('read_note', { name: 'monday' });
await call('count_notes', {});
await call('delete_note', { name: 'draft' });
person = 'accept';
await call('delete_note', { name: 'draft' });
const untrusted = { 'io.modelcontextprotocol/flowOrigin': { labels: ['untrusted'] } };
await call('sign_in', { user: 'ada', password: 'not-a-real-password' }, untrusted);

const { events, broken } = verifyAudit(readFileSync(file, 'utf8'));
for (const { event_type: type, tool_name: tool, outcome } of events)
  console.log(`record: ${type} ${tool} ${outcome}`);
console.log(`record: ${events.length} lines, ${broken.length} broken`);
await client.close();
await server.close();
