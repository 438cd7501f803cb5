import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { installed } from '../../../material/install.ts';
import { Cluster } from '../../cluster/test/postgres/cluster.ts';
import { PAGE_HEADERS } from '../../console/test/api-client.ts';
import type { OidcProvider } from '../../console/test/serve/oidc-provider.ts';
import { startOidcProvider } from '../../console/test/serve/oidc-provider.ts';
import { BIN, ROOT, ensureBuilt } from './fixtures/run-callgate.ts';

const LIMIT_MS = 180_000;
const DEPLOY = join(ROOT, 'deploy/compose');

const serviceShape = z.object({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  network_mode: z.string().optional(),
  image: z.string(),
  volumes: z.array(z.string()).optional(),
});
const compose = z
  .object({ services: z.record(z.string(), serviceShape) })
  .parse(parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }));

const isInstalled = (): boolean => existsSync('/usr/sbin/haproxy');

/** The balancer of the file, from the system. */
const hasBalancer = ((): boolean => {
  if (!isInstalled() && process.getuid?.() === 0)
    try {
      const options = { stdio: 'ignore', timeout: 300_000 } as const;
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'haproxy'], options);
    } catch {
      // another system, or none of its packages: the line below says so
    }
  if (isInstalled()) return true;
  const why = 'haproxy is not installed: the compose file is not played';
  if (process.env['CI'] === 'true') throw new Error(why);
  console.log(`skipped: ${why} (apt-get install haproxy)`);
  return false;
})();

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

it('has every service in one network, so that addresses are the same inside and outside', () => {
  const { balancer, ...others } = compose.services;
  expect(balancer?.network_mode).toBeUndefined();
  for (const { network_mode } of Object.values(others)) expect(network_mode).toBe('service:balancer');
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [file = ''] of volumes.map((volume) => volume.split(':')))
      if (file.startsWith('./')) expect(existsSync(join(DEPLOY, file)), file).toBe(true);
});

