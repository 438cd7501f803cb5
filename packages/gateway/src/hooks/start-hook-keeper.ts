import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { hookErrors } from '@callgate/messages/errors/hook';
import { findHookListeners } from './post-event.ts';

export interface StartHookKeeperOptions {
  /** Callgate's own folder. */
  readonly folder: string;
  /** What it is to have been started with, as it will say itself. */
  readonly keeper: string;
  /** The command that is to become it, and its words. */
  readonly command: string;
  readonly words: readonly string[];
}

const START_MS = 35_000;
const PAUSE_MS = 25;
const MAX_SHOWN = 500;

const readLogTail = (path: string): string => {
  try {
    return display(readFileSync(path, 'utf8').trim().slice(0, MAX_SHOWN));
  } catch {
    return '';
  }
};

/** Starts a gate for hooks that outlives this process, and waits until one listens. */
export const startHookKeeper = async (options: StartHookKeeperOptions): Promise<void> => {
  const { folder, keeper, command, words } = options;
  const run = join(folder, 'run');
  mkdirSync(run, { recursive: true, mode: 0o700 });
  const path = join(run, 'hooks.log');
  const log = openSync(path, 'w', 0o600);
  const child = spawn(command, words, { cwd: folder, detached: true, stdio: ['ignore', 'ignore', log] });
  closeSync(log);
  const ended = new AbortController();
  child.once('error', () => ended.abort());
  // one that finds another there already ends well
  child.once('exit', (code) => (code === 0 ? undefined : ended.abort()));
  child.unref();
  const end = performance.now() + START_MS;
  while (performance.now() < end && !ended.signal.aborted) {
    if ((await findHookListeners(folder)).some((each) => each.keeper === keeper)) return;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  throw new CallgateError(hookErrors.notStarted({ log: readLogTail(path) }));
};
