const live = new Set<number>();
let watching = false;

const signalGroup = (pid: number, signal: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    // A process of its own group: its children go with it.
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It is gone already.
  }
};

const killAll = (): void => {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
};

/** Remembers a process group that must not outlive this process. */
export const trackProcessGroup = (pid: number): void => {
  live.add(pid);
  if (watching) return;
  watching = true;
  process.once('exit', killAll);
};

/** Its first process has ended: what it started and left behind goes too. */
export const releaseProcessGroup = (pid: number): void => {
  if (live.delete(pid)) signalGroup(pid, 'SIGKILL');
};

export const signalProcessGroup = (pid: number, signal: 'SIGTERM' | 'SIGKILL'): void => {
  if (live.has(pid)) signalGroup(pid, signal);
};
