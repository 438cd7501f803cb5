import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

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

/** `$CALLGATE_HOME`, else `~/.callgate`. */
export const homePaths = (env: Readonly<Record<string, string | undefined>>): HomePaths => {
  const wanted = env['CALLGATE_HOME'];
  const folder = wanted === undefined || wanted === '' ? join(homedir(), '.callgate') : resolve(wanted);
  return {
    folder,
    database: join(folder, 'callgate.db'),
    keys: join(folder, 'callgate.key'),
    anchors: join(folder, 'callgate.anchors'),
    run: join(folder, 'run'),
  };
};
