import { createInterface } from 'node:readline';

const CLOSED = { openWorldHint: false, unsafeOutputHint: false, sensitiveDataHint: false };
const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
const TOOLS = [
  { name: 'read_note', inputSchema, annotations: { ...CLOSED, readOnlyHint: true } },
  {
    name: 'delete_note',
    inputSchema,
    annotations: { ...CLOSED, readOnlyHint: false, destructiveHint: true },
  },
  { name: 'wipe_notes', inputSchema, annotations: { ...CLOSED, readOnlyHint: false, destructiveHint: true } },
];

const resultOf = (method: string): unknown => {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'notes', version: '1' },
      };
    case 'tools/list':
      return { tools: TOOLS };
    case 'tools/call':
      return { content: [{ type: 'text', text: 'one note' }] };
    default:
      return undefined;
  }
};

/** An MCP server with one tool for each outcome. */
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method }: { id?: number; method?: string } = JSON.parse(line);
  if (id === undefined) continue;
  const result = resultOf(method ?? '');
  const error = { code: -32_601, message: 'no such method' };
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) })}\n`,
  );
}
