import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BIN, ensureBuilt } from '../fixtures/run-callgate.ts';
import { TestHost } from './test-host.ts';
import { openHttpLayout } from './http-layout.ts';
import { environment, newHome, openInitLayout, runCallgate } from './init-layout.ts';

beforeAll(ensureBuilt);

const FAILING = fileURLToPath(new URL('../../../gateway/test/failing-server.ts', import.meta.url));
const ENV_SERVER = fileURLToPath(new URL('../fixtures/mcp-server.ts', import.meta.url));
const SOON = { timeout: 30_000, interval: 200 };

type ServerFailureMode = 'exit' | 'hang' | 'serve';

/** Entries of a client's file, and how the servers behind them fail. */
const failingEntries = (
  folder: string,
): { entries: JsonObject; become(alias: string, mode: ServerFailureMode): void } => {
  const become = (alias: string, mode: ServerFailureMode): void =>
    writeFileSync(join(folder, `${alias}.mode`), mode);
  const entry = (alias: string, mode: ServerFailureMode): JsonObject => {
    become(alias, mode);
    return { command: process.execPath, args: [FAILING, join(folder, `${alias}.mode`)] };
  };
  return {
    become,
    entries: {
      good: entry('good', 'serve'),
      crashing: entry('crashing', 'exit'),
      silent: entry('silent', 'hang'),
      typo: { command: '/nowhere/no-such-command', args: [] },
    },
  };
};

const namesIn = (result: JsonObject | undefined): readonly unknown[] => {
  const tools = result?.['tools'];
  return Array.isArray(tools) ? tools.map((tool) => (isJsonObject(tool) ? tool['name'] : null)) : [];
};

const statusLines = async (folder: string): Promise<string> => (await runCallgate(folder, ['status'])).out;

