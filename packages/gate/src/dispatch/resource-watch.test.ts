import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../test/harness/virtual-clock.ts';
import { systemClock } from '../environment/clock.ts';
import type { ProcessSample } from './process-tree.ts';
import type { ResourceWatchOptions } from './resource-watch.ts';
import { watchResources } from './resource-watch.ts';

const sample = (more: Partial<ProcessSample>): ProcessSample => ({
  pid: 10,
  born: 'then',
  cpuMs: 0,
  reapedCpuMs: 0,
  rssBytes: 0,
  peakRssBytes: more.rssBytes ?? 0,
  ...more,
});

/** A watch over looks that are written down, one every second. */
const scripted = (looks: readonly (readonly ProcessSample[])[], more: Partial<ResourceWatchOptions> = {}) => {
  const clock = virtualClock(0);
  const asked: (readonly number[])[] = [];
  const stop = watchResources(10, clock, {
    intervalMs: 1000,
    read: (pids) => {
      asked.push(pids);
      return looks[asked.length - 1] ?? [];
    },
    ...more,
  });
  return { clock, asked, stop };
};

/** All looks but the first and the last are the timer's. */
const useOf = (looks: readonly (readonly ProcessSample[])[]) => {
  const { clock, stop } = scripted(looks);
  clock.advance((looks.length - 2) * 1000);
  return stop();
};

describe('a resource watch', () => {
  it('counts what was used since it began, and the most memory that was there at once', () => {
    expect(
      useOf([
        [sample({ cpuMs: 5000, rssBytes: 100 })],
        [sample({ cpuMs: 5300, rssBytes: 400 }), sample({ pid: 11, cpuMs: 200, rssBytes: 50 })],
        [sample({ cpuMs: 5400, rssBytes: 200 }), sample({ pid: 11, cpuMs: 300, rssBytes: 60 })],
      ]),
    ).toEqual({ cpuMs: 700, maxRssBytes: 450, wallMs: 1000, samples: 3 });
  });

  it('counts children that came and went between two looks', () => {
    const use = useOf([[sample({ reapedCpuMs: 1000 })], [sample({ cpuMs: 10, reapedCpuMs: 1900 })], []]);
    expect(use.cpuMs).toBe(910);
  });

  it('keeps what ended processes had used, and goes on with children that outlive their parent', () => {
    const { clock, stop, asked } = scripted([
      [sample({ cpuMs: 100 })],
      [sample({ cpuMs: 600 }), sample({ pid: 11, cpuMs: 50 })],
      [sample({ pid: 11, cpuMs: 250 })],
    ]);
    clock.advance(1000);
    expect(stop()).toMatchObject({ cpuMs: 750, samples: 3 });
    expect(asked[2]).toContain(11);
  });

  it('does not count a child twice that was seen and then waited for', () => {
    const use = useOf([
      [sample({})],
      [sample({}), sample({ pid: 11, cpuMs: 400 })],
      [sample({ reapedCpuMs: 500 })],
    ]);
    expect(use.cpuMs).toBe(500);
  });

  it('counts a peak between two looks, but not one from before it began', () => {
    expect(
      useOf([[sample({ rssBytes: 10, peakRssBytes: 900 })], [sample({ rssBytes: 20, peakRssBytes: 900 })]])
        .maxRssBytes,
    ).toBe(20);
    expect(
      useOf([[sample({ rssBytes: 10, peakRssBytes: 900 })], [sample({ rssBytes: 20, peakRssBytes: 901 })]])
        .maxRssBytes,
    ).toBe(901);
  });

  it('does not take another process for ours that got its number', () => {
    expect(
      useOf([[sample({ cpuMs: 100 })], [sample({ born: 'later', cpuMs: 9000, rssBytes: 9000 })]]),
    ).toMatchObject({ cpuMs: 0, maxRssBytes: 0, samples: 1 });
  });

  it('finds nothing used by a process that is gone', () => {
    expect(useOf([[], [], []])).toEqual({ cpuMs: 0, maxRssBytes: 0, wallMs: 1000, samples: 0 });
  });

  it('looks no more once it is stopped, and says the same again', () => {
    const { clock, stop, asked } = scripted([[sample({})], [sample({ cpuMs: 10 })], [sample({ cpuMs: 20 })]]);
    const use = stop();
    expect(clock.pending).toBe(0);
    clock.advance(10_000);
    expect(stop()).toBe(use);
    expect(asked).toHaveLength(2);
  });

  it('tells of each ceiling that is passed, once, and not of one that is only reached', () => {
    const over: [string, number, number][] = [];
    const { clock, stop } = scripted(
      [
        [sample({ rssBytes: 100 })],
        [sample({ cpuMs: 500, rssBytes: 101 })],
        [sample({ cpuMs: 501, rssBytes: 200 })],
        [sample({ cpuMs: 900, rssBytes: 300 })],
      ],
      {
        ceilings: { cpuMs: 500, rssBytes: 100 },
        onOver: (ceiling, { cpuMs, maxRssBytes }) => {
          over.push([ceiling, cpuMs, maxRssBytes]);
          throw new Error('not your business');
        },
      },
    );
    clock.advance(2000);
    stop();
    expect(over).toEqual([
      ['rssBytes', 500, 101],
      ['cpuMs', 501, 200],
    ]);
  });

  it('sees what a real child and its child use', async () => {
    const burn = `
      const fill = Buffer.alloc(64 * 1024 * 1024, 1);
      const end = process.cpuUsage().user + 300_000;
      while (process.cpuUsage().user < end);
      process.stdout.write('burnt' + fill.length % 2);
      setInterval(() => {}, 1000);
    `;
    const nested = `
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(burn)}], { stdio: 'inherit' });
    `;
    const child = spawn(process.execPath, ['-e', nested], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const stop = watchResources(child.pid ?? 0, systemClock, { intervalMs: 20 });
    try {
      await once(child.stdout, 'data');
      const use = stop();
      expect(use.cpuMs).toBeGreaterThanOrEqual(280);
      expect(use.cpuMs).toBeLessThan(60_000);
      expect(use.maxRssBytes).toBeGreaterThan(64 * 1024 * 1024);
      expect(use.maxRssBytes).toBeLessThan(2 ** 32);
      expect(use.samples).toBeGreaterThan(0);
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }
  });
});
