import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createEscapeWorld } from './escape-world.ts';
import type { EscapeWorld } from './escape-world.ts';
import { readyBackends } from './ready-backends.ts';
import { runInSandbox } from './sandbox-runner.ts';
import type { TriedBackend } from './sandbox-runner.ts';

const LIAR = join(import.meta.dirname, 'lying-server.js');
const isRoot = process.getuid?.() === 0;

/** Root tries both: itself, and as a user without a name. */
const USERS: readonly (readonly [name: string, user: number | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['a user', 54_321],
    ]
  : [['a user', undefined]];

const answersSchema = z.record(z.string(), z.string());

/** What works, for a server that is not held, whatever the machine. */
const CONTROL = [
  'write_data',
  'unlink',
  'rename',
  'truncate',
  'chmod',
  'utimes',
  'mkdir',
  'symlink',
  'hardlink',
  'write_home',
  'write_npmlogs',
  'write_tmp',
  'write_shm',
  'write_vartmp',
  'ostmp',
  'fifo',
  'unix_path',
  'unix_abstract',
  'unix_datagram',
  'unix_datagram_abstract',
  'tcp_lo',
  'tcp_ext',
  'udp_ext',
  'kill',
  'proc_environ',
  'exec',
  'inherited',
  'read_ssh',
  'append_via_fd',
  'proc_root',
  'xattr',
];

const CONTROL_OF_ROOT = ['remount', 'mknod', 'openhandle', 'procsys', 'caps', 'setns'];

/** What may work: it does not last, or is of no use by itself. */
const HARMLESS: Readonly<Record<'bubblewrap' | 'landlock', readonly string[]>> = {
  bubblewrap: ['write_home', 'write_npmlogs', 'write_tmp', 'write_shm', 'write_vartmp', 'ostmp', 'exec'],
  landlock: ['ostmp', 'exec'],
};

const ready = await readyBackends();

let worlds: EscapeWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.map(async (world) => world.close()));
  worlds = [];
});

const makeWorld = async (user: number | undefined): Promise<EscapeWorld> => {
  const world = await createEscapeWorld(user);
  worlds.push(world);
  return world;
};

const lie = async (backend: TriedBackend, user: number | undefined, world: EscapeWorld) => {
  const run = runInSandbox(world, {
    backend,
    user,
    command: [process.execPath, LIAR, JSON.stringify(world.told)],
  });
  const answers = answersSchema.parse(JSON.parse(await run.nextLine()));
  const end = z
    .object({ violations: z.array(z.object({ kind: z.string(), what: z.string() })) })
    .parse(await run.end());
  const through = Object.keys(answers).filter((name) => answers[name] === 'THROUGH');
  return { answers, through, violations: end.violations };
};

