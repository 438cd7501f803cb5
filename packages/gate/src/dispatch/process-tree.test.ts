import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { parseProc, parsePs, readProcTree, readPsTree } from './process-tree.ts';

const STAT =
  '42 (a) R 1 (b) S 7 42 42 0 -1 4194560 100 0 0 0 150 50 30 20 20 0 1 0 98765 1000 200 18446744073709551615';
const STATUS = 'Name:\ta\nVmPeak:\t   9000 kB\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\nThreads:\t1\n';

describe('what /proc says', () => {
  it('is read past a name that holds brackets and spaces', () => {
    expect(parseProc(42, STAT, STATUS)).toEqual({
      pid: 42,
      born: '98765',
      cpuMs: 2000,
      reapedCpuMs: 500,
      rssBytes: 1024 * 1024,
      peakRssBytes: 2 * 1024 * 1024,
    });
  });

  it('has no memory for a process that has ended and not been waited for', () => {
    expect(parseProc(42, STAT, 'Name:\ta\n')).toMatchObject({ rssBytes: 0, peakRssBytes: 0, cpuMs: 2000 });
  });
});

describe('what ps says', () => {
  const output = [
    '    1     0  1000    00:00:05 Mon Mar  2 10:00:00 2026',
    '   10     1  2000     1:02.50 Mon Mar  2 11:00:00 2026',
    '   11    10  3000  1-02:03:04 Mon Mar  2 12:00:00 2026',
    '   12    11  4000    00:00:00 Mon Mar  2 12:00:01 2026',
    '   20     1  5000    00:00:09 Mon Mar  2 12:00:00 2026',
    '',
  ].join('\n');

  it('is cut down to a process and its descendants', () => {
    const samples = parsePs(output, [10]);
    expect(samples.map(({ pid }) => pid).toSorted((a, b) => a - b)).toEqual([10, 11, 12]);
    expect(samples.find(({ pid }) => pid === 10)).toEqual({
      pid: 10,
      born: 'Mon Mar 2 11:00:00 2026',
      cpuMs: 62_500,
      reapedCpuMs: 0,
      rssBytes: 2000 * 1024,
      peakRssBytes: 2000 * 1024,
    });
    expect(samples.find(({ pid }) => pid === 11)?.cpuMs).toBe(93_784_000);
  });

  it('leaves out what is gone', () => {
    expect(parsePs(output, [999])).toEqual([]);
    expect(parsePs('', [1])).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a real tree', () => {
  it('is found whole by both ways to look, and empty once it is gone', async () => {
    const shell = spawn('sh', ['-c', 'sleep 60 & echo; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    try {
      await once(shell.stdout, 'data');
      const pid = shell.pid ?? 0;
      const fromProc = readProcTree([pid]);
      expect(fromProc).toHaveLength(2);
      expect(fromProc[0]).toMatchObject({ pid });
      for (const sample of fromProc) expect(sample.rssBytes).toBeGreaterThan(0);
      const pids = (samples: typeof fromProc): number[] =>
        samples.map((sample) => sample.pid).toSorted((a, b) => a - b);
      expect(pids(readPsTree([pid]))).toEqual(pids(fromProc));
      const gone = once(shell, 'exit');
      process.kill(-pid, 'SIGKILL');
      await gone;
      expect(readProcTree([pid])).toEqual([]);
      expect(readPsTree([pid])).toEqual([]);
    } finally {
      shell.kill('SIGKILL');
    }
  });

  it('of no real process is empty', () => {
    expect(readProcTree([0, -1, 1.5, Number.NaN, 2 ** 31])).toEqual([]);
  });
});
