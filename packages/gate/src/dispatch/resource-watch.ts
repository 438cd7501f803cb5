import type { Clock } from '../environment/clock.ts';
import type { ProcessSample, ProcessTreeReader } from './process-tree.ts';
import { readProcessTree } from './process-tree.ts';

/** What a process and its descendants used while they were watched. Never more than they did use. */
export interface ResourceUse {
  readonly cpuMs: number;
  readonly maxRssBytes: number;
  readonly wallMs: number;
  /** How often something was there to look at. */
  readonly samples: number;
}

/** What may be used before the operator is told. */
export interface ResourceCeilings {
  readonly cpuMs?: number;
  readonly rssBytes?: number;
}

export interface ResourceWatchOptions {
  readonly intervalMs?: number;
  readonly read?: ProcessTreeReader;
  readonly ceilings?: ResourceCeilings;
  /** Called once for each ceiling, as soon as a look shows that it was passed. What it throws is dropped. */
  readonly onOver?: (ceiling: keyof ResourceCeilings, use: ResourceUse) => void;
}

const INTERVAL_MS = 250;

interface ProcessUse {
  readonly born: string;
  /** What it had used and had at most before it was watched. */
  readonly baseCpuMs: number;
  readonly baseReapedMs: number;
  readonly basePeak: number;
  last: ProcessSample;
}

/** Adds up what samples of a tree say. */
class ResourceTally {
  readonly #seen = new Map<number, ProcessUse>();
  #endedCpuMs = 0;
  cpuMs = 0;
  maxRssBytes = 0;
  samples = 0;

  /** Those to look at next: children whose parent is gone are still ours. */
  pids(): readonly number[] {
    return [...this.#seen.keys()];
  }

  add(samples: readonly ProcessSample[]): void {
    const first = this.samples === 0;
    const ours = samples.filter((sample) => this.#isOurs(sample));
    if (ours.length > 0) this.samples += 1;
    let liveCpuMs = 0;
    let rssBytes = 0;
    for (const sample of ours) {
      const seen = this.#meet(sample, first);
      liveCpuMs += sample.cpuMs - seen.baseCpuMs + sample.reapedCpuMs - seen.baseReapedMs;
      rssBytes += sample.rssBytes;
      // a peak that rose was reached while we watched, between two looks
      if (sample.peakRssBytes > seen.basePeak)
        this.maxRssBytes = Math.max(this.maxRssBytes, sample.peakRssBytes);
    }
    this.maxRssBytes = Math.max(this.maxRssBytes, rssBytes);
    this.#forgetGone(new Set(ours.map(({ pid }) => pid)));
    // two ways to count, each too low in its own way: children that came and went between looks are only in their
    // parent's count, and parents that went are only in our own
    this.cpuMs = Math.max(this.cpuMs, liveCpuMs, this.#ownCpuMs());
  }

  /** A known pid with another birth is another process. */
  #isOurs({ pid, born }: ProcessSample): boolean {
    return (this.#seen.get(pid)?.born ?? born) === born;
  }

  /** What a process had used when the watch began does not count. */
  #meet(sample: ProcessSample, first: boolean): ProcessUse {
    const known = this.#seen.get(sample.pid);
    if (known !== undefined) {
      known.last = sample;
      return known;
    }
    const seen = {
      born: sample.born,
      baseCpuMs: first ? sample.cpuMs : 0,
      baseReapedMs: first ? sample.reapedCpuMs : 0,
      basePeak: first ? sample.peakRssBytes : 0,
      last: sample,
    };
    this.#seen.set(sample.pid, seen);
    return seen;
  }

  #forgetGone(here: ReadonlySet<number>): void {
    for (const [pid, seen] of this.#seen) {
      if (here.has(pid)) continue;
      this.#end(seen);
      this.#seen.delete(pid);
    }
  }

  #end({ last, baseCpuMs }: ProcessUse): void {
    this.#endedCpuMs += last.cpuMs - baseCpuMs;
  }

  #ownCpuMs(): number {
    let sum = this.#endedCpuMs;
    for (const { last, baseCpuMs } of this.#seen.values()) sum += last.cpuMs - baseCpuMs;
    return sum;
  }
}

/**
 * Watches what a local process and its descendants use. The function it returns ends that: it looks once more and says
 * what was used, and says the same when it is called again.
 */
export const watchResources = (
  pid: number,
  clock: Clock,
  { intervalMs = INTERVAL_MS, read = readProcessTree, ceilings = {}, onOver }: ResourceWatchOptions = {},
): (() => ResourceUse) => {
  const tally = new ResourceTally();
  const began = clock.now();
  const passed = new Set<keyof ResourceCeilings>();
  let end: ResourceUse | undefined;

  const use = (): ResourceUse => ({
    cpuMs: tally.cpuMs,
    maxRssBytes: tally.maxRssBytes,
    wallMs: Math.max(0, clock.now() - began),
    samples: tally.samples,
  });
  const check = (ceiling: keyof ResourceCeilings, used: number): void => {
    if (used <= (ceilings[ceiling] ?? Infinity) || passed.has(ceiling)) return;
    passed.add(ceiling);
    try {
      onOver?.(ceiling, use());
    } catch {
      // who is told must not end who tells
    }
  };
  const look = (): void => {
    tally.add(read(tally.samples === 0 ? [pid] : tally.pids()));
    check('cpuMs', tally.cpuMs);
    check('rssBytes', tally.maxRssBytes);
  };
  const again = (): (() => void) =>
    clock.after(intervalMs, () => {
      look();
      if (end === undefined) stopTimer = again();
    });

  look();
  let stopTimer = again();
  return () => {
    if (end !== undefined) return end;
    stopTimer();
    look();
    end = use();
    return end;
  };
};
