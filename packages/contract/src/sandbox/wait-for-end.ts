import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 5;

/** One that ended and that its parent did not ask about yet has ended. */
const runs = async (pid: number): Promise<boolean> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text !== '' && !/^[ZX]/u.test(text.slice(text.lastIndexOf(')') + 2));
};

/** Kills a process of ours. */
export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** The first process of a namespace ends after all others in it. */
export const waitForEnd = async (pid: number): Promise<void> => {
  while (await runs(pid)) await setTimeout(POLL_MS);
};