describe.skipIf(!hasBalancer)('the services of the compose file, as processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cg-compose-'));
  const home = join(folder, 'data');
  const ports = new Map<string, number>();
  const children = new Map<string, ChildProcess>();
  const output = new Map<string, string>();
  let database: Cluster;
  let provider: OidcProvider;

  /** A text of the deployment with the ports of this run. */
  const placed = (text: string): string =>
    text
      .replaceAll('http://127.0.0.1:5556/dex', provider.issuer)
      .replaceAll(/\b(?:8117|8411|3001|7117|7118|7411|7412|5432)\b/g, (port) => String(ports.get(port)))
      .replaceAll('/etc/callgate', folder)
      // the address of all interfaces is for the container's network
      .replaceAll('0.0.0.0', '127.0.0.1');

  const start = (
    name: string,
    command: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): void => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, CALLGATE_HOME: home, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.set(name, child);
    for (const stream of [child.stdout, child.stderr])
      stream
        .setEncoding('utf8')
        .on('data', (text: string) => output.set(name, (output.get(name) ?? '') + text));
  };

  const until = async (what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> => {
    const end = performance.now() + 90_000;
    while (!(await isTrue())) {
      if (performance.now() > end)
        throw new Error(
          `${what} did not happen\n${[...output].map(([name, text]) => `${name}: ${text.slice(-2000)}`).join('\n')}`,
        );
      await sleep(50);
    }
  };

  const isAnswered = async (url: string): Promise<boolean> => {
    try {
      return (await fetch(url)).ok;
    } catch {
      return false;
    }
  };

  const address = (port: string): string => `http://127.0.0.1:${ports.get(port)}`;

  const startGateway = (name: 'gateway-1' | 'gateway-2'): void => {
    const { command = ['up', '--http', '--config', '/etc/callgate/callgate.yaml'], environment = {} } =
      compose.services[name] ?? {};
    start(name, process.execPath, [BIN, ...command.map(placed)], environment);
  };

  beforeAll(async () => {
    ensureBuilt();
    for (const port of ['8117', '8411', '3001', '7117', '7118', '7411', '7412'])
      ports.set(port, await freePort());
    database = await Cluster.start();
    ports.set('5432', database.port);
    execFileSync(join(ROOT, 'node_modules/.bin/node'), [
      '-e',
      `import('postgres').then(async ({ default: open }) => {
        const sql = open(${JSON.stringify(database.url())}, { max: 1 });
        await sql.unsafe('CREATE DATABASE callgate');
        await sql.end();
      });`,
    ]);
    provider = await startOidcProvider('callgate');
    provider.says({ email: 'ann@example.com', email_verified: true });
    mkdirSync(home, { mode: 0o700 });
    for (const file of ['callgate.yaml', 'haproxy.cfg'])
      writeFileSync(join(folder, file), placed(readFileSync(join(DEPLOY, file), 'utf8')));
    const modules = join(await installed('servers'), 'node_modules');
    start(
      'everything',
      process.execPath,
      [join(modules, '@modelcontextprotocol/server-everything/dist/index.js'), 'streamableHttp'],
      { PORT: String(ports.get('3001')) },
    );
    await until('the server', async () => (output.get('everything') ?? '').includes('listening'));
    startGateway('gateway-1');
    await until('gateway-1', () => isAnswered(`${address('7117')}/readyz`));
    startGateway('gateway-2');
    await until('gateway-2', () => isAnswered(`${address('7118')}/readyz`));
    start('balancer', '/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
    await until('the balancer', () => isAnswered(`${address('8117')}/readyz`));
  }, LIMIT_MS);
  afterAll(async () => {
    for (const child of children.values()) child.kill('SIGKILL');
    await provider.close();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const rpc = async (method: string, params: Record<string, unknown>): Promise<unknown> => {
    const answer = await fetch(`${address('8117')}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${readFileSync(join(home, 'agents.token'), 'utf8').trim()}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    return await answer.json();
  };

  it(
    'offers agents the tools of the server through the balancer',
    async () => {
      expect(JSON.stringify(await rpc('tools/list', {}))).toContain('"echo"');
    },
    LIMIT_MS,
  );

  it(
    'signs a person in at the provider, and both consoles know them',
    async () => {
      const url = address('8411');
      const post = (path: string, body: unknown, cookie = ''): Promise<Response> =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: { ...PAGE_HEADERS, origin: url, 'content-type': 'application/json', cookie },
          body: JSON.stringify(body),
        });
      const cookieOf = (response: Response): string =>
        response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const begun = await post('/sign-in/team', {});
      const { url: visit } = z.object({ url: z.string() }).parse(await begun.json());
      const back = new URL(
        (await fetch(visit, { redirect: 'manual' })).headers.get('location') ?? 'http://nowhere',
      );
      expect(`${back.origin}${back.pathname}`).toBe(`${url}/sign-in/return`);
      const returned = Object.fromEntries(back.searchParams);
      const entered = await post('/sign-in/return', returned, cookieOf(begun));
      expect(entered.status).toBe(200);
      // the balancer takes turns: two requests reach both
      for (let turn = 0; turn < 2; turn++) {
        const me = await fetch(`${url}/api/me`, {
          headers: { ...PAGE_HEADERS, cookie: cookieOf(entered) },
        });
        expect(await me.json()).toMatchObject({ caller: { subject: 'ann@example.com', role: 'operator' } });
      }
    },
    LIMIT_MS,
  );

  it(
    'goes on when a gateway is killed',
    async () => {
      children.get('gateway-1')?.kill('SIGKILL');
      await until('an answer of the other gateway', async () => {
        try {
          return JSON.stringify(await rpc('tools/list', {})).includes('"echo"');
        } catch {
          return false;
        }
      });
      expect(children.get('gateway-2')?.exitCode).toBeNull();
    },
    LIMIT_MS,
  );
});
