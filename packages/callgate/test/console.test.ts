import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import type { Server } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signInClient } from '../../console/test/api-client.ts';
import type { ApiClient } from '../../console/test/api-client.ts';
import { buildWeb } from '../../console/test/build-web.ts';
import { ROOT, ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(async () => {
  ensureBuilt();
  await buildWeb();
});

const config = (place: GatewayFolder, more: Record<string, unknown> = {}): string =>
  place.write(
    'c.yaml',
    JSON.stringify({ servers: { one: { ...place.entry, trust: 'owned' } }, http: { port: 0 }, ...more }),
  );

const consoleUrl = /Console at (http:\/\/127\.0\.0\.1:\d+)/;

/** Goes in by a link as it was printed. */
const enter = (link: string): Promise<ApiClient> =>
  signInClient({ url: new URL(link).origin, console: { link: async () => link } });

const linkOf = async (place: GatewayFolder, ...more: readonly string[]): Promise<string> =>
  (await place.callgate('console', '--link', ...more)).out.trim();

describe('callgate up', () => {
  it('serves the console, and callgate console --link signs in to it once', async () => {
    const place = new GatewayFolder();
    const gateway = place.start(['up', '-c', config(place)]);
    const [, url = ''] = await gateway.said(consoleUrl);
    const link = await linkOf(place);
    expect(link).toMatch(new RegExp(`^${url}/sign-in#[\\w-]{43}$`));
    const client = await enter(link);
    expect((await client.read('me', {})).caller).toEqual({ subject: 'local', role: 'operator', groups: [] });
    await expect(enter(link)).rejects.toThrow('CONSOLE_LINK_OVER');
    const page = await fetch(url);
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await fetch(`${url}${script}`)).headers.get('cache-control')).toContain('immutable');
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
    expect(readdirSync(join(place.home, 'run')).filter((name) => name.startsWith('console.'))).toEqual([]);
    expect((await place.callgate('console', '--link')).err).toContain('CONSOLE_NONE');
  });

  it('gives each the role that the configuration gives them', async () => {
    const place = new GatewayFolder();
    const gateway = place.start(['up', '-c', config(place, { console: { roles: { vera: 'viewer' } } })]);
    await gateway.said(consoleUrl);
    const vera = await enter(await linkOf(place, '--as', 'vera'));
    expect((await vera.read('me', {})).caller.role).toBe('viewer');
    await expect(enter(await linkOf(place, '--as', 'nobody'))).rejects.toThrow('CONSOLE_NO_ENTRY');
  });

  it('takes another port where the usual one is taken, and none where the operator chose it', async () => {
    const taken = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
    });
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const place = new GatewayFolder();
    const strict = place.start(['up', '-c', config(place, { console: { port } })]);
    expect(await strict.ended).toBe(1);
    expect(strict.err).toContain('CONSOLE_LISTEN');
    const [one, two] = [place.start(['up', '-c', config(place)]), new GatewayFolder()];
    await one.said(consoleUrl);
    const other = two.start(['up', '-c', config(two)]);
    const [, url = ''] = await other.said(consoleUrl);
    expect(one.err).not.toContain(`${url};`);
    expect(other.err).toContain('CONSOLE_PORT');
  });

  it('serves none where it is told so', async () => {
    for (const [words, more] of [
      [['--no-console'], {}],
      [[], { console: false }],
    ] as const) {
      const place = new GatewayFolder();
      const gateway = place.start(['up', '-c', config(place, more), '--stdio', '--http', ...words]);
      await gateway.hello();
      gateway.end();
      await gateway.ended;
      expect(gateway.err).not.toMatch(consoleUrl);
    }
  });
});

describe('callgate console', () => {
  it('serves one over the store of this user where none runs, and what others hold is decided there', async () => {
    const place = new GatewayFolder([makeTool('wipe', { annotations: { destructiveHint: true } })]);
    const agent = place.start(['run', '--name', 'one', '--', ...place.server]);
    await agent.hello();
    const calling = agent.call('wipe', { to: 'x' });
    const alone = place.start(['console', '--no-open']);
    const link = await new Promise<string>((resolve) => {
      const look = setInterval(() => {
        const [found] = /http:\S+#[\w-]+/.exec(alone.out) ?? [];
        if (found === undefined) return;
        clearInterval(look);
        resolve(found);
      }, 20);
    });
    const client = await enter(link);
    const { items } = await client.read('inbox.list', { limit: 10 });
    const [first] = items;
    expect(first?.target).toBe('wipe');
    const {
      question,
      tool: words,
      toolChanged,
    } = await client.read('inbox.question', {
      call: first?.id ?? '',
    });
    // the tool is offered by another process; nobody here knows that it is gone
    expect(toolChanged).toBe(false);
    expect(words).toEqual({ title: null, description: 'does wipe' });
    expect((await client.read('tools.list', {})).servers).toMatchObject([
      { server: 'one', state: 'elsewhere', status: 'Ready, 1 tool' },
    ]);
    await client.change('inbox.vote', {
      call: first?.id ?? '',
      binding: question.binding,
      verdict: 'refuse',
      opened: true,
      reason: 'not today',
    });
    expect(await calling).toContain('not today');
    alone.signal('SIGINT');
    expect(await alone.ended).toBe(0);
  });

  it('says where tools are shown why a server is not there', async () => {
    const place = new GatewayFolder();
    const servers = {
      one: { ...place.entry, trust: 'owned' },
      typo: { command: '/nowhere/no-such-command' },
    };
    const gateway = place.start(['up', '-c', config(place, { servers })]);
    await gateway.said(consoleUrl);
    const client = await enter(await linkOf(place));
    const { servers: rows } = await client.read('tools.list', {});
    expect(rows).toMatchObject([
      { server: 'one', status: 'Ready, 2 tools' },
      { server: 'typo', tools: 0, status: expect.stringMatching(/^Unavailable, retrying .*ENOENT/) },
    ]);
  });

  it('trusts no folder that others can enter', async () => {
    const place = new GatewayFolder();
    const run = join(place.home, 'run');
    mkdirSync(run, { recursive: true });
    const gateway = place.start(['up', '-c', config(place)]);
    await gateway.said(consoleUrl);
    chmodSync(run, 0o777);
    const { code, err } = await place.callgate('console', '--link');
    expect([code, err]).toEqual([1, expect.stringContaining('CONSOLE_FOLDER')]);
  });

  it('writes down nothing by which anybody could sign in', async () => {
    const place = new GatewayFolder();
    const gateway = place.start(['up', '-c', config(place)]);
    await gateway.said(consoleUrl);
    const code = new URL(await linkOf(place)).hash.slice(1);
    const files = readdirSync(join(place.home, 'run'), { recursive: true, withFileTypes: true });
    const kept = files.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(kept.length).toBeGreaterThan(1);
    for (const path of kept) expect(readFileSync(path, 'utf8') + path).not.toContain(code);
    expect(gateway.err).not.toContain(code);
  });
});

it('what clients wait for loads nothing of the console', () => {
  const modules = ['commands/run.ts', 'serve/run-server.ts', 'serve/serve-config.ts'].map((path) =>
    join(ROOT, 'packages', 'callgate', 'src', path),
  );
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    for (const path of ${JSON.stringify(modules)}) await import(path);
    console.log(loaded.filter((url) => url.includes('/packages/console/')).join(), loaded.some((url) => url.includes('/packages/gateway/')));`;
  const ran = spawnSync(
    process.execPath,
    ['--conditions=@callgate/source', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
  expect([ran.status, ran.stdout]).toEqual([0, ' true\n']);
});
