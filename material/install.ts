import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MATERIAL: string = dirname(fileURLToPath(import.meta.url));
const LOOK_AGAIN_MS = 200;

const run = promisify(execFile);

/** Installs `material/<folder>`, `frameworks` or `site` from its lock file unless that was done already; the path of the folder. */
export const installed = async (folder: string): Promise<string> => {
  const home =
    folder === 'frameworks' || folder === 'site' ? join(MATERIAL, '..', folder) : join(MATERIAL, folder);
  const wanted = sha256(readFileSync(join(home, 'package-lock.json')));
  while (!isInstalled(home, wanted)) {
    if (takeLock(home)) await installHolding(home, wanted);
    else await sleep(LOOK_AGAIN_MS);
  }
  return home;
};

const installHolding = async (home: string, wanted: string): Promise<void> => {
  try {
    // whoever held the lock before may have done it
    if (isInstalled(home, wanted)) return;
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home });
    writeFileSync(stamp(home), wanted);
  } finally {
    rmSync(lock(home), { force: true });
  }
};

const takeLock = (home: string): boolean => {
  try {
    // `wx` is the one step that two processes cannot both take
    writeFileSync(lock(home), String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (!holderLives(home)) rmSync(lock(home), { force: true });
    return false;
  }
};

const holderLives = (home: string): boolean => {
  try {
    process.kill(Number(readFileSync(lock(home), 'utf8')), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;

const isInstalled = (home: string, wanted: string): boolean =>
  existsSync(stamp(home)) && readFileSync(stamp(home), 'utf8') === wanted;

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Inside `node_modules`, so that removing the one removes the other. */
const stamp = (home: string): string => join(home, 'node_modules', '.callgate-installed');

/** Outside the project, which must not change while it is tested. */
const lock = (home: string): string => join(tmpdir(), `callgate-install-${sha256(home).slice(0, 16)}.lock`);
