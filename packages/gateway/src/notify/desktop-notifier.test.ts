import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { desktopCommand, desktopNotifier } from './desktop-notifier.ts';

const NEWS = {
  call: 'c',
  title: '-x $(id) `id`',
  lines: ['a', '<b>&\\n'],
  link: 'http://127.0.0.1:7411/calls/c',
};

describe('notifications of the desktop', () => {
  it('are there on macOS, and on Linux where there is a desktop', () => {
    expect(desktopCommand('darwin', {})?.command).toBe('osascript');
    expect(desktopCommand('linux', { DISPLAY: ':0' })?.command).toBe('notify-send');
    expect(desktopCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' })?.command).toBe('notify-send');
    expect(desktopCommand('linux', { DISPLAY: '', WAYLAND_DISPLAY: 'w' })?.command).toBe('notify-send');
    expect(desktopCommand('linux', {})).toBeUndefined();
    expect(desktopCommand('win32', { DISPLAY: ':0' })).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('take their texts as they are: no option, no script', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cg-desktop-'));
    try {
      const program = join(folder, 'notify');
      writeFileSync(
        program,
        `#!/bin/sh\nfor word in "$@"; do printf '%s\\0' "$word"; done > '${folder}/told'\n`,
      );
      chmodSync(program, 0o755);
      const linux = desktopCommand('linux', { DISPLAY: ':0' });
      const command = { command: program, args: linux?.args ?? (() => []) };
      await desktopNotifier(command).tell(NEWS, new AbortController().signal);
      expect(readFileSync(join(folder, 'told'), 'utf8').split('\0')).toEqual([
        '--app-name=Callgate',
        '--',
        NEWS.title,
        `a\n&lt;b&gt;&amp;\\\\n\n${NEWS.link}`,
        '',
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('fail where the program is missing', async () => {
    const command = { command: join(tmpdir(), 'there-is-none'), args: () => [] };
    await expect(desktopNotifier(command).tell(NEWS, new AbortController().signal)).rejects.toThrow('ENOENT');
  });
});
