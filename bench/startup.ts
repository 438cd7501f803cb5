import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.ts';
import { provenance, printLine, table, writeResult } from './report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'packages', 'callgate', 'bin', 'callgate.js');
const SERVER = [process.execPath, join(ROOT, 'bench', 'startup-server.ts')];
const ROUNDS = Number(process.env['ROUNDS'] ?? '15');

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };

interface StartupTimes {
  /** Milliseconds from starting the process to the answer to `initialize`. */
  readonly hello: number;
  /** To the answer to `tools/list`, which needs the server behind. */
  readonly list: number;
}

/** Starts a server, asks it both, and waits until it has ended. */
const start = (command: readonly string[], env: Readonly<Record<string, string>>): Promise<StartupTimes> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let [text, hello, list] = ['', 0, 0];
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const answers = text.split('\n').length - 1;
      if (answers > 0 && hello === 0) {
        hello = performance.now() - began;
        child.stdin.write(
          `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n${JSON.stringify(LIST)}\n`,
        );
      }
      if (text.includes('"nothing"') && list === 0) {
        list = performance.now() - began;
        child.stdin.end();
      }
    });
    child.once('error', reject);
    child.once('close', () =>
      list === 0 ? reject(new Error(`${command.join(' ')} answered ${text}`)) : resolve({ hello, list }),
    );
    child.stdin.write(`${JSON.stringify(HELLO)}\n`);
  });

const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** How long until a client that starts `callgate run` is answered. */
export const benchStartup = async (): Promise<void> => {
  execFileSync('npx', ['tsc', '-b'], { cwd: ROOT, stdio: 'inherit' });
  execFileSync(process.execPath, [join(ROOT, 'tools', 'bundle.ts')], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'callgate-startup-'));
  const env = {
    CALLGATE_HOME: join(folder, 'home'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    HOME: folder,
  };
  const gated = [process.execPath, BIN, 'run', '--name', 'startup', '--', ...SERVER];
  const many = [
    process.execPath,
    '--input-type=module',
    '-e',
    `await (await import(${JSON.stringify(join(ROOT, 'packages', 'callgate', 'dist', 'main.js'))})).main(process.argv.slice(1))`,
    ...gated.slice(2),
  ];
  const compiled = { ...env, NODE_COMPILE_CACHE: join(folder, 'cache', 'many') };
  const empty = [
    process.execPath,
    '-e',
    'process.stdin.once("data", () => console.log("{}\\n\\"nothing\\""))',
  ];
  const contenders: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
    ['node alone', empty, env],
    ['the server alone', SERVER, env],
    ['callgate run', gated, env],
    ['callgate run, nothing kept compiled', gated, { ...env, NODE_DISABLE_COMPILE_CACHE: '1' }],
    ['callgate run, in many files', many, compiled],
  ];
  try {
    const cold = await start(gated, env);
    const runs = contenders.map(() => [] as StartupTimes[]);
    // in turn, so that whatever else the machine does meets all of them
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, [, command, more]] of contenders.entries()) runs[at]?.push(await start(command, more));
    const figures = contenders.map(([name], at) => {
      const ready = runs[at] ?? [];
      const [hellos, lists] = [ready.map(({ hello }) => hello), ready.map(({ list }) => list)];
      return {
        name,
        hello: median(hellos),
        helloFastest: Math.min(...hellos),
        list: median(lists),
        listFastest: Math.min(...lists),
      };
    });
    const own = figures[1]?.list ?? 0;
    printLine(
      table(
        ['', 'initialize, median', 'fastest', 'tools/list, median', 'fastest', 'above the server alone'],
        figures.map(({ name, hello, helloFastest, list, listFastest }) => [
          name,
          ms(hello),
          ms(helloFastest),
          ms(list),
          ms(listFastest),
          ms(list - own),
        ]),
      ),
    );
    printLine(`\nThe very first start, with an empty folder and nothing compiled: ${ms(cold.list)}.`);
    writeResult('startup', { ...provenance('npm run bench -- startup'), rounds: ROUNDS, figures, cold });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
