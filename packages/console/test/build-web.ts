import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const CONSOLE = join(import.meta.dirname, '..');
const WEB = join(CONSOLE, 'dist', 'web');
const LOCK = join(CONSOLE, 'dist', 'web.lock');
/** A build takes seconds: a lock that is older was left behind. */
const STALE_LOCK_MS = 60_000;

const run = promisify(execFile);

const newestIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((newest, { parentPath, name }) => Math.max(newest, statSync(join(parentPath, name)).mtimeMs), 0);

const isCurrent = (): boolean => {
  const index = join(WEB, 'index.html');
  if (!existsSync(index)) return false;
  const built = statSync(index).mtimeMs;
  return (
    built > statSync(join(CONSOLE, 'vite.config.ts')).mtimeMs &&
    [join(CONSOLE, 'web'), join(CONSOLE, '..', 'core', 'src'), join(CONSOLE, '..', 'messages', 'src')].every(
      (folder) => built > newestIn(folder),
    )
  );
};

const takeLock = (): boolean => {
  try {
    // `wx` is the one step that two processes cannot both take
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs > STALE_LOCK_MS)
      rmSync(LOCK, { force: true });
    return false;
  }
};

let building: Promise<string> | undefined;

const build = async (): Promise<string> => {
  while (!takeLock()) await sleep(100);
  try {
    if (isCurrent()) return WEB;
    const vite = join(CONSOLE, '..', '..', 'node_modules', 'vite', 'bin', 'vite.js');
    await run(
      process.execPath,
      [vite, 'build', '--logLevel', 'warn', '-c', join(CONSOLE, 'vite.config.ts')],
      {
        cwd: join(CONSOLE, '..', '..'),
        // as it is shipped: the test runner says otherwise
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    return WEB;
  } finally {
    rmSync(LOCK, { force: true });
  }
};

/** The page as its sources are now. Gives the folder it is in. */
export const buildWeb = (): Promise<string> => (building ??= build());
