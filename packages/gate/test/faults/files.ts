import { join } from 'node:path';

/** The files of one place where lives are lived. */
export interface FaultFiles {
  /** In a folder of its own, so that it can lie on a disk of its own. */
  readonly database: string;
  readonly keys: string;
  readonly policy: string;
  /** Where checkpoints are remembered. */
  readonly anchors: string;
  readonly journal: string;
  readonly socket: string;
  readonly log: string;
  /** Those who work on and on stop when it is there. */
  readonly stop: string;
}

export const filesIn = (folder: string): FaultFiles => ({
  database: join(folder, 'store', 'callgate.db'),
  keys: join(folder, 'key'),
  policy: join(folder, 'policy.json'),
  anchors: join(folder, 'anchors'),
  journal: join(folder, 'journal'),
  socket: join(folder, 'socket'),
  log: join(folder, 'log'),
  stop: join(folder, 'stop'),
});

/** How a life ends that was not killed. */
export const EXIT = {
  /** It stopped by itself, because its store failed. */
  stopped: 3,
  /** It met something that nobody foresaw. */
  wrong: 4,
} as const;
