import { expect, it } from 'vitest';
import type { ProcessStart } from './build-own-command.ts';
import { buildOwnCommand, splitCommand } from './build-own-command.ts';

const LINKS: Readonly<Record<string, string>> = {
  '/usr/local/bin/callgate': '/usr/local/lib/node_modules/callgate/bin/callgate.js',
  '/work/node_modules/.bin/callgate': '/work/packages/callgate/bin/callgate.js',
};

const start = (script: string, searchPath: readonly string[], platform = 'linux'): ProcessStart => ({
  platform,
  node: '/usr/bin/node',
  script,
  version: '1.2.3',
  searchPath,
  real: (path) => LINKS[path],
});

it('is `callgate` where that is what runs', () => {
  const script = '/usr/local/lib/node_modules/callgate/bin/callgate.js';
  expect(buildOwnCommand(start(script, ['', '/bin', '/usr/local/bin']))).toEqual(['callgate']);
});

it('is this Node and this script where another `callgate` is installed, or none', () => {
  const script = '/home/a/callgate/bin/callgate.js';
  expect(buildOwnCommand(start(script, ['/usr/local/bin']))).toEqual(['/usr/bin/node', script]);
  expect(buildOwnCommand(start(script, []))).toEqual(['/usr/bin/node', script]);
});

it('does not count on folders that npm puts in front for one command', () => {
  const script = '/work/packages/callgate/bin/callgate.js';
  expect(buildOwnCommand(start(script, ['/work/node_modules/.bin']))).toEqual(['/usr/bin/node', script]);
});

it('is the package by its version where npx fetched it', () => {
  const script = '/home/a/.npm/_npx/0f/node_modules/callgate/bin/callgate.js';
  expect(buildOwnCommand(start(script, []))).toEqual(['npx', '-y', 'callgate@1.2.3']);
  expect(buildOwnCommand(start(script, [], 'win32'))).toEqual(['cmd', '/c', 'npx', '-y', 'callgate@1.2.3']);
});

it('is never a script for a shell on Windows', () => {
  const script = '/usr/local/lib/node_modules/callgate/bin/callgate.js';
  expect(buildOwnCommand(start(script, ['/usr/local/bin'], 'win32'))).toEqual(['/usr/bin/node', script]);
});

it('is what somebody says, in words', () => {
  expect(splitCommand('npx -y callgate')).toEqual(['npx', '-y', 'callgate']);
  expect(splitCommand('"C:\\Program Files\\node.exe" \'a b\'  c')).toEqual([
    'C:\\Program Files\\node.exe',
    'a b',
    'c',
  ]);
  expect(() => splitCommand(' ')).toThrow('is empty');
});
