import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '../../material/install.ts';
import { median } from '../measure.ts';
import { printLine, provenance, table, writeResult } from '../report.ts';
import type { SandboxContender } from './contenders.ts';
import { sandboxContenders } from './contenders.ts';
import { cpuSoFar, treeMemory } from './process-tree.ts';

const TRUE_ROUNDS = Number(process.env['ROUNDS'] ?? '40');
const SERVER_ROUNDS = Math.ceil(TRUE_ROUNDS / 4);
const CALLS = 50;

const ask = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const HELLO = ask(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
});

interface ServerTimes {
  readonly initialize: number;
  readonly calls: readonly number[];
  readonly memory: number;
}

const runTrue = async ({ start }: SandboxContender): Promise<number> => {
  const began = performance.now();
  const { finish } = await start(['/bin/true']);
  await finish();
  return performance.now() - began;
};

const runServer = async (
  { start }: SandboxContender,
  command: readonly string[],
  file: string,
): Promise<ServerTimes> => {
  const began = performance.now();
  const server = await start(command);
  let [text, wanted] = ['', 0];
  let resolveAnswer: (() => void) | undefined;
  server.onText((more) => {
    text += more;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    if (lines.some((line) => line.includes(`"id":${wanted}`))) resolveAnswer?.();
  });
  const answered = (id: number, line: string): Promise<void> =>
    new Promise((resolve) => {
      [wanted, resolveAnswer] = [id, resolve];
      server.write(line);
    });
  await answered(1, HELLO);
  const initialize = performance.now() - began;
  server.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const calls: number[] = [];
  for (let id = 100; id < 100 + CALLS; id += 1) {
    const sent = performance.now();
    await answered(id, ask(id, 'tools/call', { name: 'read_text_file', arguments: { path: file } }));
    calls.push(performance.now() - sent);
  }
  const memory = treeMemory(server.pid);
  await server.finish();
  return { initialize, calls, memory };
};

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** What a sandbox costs: to start, for each call, and in memory. */
export const benchContracts = async (): Promise<void> => {
  // no links: what a server may work on is named as it is
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-contracts-'));
  const root = join(folder, 'root');
  mkdirSync(root);
  const file = join(root, 'note.txt');
  writeFileSync(file, 'a note\n');
  const server = join(
    await installed('servers'),
    'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
  );
  const command = [process.execPath, server, root];
  try {
    const contenders = await sandboxContenders(folder, root);
    const runs = contenders.map(({ name }) => ({
      name,
      trueMs: [] as number[],
      trueCpu: 0,
      servers: [] as ServerTimes[],
    }));
    // in turns, so that whatever else the machine does meets all of them
    for (let round = 0; round < TRUE_ROUNDS; round += 1)
      for (const [at, contender] of contenders.entries()) {
        const before = cpuSoFar();
        const time = await runTrue(contender);
        const run = runs[at];
        run?.trueMs.push(time);
        if (run !== undefined) run.trueCpu += cpuSoFar() - before;
      }
    for (let round = 0; round < SERVER_ROUNDS; round += 1)
      for (const [at, contender] of contenders.entries())
        runs[at]?.servers.push(await runServer(contender, command, file));
    const figures = runs.map(({ name, trueMs, trueCpu, servers }) => {
      const [initializes, calls] = [
        servers.map(({ initialize }) => initialize),
        servers.flatMap((each) => each.calls),
      ];
      return {
        name,
        start: median(trueMs),
        startFastest: Math.min(...trueMs),
        startCpu: trueCpu / TRUE_ROUNDS,
        initialize: median(initializes),
        initializeFastest: Math.min(...initializes),
        call: median(calls),
        callFastest: Math.min(...calls),
        memory: median(servers.map(({ memory }) => memory)),
      };
    });
    printLine('## /bin/true, until it has ended and nothing of it is left\n');
    printLine(
      table(
        ['', 'median', 'fastest', 'processor time'],
        figures.map((each) => [each.name, ms(each.start), ms(each.startFastest), ms(each.startCpu)]),
      ),
    );
    printLine('\n## server-filesystem\n');
    printLine(
      table(
        ['', 'initialize, median', 'fastest', 'read_text_file, median', 'fastest', 'memory of all processes'],
        figures.map((each) => [
          each.name,
          ms(each.initialize),
          ms(each.initializeFastest),
          ms(each.call),
          ms(each.callFastest),
          mebibytes(each.memory),
        ]),
      ),
    );
    writeResult('contracts', {
      ...provenance('npm run bench -- contracts'),
      rounds: TRUE_ROUNDS,
      serverRounds: SERVER_ROUNDS,
      callsARound: CALLS,
      figures,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
