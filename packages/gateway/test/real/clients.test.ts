import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { JsonObject } from '@callgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed } from '../../../../material/install.ts';
import { oracle } from '../oracle.ts';
import { personAnswer } from '../person-answer.ts';

const CALLGATE = join(import.meta.dirname, '../../../callgate/bin/callgate.js');
const SERVER = join(import.meta.dirname, '../oracle-server.ts');

/** The little that these tests use of the SDKs' clients; neither is there when types are checked. */
interface SdkClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { readonly name: string; readonly arguments: object }): Promise<unknown>;
  setRequestHandler(schema: unknown, handler: (request: unknown) => Promise<unknown>): void;
  close(): Promise<void>;
}
type MakeClient = new (info: object, options: object) => SdkClient;
type MakeTransport = new (...how: readonly unknown[]) => unknown;

interface Sdk {
  readonly Client: MakeClient;
  readonly Stdio: MakeTransport;
  readonly Http: MakeTransport;
  readonly elicitation: unknown;
}

const load = async (path: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(path).href)) as Record<string, unknown>;

const sdkV1 = async (modules: string): Promise<Sdk> => {
  const sdk = join(modules, '@modelcontextprotocol/sdk/dist/esm');
  return {
    Client: (await load(join(sdk, 'client/index.js')))['Client'] as MakeClient,
    Stdio: (await load(join(sdk, 'client/stdio.js')))['StdioClientTransport'] as MakeTransport,
    Http: (await load(join(sdk, 'client/streamableHttp.js')))[
      'StreamableHTTPClientTransport'
    ] as MakeTransport,
    elicitation: (await load(join(sdk, 'types.js')))['ElicitRequestSchema'],
  };
};

const sdkV2 = async (modules: string): Promise<Sdk> => {
  const client = await load(join(modules, '@modelcontextprotocol/client/dist/index.mjs'));
  const stdio = await load(join(modules, '@modelcontextprotocol/client/dist/stdio.mjs'));
  return {
    Client: client['Client'] as MakeClient,
    Stdio: stdio['StdioClientTransport'] as MakeTransport,
    Http: client['StreamableHTTPClientTransport'] as MakeTransport,
    elicitation: 'elicitation/create',
  };
};

const upstream = oracle();
const home = mkdtempSync(join(tmpdir(), 'callgate-clients-'));
const serverCommand = [process.execPath, SERVER, 'stdio', upstream.folder];
const runArgs = [CALLGATE, 'run', '--name', 'notes', '--trust', 'trusted', '--', ...serverCommand];
const env = { ...process.env, CALLGATE_HOME: home, HOME: home } as Record<string, string>;

let modules = '';
let up: ChildProcess | undefined;
let url = '';
let token = '';

beforeAll(async () => {
  modules = join(await installed('clients'), 'node_modules');
  const config = join(home, 'callgate.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      servers: { notes: { command: serverCommand[0], args: serverCommand.slice(1), trust: 'trusted' } },
      approvals: { readingTime: '1ms' },
      clients: [{ name: 'test', answersInBand: true }],
    }),
  );
  up = spawn(process.execPath, [CALLGATE, 'up', '-c', config, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  const heard = (chunk: Buffer): void => {
    said += chunk.toString();
    const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(said)?.[0];
    if (found !== undefined) resolve(found);
  };
  up.stdout?.on('data', heard);
  up.stderr?.on('data', heard);
  url = await listening;
  token = readFileSync(join(home, 'agents.token'), 'utf8').trim();
});

afterAll(() => {
  up?.kill();
  upstream.close();
});

/** A person who reads for a moment and types the code. */
const approves = async (request: unknown): Promise<unknown> => {
  await pause(100);
  return personAnswer((request as { readonly params: JsonObject }).params);
};

const SDKS: readonly (readonly [string, (at: string) => Promise<Sdk>, object])[] = [
  ['SDK v1', sdkV1, {}],
  ['SDK v2 as legacy', sdkV2, { versionNegotiation: { mode: 'legacy' } }],
  ['SDK v2 as modern', sdkV2, { versionNegotiation: { mode: 'auto' } }],
];

describe.each(SDKS)('the client of %s', (_, loadSdk, options) => {
  it.each(['stdio', 'http'] as const)('lists, calls and has its person asked, over %s', async (transport) => {
    const { Client, Stdio, Http, elicitation } = await loadSdk(modules);
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: {} }, ...options },
    );
    client.setRequestHandler(elicitation, approves);
    await client.connect(
      transport === 'stdio'
        ? new Stdio({ command: process.execPath, args: runArgs, env, stderr: 'ignore' })
        : new Http(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('read_note');
    expect(JSON.stringify(await client.callTool({ name: 'read_note', arguments: { id: 'n-1' } }))).toContain(
      'n-1',
    );
    const before = upstream.calls().filter(({ name }) => name === 'delete_note').length;
    const deleted = await client.callTool({ name: 'delete_note', arguments: { id: `n-${Math.random()}` } });
    expect(JSON.stringify(deleted)).toContain('delete_note');
    expect(upstream.calls().filter(({ name }) => name === 'delete_note')).toHaveLength(before + 1);
    await client.close();
  });
});

describe('the command line of the inspector', () => {
  const inspect = async (...words: readonly string[]): Promise<string> => {
    const launcher = join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [launcher, '--cli', '-q', '--format', 'json', ...words],
      { env },
    );
    return stdout;
  };

  it('lists and calls over stdio', async () => {
    expect(await inspect('--method', 'tools/list', '--', process.execPath, ...runArgs)).toContain(
      'send_mail',
    );
  });

  it('calls over HTTP with the token, and gets nothing without it', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'read_note', '--tool-arg', 'id=n-2'];
    const header = ['--header', `Authorization: Bearer ${token}`];
    expect(await inspect(url, '--transport', 'http', ...header, ...call)).toContain('n-2');
    await expect(inspect(url, '--transport', 'http', ...call)).rejects.toThrow('Command failed');
  });
});
