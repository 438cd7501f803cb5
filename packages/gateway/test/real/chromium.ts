import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const INSTALLED = '/usr/bin/chromium';
/** Starts it. */
export const CHROMIUM: string = join(import.meta.dirname, 'plain-chromium.sh');

const LOCK = join(tmpdir(), 'callgate-install-chromium.lock');
const LOOK_AGAIN_MS = 500;

const run = promisify(execFile);

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const holderLives = (): boolean => {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
};

const takeLock = (): boolean => {
  try {
    // `wx` is the one step that two processes cannot both take
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    if (!holderLives()) rmSync(LOCK, { force: true });
    return false;
  }
};

const isKnown = async (): Promise<boolean> => {
  try {
    return (await run('apt-cache', ['show', 'chromium'])).stdout !== '';
  } catch {
    return false;
  }
};

const aptGet = async (...words: readonly string[]): Promise<void> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', words, { env, maxBuffer: 64 * 1024 * 1024 });
};

const install = async (): Promise<void> => {
  while (!takeLock()) await sleep(LOOK_AGAIN_MS);
  try {
    // whoever held the lock before may have done it
    if (existsSync(INSTALLED)) return;
    if (!(await isKnown())) await aptGet('update');
    await aptGet('install', '-y', '--no-install-recommends', 'chromium');
  } finally {
    rmSync(LOCK, { force: true });
  }
};

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Chromium as the system has it, installed where that can be done. Undefined, with a line that says so, where it
 * cannot; with CI=true it throws then, because a test that is skipped there is never run.
 */
export const chromiumPath = async (): Promise<string | undefined> => {
  let why = `${INSTALLED} is not there, and only root can install it`;
  if (!existsSync(INSTALLED) && isRoot())
    try {
      await install();
    } catch (error) {
      why = `chromium could not be installed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    }
  if (existsSync(INSTALLED)) return CHROMIUM;
  if (process.env['CI'] === 'true') throw new Error(why);
  process.stderr.write(`skipped: ${why} (apt-get install chromium)\n`);
  return undefined;
};
