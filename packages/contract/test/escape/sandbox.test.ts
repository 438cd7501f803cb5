import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBubblewrapBackend, createLandlockBackend } from '../../src/sandbox/index.ts';
import type { SandboxBackend, SandboxRequest } from '../../src/sandbox/index.ts';
import { createEscapeWorld } from './escape-world.ts';
import type { EscapeWorld } from './escape-world.ts';
import { readyBackends } from './ready-backends.ts';
import { runInSandbox } from './sandbox-runner.ts';

const ready = await readyBackends();
const isRoot = process.getuid?.() === 0;
const USERS: readonly (readonly [name: string, user: number | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['a user', 54_321],
    ]
  : [['a user', undefined]];

const BACKENDS = { bubblewrap: createBubblewrapBackend, landlock: createLandlockBackend };

let endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings) await end();
  endings = [];
});

const makeWorld = async (user?: number): Promise<EscapeWorld> => {
  const world = await createEscapeWorld(user);
  endings.push(() => world.close());
  return world;
};

const request = (world: EscapeWorld, script: string, more: Partial<SandboxRequest> = {}): SandboxRequest => ({
  command: 'sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '', HOME: world.home },
  class: { writes: false, network: false },
  roots: [world.root],
  hidden: [],
  allow: [],
  ...more,
});

const outputOf = async (backend: SandboxBackend, asked: SandboxRequest): Promise<string> => {
  const server = await backend.start(asked);
  endings.push(() => server.close());
  const [output] = await Promise.all([text(server.child.stdout), text(server.child.stderr)]);
  return output.trim();
};

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close());
  return (server.address() as AddressInfo).port;
};

