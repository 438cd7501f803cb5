import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../home/home-paths.ts';

/** The word of `callgate run` that makes the process the background gateway; its name follows. */
export const SERVE_BACKGROUND = '--serve-background';

const LOG_BYTES = 1_048_576;

/** What it inherits of the process that happens to start it. A server has the whole environment of its own client. */
const OWN_VARIABLES = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'NODE_DISABLE_COMPILE_CACHE',
  'CALLGATE_BACKGROUND_IDLE',
  'CALLGATE_TRUST_OWNER',
];

const ownEnvironment = (folder: string): Record<string, string> => ({
  ...Object.fromEntries(
    OWN_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  CALLGATE_HOME: folder,
});

const openLog = (path: string): number => {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
  return openSync(path, size > LOG_BYTES ? 'w' : 'a', 0o600);
};

/** Starts the background gateway, which outlives this process. Resolves with its exit code if it ends before. */
export const startBackground = async (home: HomePaths, name: string): Promise<number> => {
  mkdirSync(home.run, { recursive: true, mode: 0o700 });
  const log = openLog(join(home.run, 'background.log'));
  const words = [...process.execArgv, process.argv[1] ?? '', 'run', SERVE_BACKGROUND, name];
  const child = spawn(process.execPath, words, {
    // not the folder of a client, which may be anybody's
    cwd: home.folder,
    env: ownEnvironment(home.folder),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return await new Promise((done) => {
    child.once('error', () => done(1));
    child.once('exit', (code) => done(code ?? 1));
  });
};
