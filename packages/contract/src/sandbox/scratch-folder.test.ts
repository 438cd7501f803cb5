import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScratchFolder } from './scratch-folder.ts';

/** More than any kernel gives to a process. */
const NO_PROCESS = 2 ** 22 + 1;

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'callgate-scratch-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const leave = (pid: number, ageDays: number): string => {
  const path = join(parent, `callgate-sandbox-${pid}-abcdef`);
  mkdirSync(join(path, 'work'), { recursive: true, mode: 0o700 });
  const then = new Date(Date.now() - ageDays * 86_400_000);
  utimesSync(path, then, then);
  return path;
};

describe('what a sandbox keeps while it lives', () => {
  it('is gone afterwards, with folders that nobody may enter', async () => {
    const scratch = await createScratchFolder(parent);
    const copy = await scratch.addCopy('home-0');
    mkdirSync(join(copy, 'work', 'work'), { mode: 0o000 });
    await scratch.remove();
    expect(existsSync(scratch.path)).toBe(false);
  });

  it('is removed by another process if its own was killed long ago', async () => {
    const abandoned = leave(NO_PROCESS, 2);
    await createScratchFolder(parent);
    expect(existsSync(abandoned)).toBe(false);
  });

  it('is left alone if it is new, of a running process, or another thing', async () => {
    const others = [leave(NO_PROCESS, 0), leave(process.pid, 2), join(parent, 'callgate-sandbox-notes')];
    mkdirSync(others[2] ?? '');
    await createScratchFolder(parent);
    for (const path of others) expect(existsSync(path)).toBe(true);
  });
});
