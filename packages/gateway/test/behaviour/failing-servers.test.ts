import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerStatus } from '@callgate/gateway';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { defaultServerConfig } from '../../src/config/defaults.ts';
import type { PipeClient, TestGateway } from '../test-gateway.ts';
import { openTestGateway, stdioServer } from '../test-gateway.ts';
import { policyOf } from './stage.ts';

const SCRIPT = fileURLToPath(new URL('../failing-server.ts', import.meta.url));
const SOON = { timeout: 40_000, interval: 50 };

interface FailingServer {
  readonly config: ServerConfig;
  readonly pidFile: string;
  become(mode: 'exit' | 'hang' | 'serve'): void;
}

const failingServer = (name: string, mode: 'exit' | 'hang' | 'serve', connectMs = 30_000): FailingServer => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-failing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'mode');
  const become = (next: string): void => writeFileSync(file, next);
  become(mode);
  const config = stdioServer(name, process.execPath, [SCRIPT, file], {
    trust: 'trusted',
    era: 'legacy',
    connectMs,
  });
  return { config, become, pidFile: `${file}.pid` };
};

const openPlace = async (...servers: readonly ServerConfig[]): Promise<TestGateway> => {
  const at = await openTestGateway({ servers });
  onTestFinished(() => at.close());
  return at;
};

const statusOf = (at: TestGateway, server: string): ServerStatus | undefined =>
  at.gateway.servers().find((status) => status.server === server);

const names = async (client: PipeClient): Promise<readonly unknown[]> => {
  const { result } = await client.request('tools/list', {});
  const tools = result?.['tools'];
  return Array.isArray(tools) ? tools.map((tool) => Object(tool)['name']) : [];
};

const textOf = async (client: PipeClient, tool: string): Promise<string> =>
  JSON.stringify(await client.call(tool));

describe('a server that fails its first start', () => {
  it('is started again after a pause, its tools appear, and clients are told that the list changed', async () => {
    const bad = failingServer('bad', 'exit');
    const good = failingServer('good', 'serve');
    const at = await openPlace(bad.config, good.config);
    const client = at.connect();
    const hello = await client.initialize();
    expect(hello['instructions']).toContain(
      'The server bad is unavailable; its tools are missing from the list.',
    );
    expect(await names(client)).toEqual(['good__look', 'good__die']);
    expect(await textOf(client, 'good__look')).toContain('pid');
    bad.become('serve');
    await expect.poll(() => names(client), SOON).toContain('bad__look');
    expect(await textOf(client, 'bad__look')).toContain('pid');
    expect(client.notifications.map(({ method }) => method)).toContain('notifications/tools/list_changed');
    expect(statusOf(at, 'bad')).toMatchObject({ state: 'ready', tools: 2, retryAt: null });
    expect((await at.connect().initialize())['instructions']).toBeUndefined();
  });

  it('is started at once by the first call after the pause, and a call in the pause says when', async () => {
    const bad = failingServer('bad', 'exit');
    const at = await openPlace(bad.config);
    const client = at.connect();
    await client.initialize();
    const early = await textOf(client, 'look');
    // on a machine that stalls the pause is over by then, and this call was the next try
    expect(early).toMatch(
      /SERVER_UNAVAILABLE: Server `bad`: (Unavailable|Crash loop), retrying (in \d+ s|now)/,
    );
    // what a server writes for people is not for agents
    expect(early).not.toContain('no database');
    bad.become('serve');
    await expect.poll(() => textOf(client, 'look'), SOON).toContain('pid');
  });

  it('that goes on ending is a crash loop, with its last line, safe to show', async () => {
    const at = await openPlace(failingServer('bad', 'exit').config);
    await expect.poll(() => statusOf(at, 'bad')?.state, SOON).toBe('crash-loop');
    expect(statusOf(at, 'bad')).toMatchObject({
      lastLine: 'fatal: no database ⟦U+001B⟧[31mhere',
      reason: expect.stringContaining('ended (status 3)'),
      retryAt: expect.any(Number),
    });
    const lines = at.log.filter(({ code }) => code === 'SERVER_UNREACHED').map(({ message }) => message);
    // told once as unavailable and once as a crash loop, not at every try
    expect(lines).toEqual([
      expect.stringMatching(/^Unavailable, retrying in 1 s: UPSTREAM_ENDED.*no database/),
      expect.stringMatching(/^Crash loop, retrying in 4 s: UPSTREAM_ENDED.*no database/),
    ]);
  });
});

it('a command that does not exist is shown as that', async () => {
  const at = await openPlace(stdioServer('typo', '/nowhere/no-such-command', []));
  await at.gateway.ready;
  expect(statusOf(at, 'typo')).toMatchObject({
    state: 'unavailable',
    reason: expect.stringMatching(/UPSTREAM_START: .*ENOENT/),
  });
});