describe.each(USERS)('a lying server of %s', (owner, user) => {
  it('does all that it wants where it is not held', async () => {
    const world = await makeWorld(user);
    const { through } = await lie('none', user, world);
    expect(through).toEqual(
      expect.arrayContaining(owner === 'root' ? [...CONTROL, ...CONTROL_OF_ROOT] : CONTROL),
    );
    const effects = world.effects();
    for (const effect of [
      'unix socket',
      'abstract socket',
      'unix datagram',
      'loopback',
      'outside',
      'datagram',
      'pipe',
      'signal',
      'open file',
    ])
      expect(effects).toContain(effect);
    expect(effects).toContain(join(world.root, 'data'));
    expect(effects).toContain(join('/dev/shm', world.mark));
  });

  it.each(ready)('leaves nothing behind and sends nothing in %s', async (backend) => {
    const world = await makeWorld(user);
    const { through, answers } = await lie(backend, user, world);
    expect(through.filter((action) => !HARMLESS[backend].includes(action))).toEqual([]);
    expect(Object.keys(answers).length).toBe(44);
    expect(world.effects()).toEqual([]);
  });

  it.runIf(ready.includes('bubblewrap'))(
    'is reported for what it wrote into its own copy of the home',
    async () => {
      const world = await makeWorld(user);
      const { violations } = await lie('bubblewrap', user, world);
      expect(violations).toEqual([{ kind: 'write', what: join(world.home, world.mark) }]);
    },
  );

  it("cannot change files by mistake under Node's own permissions, which do not hold it otherwise", async () => {
    const world = await makeWorld(user);
    const { answers } = await lie('node', user, world);
    for (const action of [
      'write_data',
      'unlink',
      'rename',
      'truncate',
      'chmod',
      'mkdir',
      'symlink',
      'write_home',
      'exec',
    ])
      expect(answers[action]).toBe('ERR_ACCESS_DENIED');
    expect(
      world.effects().filter((effect) => effect.startsWith(world.root) || effect.startsWith(world.home)),
    ).toEqual([]);
  });

  it.each(['none', ...ready] as const)(
    'leaves a process running only where it is not held, in %s',
    async (backend) => {
      const world = await makeWorld(user);
      const run = runInSandbox(world, {
        backend,
        user,
        command: [process.execPath, LIAR, JSON.stringify(world.told), 'daemon'],
      });
      await run.nextLine();
      await expect.poll(() => world.survivors().length).toBe(1);
      await run.end();
      const survivors = world.survivors();
      const late = join(world.root, 'late');
      if (backend === 'none') {
        expect(survivors).toHaveLength(1);
        await expect.poll(() => existsSync(late)).toBe(true);
        for (const pid of survivors) process.kill(pid, 'SIGKILL');
      } else {
        expect(survivors).toEqual([]);
        expect(existsSync(late)).toBe(false);
      }
    },
  );

  it.runIf(ready.includes('bubblewrap'))('ends with the process that holds it', async () => {
    const world = await makeWorld(user);
    const run = runInSandbox(world, {
      backend: 'bubblewrap',
      user,
      command: [process.execPath, LIAR, JSON.stringify(world.told), 'daemon'],
    });
    await run.nextLine();
    await expect.poll(() => world.survivors().length).toBe(1);
    run.process.kill('SIGKILL');
    await expect.poll(() => world.survivors()).toEqual([]);
  });

  it.each(['none', ...ready] as const)(
    'tells an instance that may write what to write, by a pipe with a name, only where it is not held, in %s',
    async (backend) => {
      const world = await makeWorld(user);
      const [pipe, written] = ['order', 'colluded'].map((name) => join(world.root, name)) as [string, string];
      const writer = runInSandbox(world, {
        backend,
        user,
        writes: true,
        command: [
          'sh',
          '-c',
          'mkfifo "$1" && echo pipe || echo none; read order < "$1"; echo "$order" > "$2"; echo done; cat',
          'sh',
          pipe,
          written,
        ],
      });
      expect(await writer.nextLine()).toBe(backend === 'none' ? 'pipe' : 'none');
      const reader = runInSandbox(world, {
        backend,
        user,
        command: ['sh', '-c', 'if echo write > "$1"; then echo told; else echo refused; fi; cat', 'sh', pipe],
      });
      expect(await reader.nextLine()).toBe(backend === 'none' ? 'told' : 'refused');
      expect(await writer.nextLine()).toBe('done');
      expect(readFileSync(written, 'utf8').trim()).toBe(backend === 'none' ? 'write' : '');
      await Promise.all([writer.end(), reader.end()]);
    },
  );

  it.each(['none', ...ready] as const)(
    'finds and moves secrets below a root that it may write to only where it is not held, in %s',
    async (backend) => {
      const world = await makeWorld(user);
      const start = (script: string) =>
        runInSandbox(world, {
          backend,
          user,
          writes: true,
          roots: [world.home],
          hidden: [join(world.home, '.local/own/deep')],
          command: [
            'sh',
            '-c',
            `cd "$1" && { ${script}; } 2>/dev/null; echo; cat >/dev/null`,
            'sh',
            world.home,
          ],
        });
      const own = join(world.home, '.local/own/deep/key');
      const secrets = ['.ssh/id_ed25519', '.local/share/keyrings/key'].map((path) => join(world.home, path));
      const mover = start(
        'echo new > .local/free/file; cat .ssh/* .local/share/keyrings/* .local/own/deep/* | tr -d "\\n"; ' +
          'for f in .ssh/id_ed25519 .local/share/keyrings/key .local/own/deep/key; do echo x >> $f; done; ' +
          'mv .local/own/deep .local/free/d; mv .local/own .local/o; mv .local/share .local/x; mv .local .y; mv .ssh .s',
      );
      const read = await mover.nextLine();
      await mover.end();
      // the next one is held by what is where it was
      const reader = start(`grep -rsho ${world.mark} . | tr -d "\\n"`);
      const found = await reader.nextLine();
      await reader.end();
      if (backend === 'none') {
        expect([read, found]).toEqual([world.mark.repeat(3), world.mark.repeat(3)]);
        expect([...secrets, own].filter((path) => existsSync(path))).toEqual([]);
      } else {
        expect([read, found]).toEqual(['', '']);
        expect([...secrets, own].map((path) => readFileSync(path, 'utf8'))).toEqual(
          Array(3).fill(world.mark),
        );
        expect(readFileSync(join(world.home, '.local/free/file'), 'utf8')).toBe('new\n');
      }
    },
  );
});