describe.each(ready)('a server in %s', (name) => {
  const backend = BACKENDS[name]();

  it('changes its roots for good if its class writes, and nothing else', async () => {
    const world = await makeWorld();
    const writes = { class: { writes: true, network: false } };
    await outputOf(
      backend,
      request(world, `echo new > ${world.root}/data; echo x > ${world.home}/x`, writes),
    );
    expect(readFileSync(join(world.root, 'data'), 'utf8')).toBe('new\n');
    expect(existsSync(join(world.home, 'x'))).toBe(false);
  });

  it('sees what others change in its roots meanwhile, even where a file is replaced by another', async () => {
    const world = await makeWorld();
    const server = await backend.start(request(world, `while read line; do cat ${world.root}/data; done`));
    endings.push(() => server.close());
    server.child.stdout.setEncoding('utf8');
    const read = async (): Promise<unknown> => {
      server.child.stdin.write('\n');
      const [answer]: readonly unknown[] = await once(server.child.stdout, 'data');
      return answer;
    };
    expect(await read()).toBe('content of data\n');
    writeFileSync(join(world.root, 'next'), 'another\n');
    renameSync(join(world.root, 'next'), join(world.root, 'data'));
    expect(await read()).toBe('another\n');
  });

  it('reads no secrets, nothing that is hidden from it, and no variable that it was not given', async () => {
    const world = await makeWorld();
    const hidden = join(world.root, '../hidden');
    mkdirSync(hidden);
    writeFileSync(join(hidden, 'key'), 'secret');
    const script = `cat ${world.home}/.ssh/id_ed25519 ${hidden}/key; echo "$A $CALLGATE_TEST_OWN"; cat ${world.root}/data`;
    process.env['CALLGATE_TEST_OWN'] = 'own';
    const env = { PATH: process.env['PATH'] ?? '', HOME: world.home, A: 'given' };
    expect(await outputOf(backend, request(world, script, { hidden: [hidden], env }))).toBe(
      'given \ncontent of data',
    );
    delete process.env['CALLGATE_TEST_OWN'];
  });

  it('has a temporary folder that is its own and gone afterwards', async () => {
    const world = await makeWorld();
    const script = 'd="${TMPDIR:-/tmp}"; echo kept > "$d/own" && cat "$d/own" && echo "$d"';
    const server = await backend.start(request(world, script));
    const [kept, folder = ''] = (await text(server.child.stdout)).trim().split('\n');
    expect(kept).toBe('kept');
    await server.close();
    expect(existsSync(join(folder, 'own'))).toBe(false);
  });

  it('does not see what another server wrote into its own folders', async () => {
    const world = await makeWorld();
    const own = 'echo secret | tee "$HOME/own" > "${TMPDIR:-/tmp}/own"; echo written; cat';
    const first = await backend.start(request(world, own));
    endings.push(() => first.close());
    expect(String(await once(first.child.stdout, 'data'))).toBe('written\n');
    const scratch = join(tmpdir(), 'callgate-sandbox-*');
    const everywhere = `cat ${scratch}/temporary/own ${scratch}/*/upper/own; echo end`;
    expect(globSync(`${scratch}/{temporary,home-*/upper}/own`).length).toBeGreaterThan(0);
    expect(await outputOf(backend, request(world, everywhere))).toBe('end');
  });

  it('can neither make a place of secrets in a home that it may write to, nor put another in place of a link', async () => {
    const world = await makeWorld();
    const home = join(world.root, 'user');
    const elsewhere = join(world.root, 'elsewhere');
    for (const folder of [home, elsewhere, join(home, 'docs')]) mkdirSync(folder);
    writeFileSync(join(elsewhere, 'config'), 'secret');
    symlinkSync(elsewhere, join(home, '.aws'));
    // as dotfiles are kept
    mkdirSync(join(elsewhere, 'gh'));
    symlinkSync(elsewhere, join(home, '.config'));
    const script = [
      `cat ${home}/.aws/config`,
      'mkdir -p $HOME/.ssh; echo key > $HOME/.ssh/authorized_keys',
      'mkdir -p $HOME/.gnupg/new',
      'rm -f $HOME/.aws',
      'mv $HOME/.config $HOME/docs/config; mkdir -p $HOME/.config/gh; echo x > $HOME/.config/gh/hosts.yml',
      'mv $HOME/.aws $HOME/docs/aws',
      'mkdir $HOME/new && mv -T $HOME/new $HOME/.aws',
      `mv ${home}/.ssh ${home}/docs/ssh`,
      `mv ${home} ${world.root}/moved`,
      'echo kept > $HOME/docs/kept.txt; echo end',
    ].join('; ');
    const env = { PATH: process.env['PATH'] ?? '', HOME: home };
    const writes = { class: { writes: true, network: true }, roots: [world.root], env };
    expect(await outputOf(backend, request(world, script, writes))).toBe('end');
    expect(readFileSync(join(home, 'docs', 'kept.txt'), 'utf8')).toBe('kept\n');
    for (const link of ['.aws', '.config']) expect(readlinkSync(join(home, link))).toBe(elsewhere);
    expect(readdirSync(join(elsewhere, 'gh'))).toEqual([]);
    for (const made of ['.ssh', '.gnupg']) expect(readdirSync(join(home, made))).toEqual([]);
    expect(readFileSync(join(elsewhere, 'config'), 'utf8')).toBe('secret');
  });

  it.each([
    ['that does not exist', (world: EscapeWorld) => join(world.root, 'nowhere')],
    ['that is the whole disk', () => '/'],
    ['that is relative', () => 'root'],
    ['that is a file', (world: EscapeWorld) => join(world.root, 'data')],
    ['inside a hidden one', (world: EscapeWorld) => join(world.home, '.ssh')],
    [
      'behind a link, which a server may have made of it',
      (world: EscapeWorld) => {
        symlinkSync(world.home, join(world.root, 'swapped'));
        return join(world.root, 'swapped');
      },
    ],
  ])('does not start for a folder %s', async (_, root) => {
    const world = await makeWorld();
    const asked = request(world, 'true', { roots: [root(world)], hidden: [world.home] });
    await expect(backend.start(asked)).rejects.toMatchObject({ code: 'SANDBOX_FOLDER' });
  });

  it('does not start for a destination that is none', async () => {
    const world = await makeWorld();
    const asked = request(world, 'true', { allow: ['example.org'] });
    await expect(backend.start(asked)).rejects.toMatchObject({
      code: name === 'bubblewrap' ? 'SANDBOX_DESTINATION' : 'SANDBOX_UNSUPPORTED',
    });
  });

  it('is given no variable by which another option could be smuggled in', async () => {
    const world = await makeWorld();
    const asked = request(world, 'true', { env: { A: '\0--bind\0/\0/' } });
    await expect(backend.start(asked)).rejects.toThrow('null');
  });

  it('answers with its own exit code', async () => {
    const world = await makeWorld();
    const server = await backend.start(request(world, 'exit 7'));
    endings.push(() => server.close());
    expect(await once(server.child, 'exit')).toEqual([7, null]);
  });

  it('is closed twice without harm', async () => {
    const world = await makeWorld();
    const server = await backend.start(request(world, 'cat'));
    await Promise.all([server.close(), server.close()]);
    expect(server.child.signalCode ?? server.child.exitCode).not.toBeNull();
  });
});

describe.runIf(ready.includes('bubblewrap'))('a copy of a home', () => {
  it.each(['plain', 'a:b,c=d', "it's a \\ home", '-o ro', 'ü'])(
    'called %j is one, and takes changes',
    async (name) => {
      const world = await makeWorld();
      const home = join(world.root, '..', name);
      mkdirSync(home);
      writeFileSync(join(home, 'note'), 'kept');
      const env = { PATH: process.env['PATH'] ?? '', HOME: home };
      const script = 'cat "$HOME/note"; echo more >> "$HOME/note"; cat "$HOME/note"';
      expect(await outputOf(createBubblewrapBackend(), request(world, script, { env }))).toBe('keptkeptmore');
      expect(readFileSync(join(home, 'note'), 'utf8')).toBe('kept');
    },
  );
});

