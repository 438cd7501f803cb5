import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { refuseWritableHome } from './refuse-writable-home.ts';

const newHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'callgate-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, 'pins'), { mode: 0o700 });
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  writeFileSync(join(home, 'callgate.yaml'), '', { mode: 0o600 });
  writeFileSync(join(home, 'pins', 'mail.json'), '{}', { mode: 0o600 });
  return home;
};

describe.skipIf(process.platform === 'win32')('a home that others can write to', () => {
  it.each(['.', 'callgate.yaml', 'pins', 'pins/mail.json', 'run'])('is refused for %s', (name) => {
    const home = newHome();
    chmodSync(join(home, name), 0o777);
    expect(() => refuseWritableHome(home)).toThrow(
      expect.objectContaining({ code: 'FILE_WRITABLE_BY_OTHERS' }),
    );
  });

  it('is used where only its owner can, and where there is none yet', () => {
    const home = newHome();
    for (const folder of [home, join(home, 'none')]) expect(() => refuseWritableHome(folder)).not.toThrow();
  });
});
