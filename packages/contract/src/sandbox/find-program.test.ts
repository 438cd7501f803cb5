import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findProgram } from './find-program.ts';

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-home-')));
  vi.stubEnv('HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const plant = (name: string): string => {
  const folder = join(home, '.local/bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), '');
  chmodSync(join(folder, name), 0o755);
  return folder;
};

it.runIf(process.platform !== 'win32')(
  'takes a program of the system, whatever the path of the user has first',
  () => {
    vi.stubEnv('PATH', plant('sh'));
    expect(findProgram('sh')).toMatch(/^(?:\/usr)?\/bin\/sh$/u);
  },
);

it('takes no program of the user alone', () => {
  vi.stubEnv('PATH', plant('callgate-planted'));
  expect(findProgram('callgate-planted')).toBeUndefined();
});

it('takes none from a home, nor what leads into one', () => {
  const folder = plant('callgate-planted');
  const links = mkdtempSync(join(tmpdir(), 'callgate-links-'));
  symlinkSync(join(folder, 'callgate-planted'), join(links, 'callgate-planted'));
  expect(findProgram('callgate-planted', [folder, links])).toBeUndefined();
  rmSync(links, { recursive: true });
});

it.runIf(process.getuid?.() !== 0)('takes none from a folder that this user can write to', () => {
  const folder = plant('callgate-planted');
  vi.stubEnv('HOME', '/nonexistent');
  expect(findProgram('callgate-planted', [folder])).toBeUndefined();
});
