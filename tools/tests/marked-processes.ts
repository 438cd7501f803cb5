import { readFileSync, readdirSync } from 'node:fs';

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

export const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // it ended meanwhile, or belongs to another person
    return '';
  }
};

/** The processes of this machine, but for this one, that `isMeant` or that have the variable. Empty without /proc. */
export const findMarkedProcesses = (
  name: string,
  value: string,
  isMeant: (pid: number) => boolean = () => false,
): readonly MarkedProcess[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid)
    .filter((pid) => isMeant(pid) || textOf(`/proc/${pid}/environ`).split('\0').includes(`${name}=${value}`))
    .map((pid) => ({ pid, command: textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200) }));
};

export const endProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended meanwhile
  }
};

export const endMarked = (name: string, value: string): void => {
  for (const { pid } of findMarkedProcesses(name, value)) endProcess(pid);
};
