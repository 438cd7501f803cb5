import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RootsOptions } from './server-roots.ts';
import { findServerRoots } from './server-roots.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-roots-')));
const folder = (name: string): string => {
  const path = join(base, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const home = folder('home');
const cwd = folder('cwd');

const roots = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  more: RootsOptions & { readonly cwd?: string } = {},
): readonly string[] =>
  findServerRoots(
    { kind: 'stdio', command: 'server', args, env, cwd: more.cwd ?? cwd },
    { home, ...more },
  ).map((path) => path.replace(base, ''));

it('a server works where it runs and on what its arguments name', () => {
  folder('data');
  writeFileSync(join(folder('files'), 'a.db'), '');
  expect(roots([])).toEqual(['/cwd']);
  expect(roots([join(base, 'data')])).toEqual(['/data', '/cwd']);
  expect(roots([`--db=${join(base, 'files', 'a.db')}`])).toEqual(['/cwd', '/files']);
  expect(roots([`file://${join(base, 'data')}`])).toEqual(['/data', '/cwd']);
  expect(roots([`sqlite:///${join(base, 'files', 'a.db')}`])).toEqual(['/cwd', '/files']);
});

it('a file that is not there yet is made in its folder', () => {
  expect(roots([join(folder('later'), 'new.db')])).toEqual(['/cwd', '/later']);
});

it('what a word only looks like is no folder', () => {
  expect(roots(['--verbose', 'stdio', 'https://example.com/x', '-', '', 'a\0b'])).toEqual(['/cwd']);
});

it('its own variables name folders, those of other programs do not', () => {
  const data = folder('variable');
  expect(roots([], { MEMORY_FILE_PATH: join(data, 'm.jsonl') })).toEqual(['/cwd', '/variable']);
  for (const name of ['NODE_PATH', 'XDG_DATA_HOME', 'PATH', 'npm_config_cache', 'SSH_AUTH_FILE'])
    expect(roots([], { [name]: data })).toEqual(['/cwd']);
});

it('neither the home folder nor what it lies in, unless an argument names it', () => {
  expect(roots([], {}, { cwd: home })).toEqual([]);
  expect(roots([], {}, { cwd: base })).toEqual([]);
  expect(roots([], {}, { cwd: '/' })).toEqual([]);
  expect(roots([home], {}, { cwd: home })).toEqual(['/home']);
  expect(roots(['/'], {}, { cwd: home })).toEqual([]);
  writeFileSync(join(home, 'notes.txt'), '');
  expect(roots([join(home, 'notes.txt')])).toEqual(['/cwd']);
});

it('a link is followed, and what lies in another root is named once', () => {
  symlinkSync(home, join(cwd, 'home-link'));
  expect(roots([], {}, { cwd: join(cwd, 'home-link') })).toEqual([]);
  expect(roots([folder('cwd/below')])).toEqual(['/cwd']);
});

it('what a link in the home folder leads to is none: a server may have made it', () => {
  const secret = folder('home/.ssh');
  symlinkSync(secret, join(home, 'data'));
  symlinkSync(folder('elsewhere'), join(home, 'outside'));
  expect(roots([join(home, 'data')])).toEqual(['/cwd']);
  expect(roots([join(home, 'outside')])).toEqual(['/cwd']);
  expect(roots([], { DATA_DIR: join(home, 'data') })).toEqual(['/cwd']);
  const homeLink = join(base, 'home-by-link');
  symlinkSync(home, homeLink);
  expect(roots([folder('home/real')], {}, { home: homeLink })).toEqual(['/home/real', '/cwd']);
  expect(roots([join(homeLink, 'real')], {}, { home: homeLink })).toEqual(['/home/real', '/cwd']);
});

it('the folder that the program was installed in is one', () => {
  expect(roots([], {}, { program: folder('home/.npm/_npx/1/node_modules/x') })).toEqual([
    '/cwd',
    '/home/.npm/_npx/1/node_modules/x',
  ]);
});
