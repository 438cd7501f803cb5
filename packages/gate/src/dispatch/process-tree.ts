import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** One process at one moment. */
export interface ProcessSample {
  readonly pid: number;
  /** Tells a process from a later one with the same pid. */
  readonly born: string;
  /** Processor time of its own. */
  readonly cpuMs: number;
  /** Processor time of children that have ended and been waited for. */
  readonly reapedCpuMs: number;
  readonly rssBytes: number;
  /** The most it ever had; equal to `rssBytes` where nobody knows. */
  readonly peakRssBytes: number;
}

/** Reads processes and all their descendants. One that is gone is left out. */
export type ProcessTreeReader = (pids: readonly number[]) => readonly ProcessSample[];

/** USER_HZ, the unit of times in /proc, whatever the kernel itself counts in. */
const MS_PER_TICK = 10;

/** The fields of a stat file after the name, which may hold spaces and brackets itself. */
const statFields = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

const kibibytes = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;

/** One process from its two files. */
export const parseProc = (pid: number, stat: string, status: string): ProcessSample => {
  const fields = statFields(stat);
  const ticks = (index: number): number => Number(fields[index] ?? 0) * MS_PER_TICK;
  const rssBytes = kibibytes(status, 'VmRSS');
  return {
    pid,
    // counted from the state, the third field of proc(5)
    born: fields[19] ?? '',
    cpuMs: ticks(11) + ticks(12),
    reapedCpuMs: ticks(13) + ticks(14),
    rssBytes,
    peakRssBytes: Math.max(rssBytes, kibibytes(status, 'VmHWM')),
  };
};

/** undefined for what is gone, or was never there. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const childrenOf = (pid: number): readonly number[] =>
  (attempt(() => readdirSync(`/proc/${pid}/task`)) ?? []).flatMap((thread) =>
    (attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'ascii')) ?? '')
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  );

/** Linux. */
export const readProcTree: ProcessTreeReader = (pids) => {
  const samples: ProcessSample[] = [];
  const seen = new Set<number>();
  const open = pids.filter((pid) => Number.isInteger(pid) && pid > 0);
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    if (seen.has(pid)) continue;
    seen.add(pid);
    const here = pid;
    const sample = attempt(() =>
      parseProc(
        here,
        readFileSync(`/proc/${here}/stat`, 'latin1'),
        readFileSync(`/proc/${here}/status`, 'latin1'),
      ),
    );
    if (sample === undefined) continue;
    samples.push(sample);
    open.push(...childrenOf(pid));
  }
  return samples;
};

/** `[[dd-]hh:]mm:ss[.cc]` in milliseconds. */
const parsePsTime = (time: string): number => {
  const [clock = '', days = '0'] = time.split('-').toReversed();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
};

/** What `ps -A -o pid=,ppid=,rss=,time=,lstart=` printed, down from `pids`. */
export const parsePs = (output: string, pids: readonly number[]): readonly ProcessSample[] => {
  const children = new Map<number, number[]>();
  const all = new Map<number, ProcessSample>();
  for (const line of output.split('\n')) {
    const [pid, parent, rss, time, ...born] = line.trim().split(/\s+/);
    if (pid === undefined || parent === undefined || rss === undefined || time === undefined) continue;
    const rssBytes = Number(rss) * 1024;
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(pid)]);
    all.set(Number(pid), {
      pid: Number(pid),
      born: born.join(' '),
      cpuMs: parsePsTime(time),
      reapedCpuMs: 0,
      rssBytes,
      peakRssBytes: rssBytes,
    });
  }
  const wanted = new Set<number>();
  const open = [...pids];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    if (wanted.has(pid)) continue;
    wanted.add(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return [...wanted].map((pid) => all.get(pid)).filter((sample) => sample !== undefined);
};

/** Elsewhere. It holds everything up for the few milliseconds that `ps` takes. */
export const readPsTree: ProcessTreeReader = (pids) => {
  const ps = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,time=,lstart='], {
    encoding: 'latin1',
    timeout: 2000,
    maxBuffer: 16 * 1024 * 1024,
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
  });
  return ps.status === 0 ? parsePs(ps.stdout, pids) : [];
};

export const readProcessTree: ProcessTreeReader = process.platform === 'linux' ? readProcTree : readPsTree;
