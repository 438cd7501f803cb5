import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultNotify } from './default-notify.ts';

const HOME = '/home/ann';
let bin: string;

beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'cg-notify-'));
  for (const name of ['notify-send', 'osascript']) {
    writeFileSync(join(bin, name), '#!/bin/sh\n');
    chmodSync(join(bin, name), 0o755);
  }
});
afterAll(() => rmSync(bin, { recursive: true, force: true }));

const by = (
  env: Record<string, string>,
  platform: NodeJS.Platform = 'linux',
  home: string | undefined = HOME,
) =>
  defaultNotify({ PATH: `/nowhere:${bin}`, HOME, DISPLAY: ':0', ...env }, { platform, home }).map(
    (entry) => entry.by,
  );

describe('where nothing is configured, the desktop', () => {
  it('tells the person whose account it is', () => {
    expect(by({})).toEqual(['desktop']);
    expect(by({ DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['desktop']);
    expect(by({ DISPLAY: '' }, 'darwin')).toEqual(['desktop']);
  });

  it.each([
    ['no desktop', { DISPLAY: '' }, 'linux'],
    ['no program that shows it', { PATH: '/nowhere' }, 'linux'],
    ['automation', { CI: 'true' }, 'linux'],
    ['a test', { VITEST: 'true' }, 'darwin'],
    ['another home', { HOME: '/tmp/home' }, 'darwin'],
    ['a folder of Callgate elsewhere', { CALLGATE_HOME: '/tmp/callgate' }, 'darwin'],
    ['a switch', { CALLGATE_DESKTOP: 'off' }, 'darwin'],
    ['another system', {}, 'win32'],
  ] as const)('does not with %s', (_, env, platform) => {
    expect(by(env, platform)).toEqual([]);
  });

  it('is off in every test, whatever machine runs it', () => {
    expect(defaultNotify(process.env)).toEqual([]);
  });
});
