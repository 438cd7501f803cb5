import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { afterAll, onTestFinished } from 'vitest';
import type { CommandResult } from '../fixtures/run-callgate.ts';
import { BACKGROUND_ENV, BIN, ResidentCallgate } from '../fixtures/run-callgate.ts';
import { readAnswer } from './read-answer.ts';
import { TestHost } from './test-host.ts';
import type { CallAnswer, Layout, LayoutOptions } from './layout.ts';
import type { LayoutUpstream } from './upstreams.ts';
import { openUpstreams } from './upstreams.ts';

/** How long a pending call keeps the tests waiting; people get 45 s. */
const WAIT = '300ms';

export const newHome = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-layout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
};

export const environment = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  CALLGATE_HOME: join(folder, 'home'),
  XDG_CACHE_HOME: join(tmpdir(), 'callgate-test-cache'),
  NO_COLOR: '1',
  ...BACKGROUND_ENV,
});

/** A command of Callgate in a process of its own. */
export const startCallgate = (folder: string, words: readonly string[], input = ''): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...words], { cwd: folder, env: environment(folder) });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('close', (code) => resolve({ code: code ?? -1, out, err }));
  });

const resident = new ResidentCallgate();
afterAll(() => resident.stop());

/** A command of Callgate that reads nothing. One process runs those of a file of tests. */
export const runCallgate = (folder: string, words: readonly string[]): Promise<CommandResult> =>
  resident.run(words, { cwd: folder, env: environment(folder) });

interface McpServers {
  readonly mcpServers: Readonly<
    Record<string, { readonly command: string; readonly args: readonly string[] }>
  >;
}

/** What the operator adds to what `init` wrote: trust, a policy, and a wait that suits a test. */
const withOptions = (
  written: McpServers,
  upstreams: ReadonlyMap<string, LayoutUpstream>,
  policy: string,
  unnamed: boolean,
): McpServers => ({
  mcpServers: Object.fromEntries(
    Object.entries(written.mcpServers).map(([alias, { command, args }]) => {
      const at = args.indexOf('run');
      if (at < 0) throw new Error(`init did not put Callgate before ${alias}: ${args.join(' ')}`);
      const trust = upstreams.get(alias)?.server.trust ?? 'untrusted';
      const options = ['--trust', trust, '--policy', policy, '--wait', WAIT];
      const named = args.slice(at + 1);
      const rest = unnamed
        ? named.filter((_, index) => ![0, 1].includes(index - named.indexOf('--name')))
        : named;
      return [alias, { command, args: [...args.slice(0, at + 1), ...options, ...rest] }];
    }),
  ),
});

export interface InitLayout extends Layout {
  readonly folder: string;
  /** The client's file as `init` and the operator left it. */
  readonly file: string;
  readonly host: TestHost;
  /** Another host with the same configuration. */
  startHost(answerer?: ConstructorParameters<typeof TestHost>[2]): TestHost;
}

/** A client's configuration rewritten by `callgate init`, and one host that starts all of its servers. */
export const openInitLayout = async (options: LayoutOptions): Promise<InitLayout> => {
  const folder = newHome();
  const upstreams = await openUpstreams(options.servers);
  const file = join(folder, 'mcp.json');
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  const entries = [...upstreams].map(([alias, { entry }]) => [alias, entry] as const);
  writeFileSync(file, JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2));
  const { code, out, err } = await runCallgate(folder, [
    'init',
    '--file',
    file,
    '--as',
    'cursor',
    '--yes',
    '--no-start',
    // the suites choose by the environment
    '--no-background',
  ]);
  if (code !== 0) throw new Error(`init failed: ${out}${err}`);
  const written = JSON.parse(readFileSync(file, 'utf8')) as McpServers;
  writeFileSync(
    file,
    JSON.stringify(withOptions(written, upstreams, options.policy ?? 'balanced', options.unnamed === true)),
  );
  const startHost = (answerer?: ConstructorParameters<typeof TestHost>[2]): TestHost => {
    const host = new TestHost(file, environment(folder), answerer);
    onTestFinished(() => host.close());
    return host;
  };
  const host = startHost();
  const received: Layout['received'] = (server) => upstreams.get(server)?.oracle.calls() ?? [];
  const call = async (server: string, tool: string, args: JsonObject): Promise<CallAnswer> => {
    const before = received(server).length;
    const answer = readAnswer(await host.call(server, tool, args));
    return { ...answer, ran: received(server).length > before };
  };
  return {
    name: 'init',
    home: join(folder, 'home'),
    folder,
    file,
    host,
    startHost,
    say: undefined,
    call,
    received,
    bytes: (server) => upstreams.get(server)?.oracle.bytes() ?? '',
    callgate: (...words) => runCallgate(folder, words),
  };
};