describe('servers that fail', () => {
  it('in the layout of init: each process says why, the good one answers, and the others come back', async () => {
    const folder = newHome();
    mkdirSync(join(folder, 'home'), { mode: 0o700 });
    const { entries, become } = failingEntries(folder);
    const file = join(folder, 'mcp.json');
    writeFileSync(file, JSON.stringify({ mcpServers: entries }));
    const { code } = await runCallgate(folder, [
      'init',
      '--file',
      file,
      '--as',
      'cursor',
      '--yes',
      '--no-start',
    ]);
    expect(code).toBe(0);
    const host = new TestHost(file, environment(folder));
    onTestFinished(() => host.close());
    expect(namesIn((await host.connect('good')).result)).toEqual(['look', 'die']);
    expect(namesIn((await host.connect('crashing')).result)).toEqual([]);
    // its client shows a failed server, not a healthy one without tools
    expect((await host.connect('typo')).error?.message).toBe(
      'Callgate: UPSTREAM_START: Server `typo` could not be started: program `/nowhere/no-such-command` was not found (ENOENT). Correct its command in the configuration of this client.',
    );
    await expect.poll(() => statusLines(folder), SOON).toMatch(/ {2}crashing {2}Crash loop, retrying /);
    const lines = await statusLines(folder);
    expect(lines).toMatch(/ {2}good {2}Ready, 2 tools/);
    expect(lines).toMatch(/crashing .*Last line of stderr: fatal: no database ⟦U\+001B⟧\[31mhere/);
    expect(lines).toMatch(/ {2}typo {2}Unavailable, retrying .*UPSTREAM_START.*ENOENT/);
    expect(lines).toMatch(/ {2}silent {2}Starting/);
    expect(lines).not.toContain('\u001B[31m');
    // standard error is no terminal here
    expect(host.err).toMatch(/^\{"time":.*"code":"SERVER_UNREACHED","server":"crashing"/m);
    become('crashing', 'serve');
    await expect
      .poll(async () => namesIn((await host.request('crashing', 'tools/list')).result), SOON)
      .toEqual(['look', 'die']);
  });

  it('over HTTP with a token: one silent, one crashing, one without a sign-in cost nobody else anything', async () => {
    const http = createServer((_, response) => response.writeHead(401).end());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void http.close());
    const { port } = http.address() as AddressInfo;
    const place = newHome();
    const { entries, become } = failingEntries(place);
    const servers = {
      ...entries,
      cloud: { url: `http://127.0.0.1:${port}/mcp`, allowPrivate: [`127.0.0.1:${port}`] },
    };
    const layout = await openHttpLayout({ servers: [], config: { servers } });
    expect(namesIn((await layout.request('tools/list', {})).result)).toEqual(['good__look', 'good__die']);
    const { result } = await layout.request('tools/list', {});
    expect(result?.['_meta']).toMatchObject({
      'dev.callgate/unavailable': {
        cloud: expect.stringContaining('requires sign-in (401)'),
        silent: expect.stringContaining('its tools are missing'),
        typo: expect.stringContaining('is unavailable'),
      },
    });
    const lines = await statusLines(layout.folder);
    expect(lines).toMatch(/ {2}cloud {2}Server requires sign-in \(401\), retrying /);
    expect(lines).toMatch(/ {2}good {2}Ready, 2 tools/);
    become('crashing', 'serve');
    await expect
      .poll(async () => namesIn((await layout.request('tools/list', {})).result), SOON)
      .toContain('crashing__look');
  });

  it('a server behind up is given the proxy and certificate variables, and nothing else of ours', async () => {
    const folder = newHome();
    mkdirSync(join(folder, 'home'), { mode: 0o700 });
    const tools = join(folder, 'tools.json');
    const annotations = { readOnlyHint: true, openWorldHint: false };
    writeFileSync(tools, JSON.stringify([{ name: 'env', inputSchema: { type: 'object' }, annotations }]));
    const file = join(folder, 'callgate.yaml');
    const servers = { one: { command: process.execPath, args: [ENV_SERVER, tools], trust: 'owned' } };
    writeFileSync(file, JSON.stringify({ servers }), { mode: 0o600 });
    const given = {
      HTTPS_PROXY: 'http://proxy.example:8080',
      no_proxy: 'localhost',
      NODE_EXTRA_CA_CERTS: join(folder, 'none.pem'),
      SSL_CERT_FILE: join(folder, 'none.pem'),
      REQUESTS_CA_BUNDLE: join(folder, 'none.pem'),
    };
    const child = spawn(process.execPath, [BIN, 'up', '--stdio', '-c', file], {
      cwd: folder,
      env: { ...environment(folder), ...given, MY_SECRET: 'x' },
    });
    const ended = new Promise((resolve) => {
      child.once('close', resolve);
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    const send = (message: JsonObject): boolean =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 't', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    send({ id: 1, method: 'initialize', params });
    send({ id: 2, method: 'tools/call', params: { name: 'env', arguments: {} } });
    await expect.poll(() => out, SOON).toContain('"id":2');
    for (const name of Object.keys(given)) expect(out).toContain(name);
    expect(out).not.toContain('MY_SECRET');
    child.stdin.end();
    await ended;
  });
});

const SLOW = { name: 'slow', inputSchema: { type: 'object' } };
const READS = { readOnlyHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

const SLOW_SERVERS = [
  { alias: 'reader', trust: 'owned', tools: [{ ...SLOW, annotations: READS }] },
  { alias: 'writer', trust: 'owned', tools: [{ ...SLOW, annotations: WRITES }] },
] as const;

interface StatusOutput {
  readonly processes: readonly { readonly pid: number }[];
  readonly calls: readonly { readonly server: string }[];
}

const statusOf = async (
  callgate: (...words: readonly string[]) => Promise<{ out: string }>,
): Promise<StatusOutput> => JSON.parse((await callgate('status', '--json')).out) as StatusOutput;

describe('a read without an answer has failed, and a write has an unknown result', () => {
  it('over HTTP with a token, where both take too long', async () => {
    const layout = await openHttpLayout({ servers: SLOW_SERVERS, config: { limits: { timeout: '400ms' } } });
    const read = await layout.call('reader', 'slow', { ms: 60_000 });
    expect(read.ran).toBe(true);
    expect(read.text).toContain('No answer within 400 ms');
    const write = await layout.call('writer', 'slow', { ms: 60_000 });
    expect(write.text).toContain('callgate inbox');
    expect((await statusOf(layout.callgate)).calls.map(({ server }) => server)).toEqual(['writer']);
  });

  it('in the layout of init, where their processes were killed', async () => {
    const layout = await openInitLayout({ servers: SLOW_SERVERS });
    for (const server of ['reader', 'writer'] as const) {
      void layout.call(server, 'slow', { ms: 60_000 });
      await expect.poll(() => layout.received(server).length, SOON).toBe(1);
    }
    const { processes } = await statusOf(layout.callgate);
    expect(processes).toHaveLength(2);
    for (const { pid } of processes) process.kill(pid, 'SIGKILL');
    const next = layout.startHost();
    await next.connect('reader');
    await expect
      .poll(async () => (await statusOf(layout.callgate)).calls.map(({ server }) => server), SOON)
      .toEqual(['writer']);
    const { out } = await layout.callgate('audit', '--server', 'reader', '--json');
    expect(out).toContain('"failed"');
  });
});
