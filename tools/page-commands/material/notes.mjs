/** A server of three tools: one reads, one deletes, one ends before it answers. */
import { createInterface } from 'node:readline';

const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
const tools = [
  { name: 'list_notes', inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } },
  { name: 'delete_note', inputSchema, annotations: { readOnlyHint: false, destructiveHint: true } },
  { name: 'sync_notes', inputSchema, annotations: { destructiveHint: false, openWorldHint: false } },
];
const results = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'notes', version: '1' },
  },
  'tools/list': { tools },
  'tools/call': { content: [{ type: 'text', text: 'done' }] },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'tools/call' && params.name === 'sync_notes') process.exit(1);
  const result = results[method];
  const error = { code: -32601, message: 'no such method' };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
}
