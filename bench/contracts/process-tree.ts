import { globSync, readFileSync } from 'node:fs';

/** Fields of `/proc/<pid>/stat` after the name, from the state on. */
const readFields = (pid: number | 'self'): readonly string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** A process and all below it. */
export const processTree = (root: number): readonly number[] => {
  const children = new Map<number, number[]>();
  for (const file of globSync('/proc/[0-9]*/stat')) {
    const pid = Number(file.split('/')[2]);
    try {
      const parent = Number(readFields(pid)[1]);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
    } catch {
      // it ended meanwhile
    }
  }
  const tree: number[] = [];
  for (const waiting = [root]; waiting.length > 0;) {
    const pid = waiting.pop() ?? 0;
    tree.push(pid);
    waiting.push(...(children.get(pid) ?? []));
  }
  return tree;
};

/** Bytes of a process and all below it; what they share is counted once. */
export const treeMemory = (root: number): number =>
  processTree(root)
    .map((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
        return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? '0') * 1024;
      } catch {
        return 0;
      }
    })
    .reduce((sum, bytes) => sum + bytes, 0);

const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time of this process and of all children it waited for, with theirs. */
export const cpuSoFar = (): number => {
  const fields = readFields('self');
  // utime, stime, cutime and cstime
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
};
