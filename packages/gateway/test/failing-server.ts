/**
 * An MCP server that fails as a file says: `node failing-server.ts MODE_FILE`; MODE_FILE.pid has its process id. `exit` ends at once, `hang` answers
 * nothing, anything else serves one tool, `look`, and the tool `die` that ends the process.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file = ''] = process.argv;
const mode = readFileSync(file, 'utf8').trim();
writeFileSync(`${file}.pid`, `${process.pid}`);

if (mode === 'exit') {
  process.stderr.write('reading settings\nfatal: no database \u001b[31mhere\n');
  process.exit(3);
}

interface Incoming {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string };
}

const tool = (name: string): unknown => ({
  name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

const answer = ({ method, params }: Incoming): unknown => {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'fixture', version: '1' },
      };
    case 'tools/list':
      return { tools: [tool('look'), tool('die')] };
    case 'tools/call':
      if (params?.name === 'die') process.exit(4);
      return { content: [{ type: 'text', text: `pid ${process.pid}` }] };
    default:
      return undefined;
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  const incoming: Incoming = JSON.parse(line);
  if (mode === 'hang' || incoming.id === undefined) continue;
  const result = answer(incoming);
  const reply = result === undefined ? { error: { code: -32_601, message: 'no such method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: incoming.id, ...reply })}\n`);
}
