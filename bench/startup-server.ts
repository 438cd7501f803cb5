/** An MCP server that does nothing but say hello, as fast as a process can, or after so many milliseconds. */
const waitMs = Number(process.argv[2] ?? '0');
if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
process.stdin.setEncoding('utf8');
let rest = '';
process.stdin.on('data', (text: string) => {
  const lines = `${rest}${text}`.split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, method }: { id?: number; method?: string } = JSON.parse(line);
    if (id === undefined) continue;
    const error = { code: -32_601, message: 'no such method' };
    const results: Readonly<Record<string, unknown>> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'startup', version: '1' },
      },
      'tools/list': { tools: [{ name: 'nothing', inputSchema: { type: 'object' } }] },
    };
    const result = results[method ?? ''];
    const answer = result === undefined ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
});
process.stdin.on('end', () => process.exit(0));