describe.runIf(ready.includes('bubblewrap'))('a preview', () => {
  it('collects what a server changes and leaves the roots as they are', async () => {
    const world = await makeWorld();
    const backend = createBubblewrapBackend();
    const script = `echo new > ${world.root}/data; rm ${world.root}/mode; cat ${world.root}/data`;
    const server = await backend.start(request(world, script, { preview: true }));
    endings.push(() => server.close());
    expect((await text(server.child.stdout)).trim()).toBe('new');
    const [layer] = server.layers;
    expect(layer?.root).toBe(world.root);
    expect(readFileSync(join(layer?.upper ?? '', 'data'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(world.root, 'data'), 'utf8')).toBe('content of data\n');
    expect(existsSync(join(world.root, 'mode'))).toBe(true);
  });

  it.runIf(ready.includes('landlock'))('is refused where nothing can be copied on write', async () => {
    const world = await makeWorld();
    const asked = request(world, 'true', { preview: true });
    await expect(createLandlockBackend().start(asked)).rejects.toMatchObject({ code: 'SANDBOX_UNSUPPORTED' });
  });
});

const REACH = `
const { connect } = require('node:net');
const reach = (host, port) => new Promise((resolve) => {
  let text = '';
  const socket = connect({ host, port });
  socket.on('data', (more) => (text += more)).on('error', (error) => resolve(error.code)).on('close', () => resolve(text));
});
const ask = (url) => fetch(url).then((answer) => answer.text(), (error) => 'refused');
(async () => {
  const [listed, other, web] = process.argv.slice(1).map(Number);
  console.log(JSON.stringify([
    await reach('127.0.0.1', listed),
    await reach('localhost', listed),
    await reach('127.0.0.1', other),
    await ask('http://localhost:' + web + '/page'),
    await ask('http://elsewhere.test/'),
    await ask('https://elsewhere.test/'),
  ]));
  process.stdin.resume();
})();`;

describe.runIf(ready.includes('bubblewrap')).each(USERS)('a closed world of %s', (_, user) => {
  it('has its list in it and nothing else, and tells what else was wanted', async () => {
    const world = await makeWorld(user);
    const listed = await listen(createServer((socket) => socket.end('listed')));
    const touched: string[] = [];
    const other = await listen(
      createServer((socket) => {
        touched.push('other');
        socket.end('other');
      }),
    );
    const web = await listen(createWebServer((asked, response) => response.end(`page ${asked.url}`)));
    const run = runInSandbox(world, {
      backend: 'bubblewrap',
      user,
      command: [process.execPath, '-e', REACH, String(listed), String(other), String(web)],
      allow: [`localhost:${listed}`, `localhost:${web}`, `127.0.0.1:${listed}`],
    });
    const answers = z.array(z.string()).parse(JSON.parse(await run.nextLine()));
    expect(answers.slice(0, 4)).toEqual(['listed', 'listed', 'ECONNREFUSED', 'page /page']);
    expect(answers.slice(4)).not.toContain('listed');
    expect(touched).toEqual([]);
    const { violations } = z
      .object({ violations: z.array(z.object({ kind: z.string(), what: z.string() })) })
      .parse(await run.end());
    expect(violations).toEqual([
      { kind: 'connection', what: 'elsewhere.test:80' },
      { kind: 'connection', what: 'elsewhere.test:443' },
    ]);
  });
});

describe.runIf(isRoot && ready.includes('bubblewrap'))('a home with another disk in it', () => {
  it('cannot be copied: it is read-only, and the server is held all the same', async () => {
    const world = await makeWorld();
    const disk = join(world.home, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]);
    endings.unshift(() => execFileSync('umount', [disk]));
    const run = runInSandbox(world, {
      backend: 'bubblewrap',
      user: undefined,
      command: ['sh', '-c', 'echo x > "$1/x" || echo "$XDG_CACHE_HOME"; cat', 'sh', world.home],
    });
    expect(await run.nextLine()).toBe('/tmp/.cache');
    expect(await run.end()).toEqual({ violations: [] });
    expect(existsSync(join(world.home, 'x'))).toBe(false);
  });
});

const CHOOSE = `
import { chooseSandbox } from ${JSON.stringify(join(import.meta.dirname, '../../src/sandbox/index.ts'))};
const { backend, refused } = await chooseSandbox();
console.log(JSON.stringify({ name: backend.name, refused }));
process.stdin.resume();`;

describe.runIf(ready.length === 2)('the choice of a sandbox', () => {
  it('takes Landlock where no namespace can be made, as inside a sandbox, and says why', async () => {
    const world = await makeWorld();
    const command = [process.execPath, '--conditions=@callgate/source', '--input-type=module', '-e', CHOOSE];
    const run = runInSandbox(world, { backend: 'bubblewrap', user: undefined, command });
    const choice = z
      .object({ name: z.string(), refused: z.array(z.object({ name: z.string(), why: z.string() })) })
      .parse(JSON.parse(await run.nextLine()));
    expect(choice.name).toBe('landlock');
    expect(choice.refused.map(({ name }) => name)).toEqual(['bubblewrap']);
    expect(choice.refused[0]?.why).toContain('unshare');
    await run.end();
  });
});