it('a server that says nothing delays nobody else, and is shown as timed out', async () => {
  const silent = failingServer('silent', 'hang', 15_000);
  const good = failingServer('good', 'serve');
  const at = await openPlace(silent.config, good.config);
  const client = at.connect();
  const hello = await client.initialize();
  // it is answered while the other is still waited for
  expect(statusOf(at, 'silent')).toMatchObject({ state: 'starting' });
  expect(hello['instructions']).toContain('The server silent is still starting; its tools are missing');
  expect(await names(client)).toEqual(['good__look', 'good__die']);
  expect(await textOf(client, 'good__look')).toContain('pid');
  expect(statusOf(at, 'silent')).toMatchObject({ state: 'starting' });
  silent.become('serve');
  await expect
    .poll(() => at.log.map(({ message }) => message), { ...SOON, timeout: 60_000 })
    .toContainEqual(expect.stringContaining('UPSTREAM_TIMEOUT'));
  await expect.poll(() => names(client), SOON).toContain('silent__look');
});

it('a server that answers HTTP 401 needs a sign-in, and works once it is satisfied', async () => {
  let signedIn = false;
  const http = createServer((request, response) => {
    if (!signedIn) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { id, method }: { id?: number; method?: string } = body === '' ? {} : JSON.parse(body);
      if (id === undefined) {
        response.writeHead(request.method === 'POST' ? 202 : 405).end();
        return;
      }
      const result =
        method === 'initialize'
          ? {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 'h', version: '1' },
            }
          : { tools: [{ name: 'look', inputSchema: { type: 'object' } }] };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const at = await openPlace({
    ...defaultServerConfig('cloud', { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} }),
    era: 'legacy',
    allowPrivate: [`127.0.0.1:${port}`],
  });
  const client = at.connect();
  const hello = await client.initialize();
  expect(statusOf(at, 'cloud')).toMatchObject({ state: 'sign-in' });
  expect(hello['instructions']).toContain('The server cloud requires sign-in (401)');
  expect(at.log.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('Server requires sign-in (401)'),
  );
  signedIn = true;
  await expect.poll(() => names(client), SOON).toEqual(['look']);
});

it('a server that ends later is started again at once the first time, and waited for the next', async () => {
  const one = failingServer('one', 'serve');
  const at = await openPlace(one.config);
  const client = at.connect();
  await client.initialize();
  const pid = /pid (\d+)/.exec(await textOf(client, 'look'))?.[1];
  await client.call('die');
  const next = await textOf(client, 'look');
  expect(next).toContain('pid');
  expect(next).not.toContain(`pid ${pid}"`);
  await client.call('die');
  // a call that comes later than the pause, on a machine that stalls, is not told of it
  expect(await textOf(client, 'look')).toMatch(/retrying|pid/);
  await expect.poll(() => textOf(client, 'look'), SOON).toContain('pid');
  expect(at.log.map(({ message }) => message)).toContainEqual(expect.stringMatching(/retrying in \d+ s/));
  expect(at.log.map(({ code }) => code)).toContain('SERVER_READY');
});

it('an approved call that meets a server which ends again and again says so, and when it is tried again', async () => {
  const one = failingServer('one', 'serve');
  const at = await openTestGateway({
    servers: [one.config],
    policy: policyOf(
      '  - id: asks\n    when: tool.mutates == no\n    then: confirm\n    reason: everything asks\n',
    ),
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 60_000 } }),
  });
  onTestFinished(() => at.close());
  const client = at.connect();
  await client.initialize();
  const { desk } = at.gateway.gate;
  const approve = async (): Promise<void> => {
    await expect.poll(async () => (await desk.read.inbox({ limit: 1 })).items.length, SOON).toBe(1);
    const [held] = (await desk.read.inbox({ limit: 1 })).items;
    const question = await desk.question(held?.id ?? '');
    await desk.vote({
      call: held?.id ?? '',
      subject: 'local',
      verdict: 'approve',
      via: 'console',
      binding: question?.binding ?? '',
      opened: true,
    });
  };
  const waiting = textOf(client, 'look');
  await expect.poll(async () => (await desk.read.inbox({ limit: 1 })).items.length, SOON).toBe(1);
  one.become('exit');
  const [status] = at.gateway.servers();
  expect(status).toMatchObject({ state: 'ready' });
  process.kill(Number(readFileSync(one.pidFile, 'utf8')), 'SIGKILL');
  await expect.poll(() => statusOf(at, 'one')?.state, SOON).not.toBe('ready');
  await expect.poll(() => statusOf(at, 'one')?.reason ?? null, SOON).not.toBeNull();
  await approve();
  expect(await waiting).toMatch(
    /cannot be reached \(Server `one`: (Unavailable|Crash loop), retrying (in \d+ s|now)/,
  );
});
