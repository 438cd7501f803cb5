import { readFileSync, readdirSync } from 'node:fs';

/** What the upstream calls itself, so that it can be told from what stands before it. At most 15 bytes. */
export const UPSTREAM_TITLE = 'bench-upstream';

/** Linux counts processor time in hundredths of a second for everybody. */
const MICROSECONDS_A_TICK = 10_000;

export interface ProcessStat {
  readonly pid: number;
  readonly title: string;
  readonly parent: number;
  readonly cpuMicroseconds: number;
  readonly residentPages: number;
}

/** A line of `/proc/<pid>/stat`. The title may hold anything, brackets and spaces too. */
export const parseStat = (line: string): ProcessStat => {
  const open = line.indexOf('(');
  const close = line.lastIndexOf(')');
  // from the third field on, which is the state
  const fields = line.slice(close + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    pid: Number(line.slice(0, open)),
    title: line.slice(open + 1, close),
    parent: field(4),
    cpuMicroseconds: (field(14) + field(15)) * MICROSECONDS_A_TICK,
    residentPages: field(24),
  };
};

/** A process and what it started, without upstreams. */
export const treeOf = (root: number, all: readonly ProcessStat[]): ProcessStat[] => {
  const own = all.find(({ pid }) => pid === root);
  if (own === undefined || own.title === UPSTREAM_TITLE) return [];
  return [own, ...all.filter(({ parent }) => parent === root).flatMap(({ pid }) => treeOf(pid, all))];
};

const statOf = (pid: string): ProcessStat[] => {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    // it ended between the listing and the reading
    return [];
  }
};

export interface Usage {
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
}

/** What a process and its children have used so far, without upstreams; undefined where there is no `/proc`. */
export const usageOf = (root: number): Usage | undefined => {
  if (process.platform !== 'linux') return undefined;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const tree = treeOf(root, all);
  return {
    cpuMicroseconds: tree.reduce((sum, each) => sum + each.cpuMicroseconds, 0),
    residentBytes: tree.reduce((sum, each) => sum + each.residentPages * 4096, 0),
  };
};
