import { join } from 'node:path';

/** The files of one place where lives are lived. */
export interface Files {
  readonly database: string;
  readonly keys: string;
  readonly policy: string;
  readonly journal: string;
  readonly socket: string;
  readonly log: string;
}

export const filesIn = (folder: string): Files => ({
  database: join(folder, 'callgate.db'),
  keys: join(folder, 'key'),
  policy: join(folder, 'policy.json'),
  journal: join(folder, 'journal'),
  socket: join(folder, 'socket'),
  log: join(folder, 'log'),
});

/** How a life ends that was not killed. */
export const EXIT = {
  /** It stopped by itself, because its store failed. */
  stopped: 3,
  /** It met something that nobody foresaw. */
  wrong: 4,
} as const;
