import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentClient } from './agent-client.ts';
import { readCommand } from './read-command.ts';

/** How long after the trouble a person looks. */
const LOOK_MS = 5000;

export const SILENT = 'process.stdin.resume();\n';

/** Lists a tool, and ends when it is called. */
export const FLAKY = `
import { createInterface } from 'node:readline';
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize')
    answer(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'flaky', version: '1' } });
  else if (method === 'tools/list')
    answer(id, { tools: [{ name: 'read_note', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true, openWorldHint: false } }] });
  else if (method === 'tools/call') process.exit(3);
  else if (id !== undefined) answer(id, {});
});
`;

/** What a person and their agent see of servers that do not work, by kind of trouble. */
export const playTroubles = async (
  callgate: readonly [string, ...string[]],
): Promise<Readonly<Record<string, string>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'cg-bad-'));
  writeFileSync(join(folder, 'silent.mjs'), SILENT);
  writeFileSync(join(folder, 'flaky.mjs'), FLAKY);
  const locked = createServer((_, response) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  );
  await new Promise<void>((resolve) => {
    locked.listen(0, '127.0.0.1', resolve);
  });
  const { port } = locked.address() as AddressInfo;
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'] ?? '', HOME: folder, COLUMNS: '100' };
  const servers: Readonly<Record<string, readonly string[]>> = {
    'wrong command': ['--name', 'wrong', '--', 'no-such-program'],
    'flaky server': [
      '--name',
      'flaky',
      '--trust',
      'trusted',
      '--',
      process.execPath,
      join(folder, 'flaky.mjs'),
    ],
    'hung server': ['--name', 'hung', '--', process.execPath, join(folder, 'silent.mjs')],
    'sign-in needed': ['--name', 'cloud', '--url', `http://127.0.0.1:${port}/mcp`],
  };
  const screens: Record<string, string> = {};
  try {
    for (const [trouble, words] of Object.entries(servers)) {
      const [command, ...first] = callgate;
      const client = new AgentClient({ command, args: [...first, 'run', ...words] }, env, () =>
        Promise.resolve({ action: 'decline' }),
      );
      try {
        const { error, result } = await client.open();
        const lines = [
          error === undefined
            ? 'The client shows: connected'
            : `The client shows: failed\n  ${error.message}`,
          ...(result?.['instructions'] === undefined
            ? []
            : [`The agent reads:\n  ${String(result['instructions'])}`]),
        ];
        if (trouble === 'flaky server') {
          const called = await client.call('read_note', {});
          lines.push(
            `The agent reads after its call:\n  ${called.error?.message ?? JSON.stringify(called.result)}`,
          );
        }
        // a person looks a moment later
        await sleep(LOOK_MS);
        screens[trouble] = [
          ...lines,
          '',
          '$ callgate status',
          await readCommand([...callgate, 'status'], env, folder),
        ].join('\n');
      } finally {
        await client.close();
      }
    }
    return screens;
  } finally {
    locked.closeAllConnections();
    locked.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};
