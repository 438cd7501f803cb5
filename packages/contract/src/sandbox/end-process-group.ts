import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { endProcess } from './end-process.ts';

const POLL_MS = 5;
/** One that ended stays in its group until its parent asked about it, and not every parent asks. */
const ROUNDS = 20;

const killGroup = (leader: number): boolean => {
  try {
    process.kill(-leader, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
};

/** Kills a process of ours that leads a group, and all others in it. */
export const endProcessGroup = async (child: ChildProcess): Promise<void> => {
  const leader = child.pid;
  if (leader === undefined) return;
  if (process.platform !== 'win32') killGroup(leader);
  await endProcess(child);
  if (process.platform === 'win32') return;
  // one that is made while others are killed is killed in the next round
  for (let left = ROUNDS; left > 0 && killGroup(leader); left -= 1) await setTimeout(POLL_MS);
};
