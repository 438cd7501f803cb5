import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Where Callgate keeps its own things. */
export interface HomePaths {
  readonly folder: string;
  /** The embedded store. */
  readonly database: string;
  readonly keys: string;
  /** Checkpoints of the record, remembered outside the database. */
  readonly anchors: string;
  /** Sockets and what else lives only as long as a process. */
  readonly run: string;
}

type HomeEnvironment = Readonly<Record<string, string | undefined>>;

export interface HostPlatform {
  readonly platform: string;
  readonly home: string;
}

const THIS: HostPlatform = { platform: process.platform, home: homedir() };

/** The folder a variable names; one that is relative does not count, as the XDG specification says. */
const readVariable = (env: HomeEnvironment, name: string): string | undefined => {
  const value = env[name];
  return value !== undefined && isAbsolute(value) ? value : undefined;
};

/** Where the data of the user's programs is. */
const dataFolder = (env: HomeEnvironment, { platform, home }: HostPlatform): string => {
  const xdg = readVariable(env, 'XDG_DATA_HOME');
  if (xdg !== undefined) return xdg;
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  return join(home, '.local', 'share');
};

/** `$CALLGATE_HOME`, else `callgate` where the data of the user's programs is. */
export const homePaths = (env: HomeEnvironment, machine: HostPlatform = THIS): HomePaths => {
  const wanted = env['CALLGATE_HOME'];
  const folder =
    wanted === undefined || wanted === '' ? join(dataFolder(env, machine), 'callgate') : resolve(wanted);
  return {
    folder,
    database: join(folder, 'callgate.db'),
    keys: join(folder, 'callgate.key'),
    anchors: join(folder, 'callgate.anchors'),
    run: join(folder, 'run'),
  };
};
