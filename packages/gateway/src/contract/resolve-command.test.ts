import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readNpx, readUvx, resolveCommand as resolveWith, runsElsewhere } from './resolve-command.ts';

const reachOf = (command: string, args: readonly string[] = []) =>
  ({ kind: 'stdio', command, args, env: { PATH: process.env['PATH'] ?? '' } }) as const;

const resolveCommand = (reach: ReturnType<typeof reachOf>) => resolveWith(reach, { runsScripts: true });

it('reads what npx is asked to run', () => {
  expect(readNpx(['-y', '@x/server@1.2.3', '/data'])).toEqual({ spec: '@x/server@1.2.3', args: ['/data'] });
  expect(readNpx(['--yes', '-p', '@x/pkg', 'bin', '-v'])).toEqual({
    spec: '@x/pkg',
    program: 'bin',
    args: ['-v'],
  });
  expect(readNpx(['--package=@x/pkg', '--', 'bin'])).toEqual({ spec: '@x/pkg', program: 'bin', args: [] });
});

it('what npx is asked beyond that is left to npx', () => {
  for (const words of [[], ['-c', 'rm -rf /'], ['--registry', 'http://x', 'pkg'], ['-y'], ['-p', 'x']])
    expect(readNpx(words)).toBeUndefined();
});

it('reads what uvx is asked to run', () => {
  expect(readUvx(['mcp-server-git@1.0', '--repository', '.'])).toEqual({
    spec: 'mcp-server-git@1.0',
    program: 'mcp-server-git',
    args: ['--repository', '.'],
  });
  expect(readUvx(['--from', 'git+https://x/y', 'tool', 'a'])).toEqual({
    spec: 'git+https://x/y',
    program: 'tool',
    args: ['a'],
  });
  expect(readUvx(['--with', 'x', 'tool'])).toBeUndefined();
});

/** A folder as npx would have it, and an npx that prints where it is. */
const fakeNpx = (bin: unknown): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-npx-')));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(join(modules, '@x/server'), { recursive: true });
  writeFileSync(join(modules, '@x/server/package.json'), JSON.stringify({ name: '@x/server', bin }));
  for (const name of ['server', 'other']) writeFileSync(join(modules, '.bin', name), '');
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\nprintf '%s' "${join(modules, '.bin')}:/usr/bin"\n`);
  chmodSync(npx, 0o755);
  return npx;
};

it.for([
  [{ server: 'x.js' }, 'server'],
  [{ other: 'x.js' }, 'other'],
  [{ other: 'x.js', server: 'y.js' }, 'server'],
  ['x.js', 'server'],
] as const)('a program that npx would start is started itself: %j', async ([bin, expected]) => {
  const npx = fakeNpx(bin);
  const found = await resolveCommand(reachOf(npx, ['-y', '@x/server', '/data']));
  expect(found.command.endsWith(`/node_modules/.bin/${expected}`)).toBe(true);
  expect(found.args).toEqual(['/data']);
  expect(found.folder?.endsWith('/node_modules/@x/server')).toBe(true);
});

it('what cannot be looked up stays as it is written', async () => {
  const npx = fakeNpx({ a: 'x.js', b: 'y.js' });
  expect(await resolveCommand(reachOf(npx, ['-y', '@x/server']))).toEqual({
    command: npx,
    args: ['-y', '@x/server'],
  });
  expect(await resolveCommand(reachOf(npx, ['-y', 'https://x/y.tgz']))).toMatchObject({ command: npx });
  expect(await resolveCommand(reachOf('node', ['server.js']))).toEqual({
    command: 'node',
    args: ['server.js'],
  });
});

it('a program that does not fetch its server says why', async () => {
  await expect(resolveCommand(reachOf('/nowhere/npx', ['-y', '@x/server']))).rejects.toMatchObject({
    code: 'CONTRACT_FETCH',
  });
});

it('knows what runs elsewhere', () => {
  expect(
    ['docker', '/usr/bin/podman', 'node', 'dockerize'].map((each) => runsElsewhere(reachOf(each))),
  ).toEqual([true, true, false, false]);
});

it('nothing of what is fetched runs outside where a sandbox is required', async () => {
  const npx = fakeNpx('x.js');
  const marker = join(dirname(npx), 'marker');
  const script = readFileSync(npx, 'utf8').replace(
    '\n',
    `\nprintf '%s' "$npm_config_ignore_scripts" > ${marker}\n`,
  );
  writeFileSync(npx, script);
  await resolveWith(reachOf(npx, ['-y', '@x/server']), { runsScripts: true });
  expect(readFileSync(marker, 'utf8')).toBe('');
  await resolveWith(reachOf(npx, ['-y', '@x/server']), { runsScripts: false });
  expect(readFileSync(marker, 'utf8')).toBe('true');
});

it('no program of a package runs where npx is asked for it, whatever it is called', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-npx-')));
  const [modules, marker] = [join(folder, 'node_modules'), join(folder, 'ran')];
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(join(modules, 'server'));
  const about = { name: 'server', version: '1.0.0', bin: { server: 'run' } };
  writeFileSync(join(modules, 'server/package.json'), JSON.stringify(about));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { server: '1.0.0' } }));
  for (const name of ['server', 'node', 'sh', 'bash', 'env', 'echo', 'printf', 'npm']) {
    writeFileSync(join(modules, '.bin', name), `#!/bin/sh\necho ${name} >> ${marker}\nexec /bin/sh "$@"\n`);
    chmodSync(join(modules, '.bin', name), 0o755);
  }
  const reach = { ...reachOf('npx', ['-y', 'server@1.0.0', '/data']), cwd: folder };
  expect(await resolveWith(reach, { runsScripts: false })).toEqual({
    command: join(modules, '.bin/server'),
    args: ['/data'],
    folder: join(modules, 'server'),
  });
  expect(existsSync(marker)).toBe(false);
});

it('no Python of a package is asked outside where a sandbox is required', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-uvx-'));
  const [uvx, marker] = [join(folder, 'uvx'), join(folder, 'ran')];
  writeFileSync(uvx, `#!/bin/sh\necho "$@" > ${marker}\necho /opt/tool/bin/server\n`);
  chmodSync(uvx, 0o755);
  const reach = reachOf(uvx, ['server@1.0.0']);
  await expect(resolveWith(reach, { runsScripts: false })).rejects.toMatchObject({ code: 'CONTRACT_FETCH' });
  expect(existsSync(marker)).toBe(false);
  expect(await resolveWith(reach, { runsScripts: true })).toMatchObject({ command: '/opt/tool/bin/server' });
  expect(readFileSync(marker, 'utf8')).toContain('python -I -S -c');
});
