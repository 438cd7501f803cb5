import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { endProcess } from './wait-for-end.ts';

const POLL_MS = 5;

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
  // one that is made while others are killed is killed in the next round
  if (process.platform !== 'win32') while (killGroup(leader)) await setTimeout(POLL_MS);
};
