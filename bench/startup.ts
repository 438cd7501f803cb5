import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.ts';
import { provenance, printLine, table, writeResult } from './report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'packages', 'callgate', 'bin', 'callgate.js');
const SERVER = [process.execPath, join(ROOT, 'bench', 'startup-server.ts')];
const ROUNDS = Number(process.env['ROUNDS'] ?? '15');
const GATEWAY_ROUNDS = 3;
const SLOW_MS = 2000;
const ASK_AGAIN_MS = 20;

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
  /** Then: what is in memory, and its part where what processes share is shared out. Bytes; not known everywhere. */
  readonly memory: ProcessMemory | undefined;
}

interface ProcessMemory {
  readonly resident: number;
  readonly proportional: number;
}

const readMemory = (pid: number | undefined): ProcessMemory | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
    return { resident: kilobytes('Rss') * 1024, proportional: kilobytes('Pss') * 1024 };
  } catch {
    return undefined;
  }
};

/** Starts a server, asks it both until it has so many tools, and waits until it has ended. */
const start = (
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  tools = 1,
): Promise<StartupTimes> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let [text, hello, list] = ['', 0, 0];
    let memory: ProcessMemory | undefined;
    const ask = (): boolean => child.stdin.write(`${JSON.stringify(LIST)}\n`);
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const answers = text.split('\n').length - 1;
      if (answers > 0 && hello === 0) {
        hello = performance.now() - began;
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
        ask();
      }
      if (list > 0 || !text.endsWith('\n')) return;
      const [last = ''] = text.split('\n').slice(-2);
      if (last.split('nothing"').length > tools) {
        list = performance.now() - began;
        memory = readMemory(child.pid);
        child.stdin.end();
      } else if (answers > 1) setTimeout(ask, ASK_AGAIN_MS);
    });
    child.once('error', reject);
    child.once('close', () =>
      list === 0
        ? reject(new Error(`${command.join(' ')} answered ${text}`))
        : resolve({ hello, list, memory }),
    );
    child.stdin.write(`${JSON.stringify(HELLO)}\n`);
  });

const mebibytes = (bytes: number | undefined): string =>
  bytes === undefined ? '\u2013' : `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** Servers of one gateway: so many, each of which waits so long before it speaks. */
const GATEWAYS = [
  { servers: 1, waitMs: 0 },
  { servers: 50, waitMs: 0 },
  { servers: 1, waitMs: SLOW_MS },
  { servers: 50, waitMs: SLOW_MS },
];

interface GatewayStart {
  readonly servers: number;
  readonly waitMs: number;
  readonly list: number;
}

/** `callgate up`, until every tool of every server is listed. */
const startGateways = async (
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly GatewayStart[]> => {
  const starts: GatewayStart[] = [];
  for (const { servers, waitMs } of GATEWAYS) {
    const home = join(folder, `up-${servers}-${waitMs}`);
    mkdirSync(home);
    const config = join(home, 'callgate.yaml');
    const [command = '', ...args] = SERVER;
    const entry = JSON.stringify({ command, args: [...args, String(waitMs)] });
    writeFileSync(
      config,
      `servers:\n${Array.from({ length: servers }, (_, at) => `  s${at}: ${entry}\n`).join('')}`,
    );
    const up = [process.execPath, BIN, 'up', '--stdio', '--no-console', '--config', config];
    const times: number[] = [];
    for (let round = 0; round < GATEWAY_ROUNDS; round += 1)
      times.push((await start(up, { ...env, CALLGATE_HOME: join(home, 'home') }, servers)).list);
    starts.push({ servers, waitMs, list: median(times) });
  }
  return starts;
};

const ms = (value: number): string => `${value.toFixed(0)} ms`;

const medianMemory = (runs: readonly StartupTimes[], kind: keyof ProcessMemory): number | undefined => {
  const known = runs.flatMap(({ memory }) => (memory === undefined ? [] : [memory[kind]]));
  return known.length === 0 ? undefined : median(known);
};

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
  const background = gated.flatMap((word) => (word === 'run' ? [word, '--background'] : [word]));
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
    ['callgate run --background', background, { ...env, CALLGATE_BACKGROUND_IDLE: '30s' }],
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
        resident: medianMemory(ready, 'resident'),
        proportional: medianMemory(ready, 'proportional'),
      };
    });
    const own = figures[1]?.list ?? 0;
    printLine(
      table(
        [
          '',
          'initialize, median',
          'fastest',
          'tools/list, median',
          'fastest',
          'above the server alone',
          'memory',
          'shared out',
        ],
        figures.map(({ name, hello, helloFastest, list, listFastest, resident, proportional }) => [
          name,
          ms(hello),
          ms(helloFastest),
          ms(list),
          ms(listFastest),
          ms(list - own),
          mebibytes(resident),
          mebibytes(proportional),
        ]),
      ),
    );
    printLine(`\nThe very first start, with an empty folder and nothing compiled: ${ms(cold.list)}.`);
    const gateways = await startGateways(folder, env);
    printLine(`\n## callgate up, until every tool of every server is listed\n`);
    printLine(
      table(
        ['servers', 'each speaks after', 'tools/list, median'],
        gateways.map(({ servers, waitMs, list }) => [String(servers), ms(waitMs), ms(list)]),
      ),
    );
    writeResult('startup', {
      ...provenance('npm run bench -- startup'),
      rounds: ROUNDS,
      figures,
      cold,
      gateways,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
