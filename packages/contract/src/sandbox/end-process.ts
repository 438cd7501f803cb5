import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 5;
/** The number may be another process's by then. */
const ROUNDS = 2000;

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

/** Kills a process that holds a sandbox, and the first process inside, which ends after all others there. */
export const endSandbox = async (child: ChildProcess, insidePid: number): Promise<void> => {
  try {
    // one that waits to be let go does not end with its parent yet
    process.kill(insidePid, 'SIGKILL');
  } catch {
    // it has ended
  }
  await endProcess(child);
  for (let left = ROUNDS; left > 0 && (await runs(insidePid)); left -= 1) await setTimeout(POLL_MS);
};
