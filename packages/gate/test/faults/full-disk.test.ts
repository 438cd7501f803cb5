import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOracleLog } from '@callgate/gate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testLimit } from '../long-test.ts';
import { Random, cases, seedOf } from '../random.ts';
import { EXIT } from './files.ts';
import type { JournalLine } from './journal.ts';
import { factsOf, judge } from './judge.ts';
import { chunks, inLanes } from './lanes.ts';
import type { Programs } from './fault-place.ts';
import { FaultPlace, inPlace, makePrograms } from './fault-place.ts';
import { spread } from './spread.ts';
import { until } from './until.ts';

const REFUSALS = cases(20, 1000);
const SIZES = cases(5, 400);
const LANES = 2;
const LIVES_IN_A_PLACE = 8;
const PATIENCE = testLimit(8);

let programs: Programs;
beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

const refusals = (place: FaultPlace): readonly (JournalLine & { readonly what: 'threw' })[] =>
  place.journal.filter((line) => line.what === 'threw');

const done = (place: FaultPlace): number =>
  place.journal.filter((line) => line.what === 'over' && line.state === 'done').length;

const arrived = async (place: FaultPlace): Promise<number> => {
  await place.upstreamIsIdle();
  return readOracleLog(place.files.log).frames.length;
};

/** What was refused for want of space before it began to leave, and arrived or is out all the same. */
const sentAllTheSame = async (place: FaultPlace): Promise<readonly string[]> => {
  const { journal, log, calls } = await factsOf(place);
  const sent = new Set(journal.flatMap((line) => (line.what === 'sends' ? [line.step] : [])));
  const refused = new Set(
    journal.flatMap((line) => (line.what === 'threw' && !sent.has(line.step) ? [line.step] : [])),
  );
  expect(refused.size).toBeGreaterThan(0);
  return [
    ...log.frames.map(({ sent: frame }) => String(frame?.arguments['step'])),
    ...[...calls.values()].filter(({ attempt }) => attempt > 0).map(({ key }) => key ?? ''),
  ].filter((step) => refused.has(step));
};

/** How space goes and comes back. */
interface DiskSpace {
  readonly env?: Readonly<Record<string, string>>;
  /** Not one page more can be written. Otherwise a page that is there may still have room for a row. */
  readonly isWhole: boolean;
  fill(): void;
  free(pid: number): void;
}

/** Lets somebody work on a store that is full for a while, and says what was wrong with that. */
const workThroughIt = async (
  place: FaultPlace,
  { env = {}, isWhole, fill, free }: DiskSpace,
): Promise<readonly string[]> => {
  const worker = await place.work('w', env);
  await until(() => done(place) > 5);
  fill();
  await until(() => refusals(place).length > 10);
  const before = await arrived(place);
  await until(() => refusals(place).length > REFUSALS);
  if (isWhole) expect(await arrived(place)).toBe(before);
  const finished = done(place);
  free(worker.child.pid ?? 0);
  await until(() => done(place) > finished + 5);
  writeFileSync(place.files.stop, '');
  expect(await worker.ended).toMatchObject({ code: 0, complaint: '' });
  expect(new Set(refusals(place).map(({ code }) => code))).toEqual(new Set(['STORE_FULL']));
  return [...(await judge(place, { recover: true })), ...(await sentAllTheSame(place))];
};

/** A small disk of its own under the folder; undefined where nobody may make one. */
const mountDisk = (folder: string): string | undefined => {
  const disk = join(folder, 'store');
  mkdirSync(disk, { mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0700', 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return undefined;
  }
};

const fillUp = (file: string): void => {
  const handle = openSync(file, 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4096));
  } catch {
    closeSync(handle);
  }
};

describe('a store without space', () => {
  it(
    'sends nothing while the disk is full, and goes on when it is not',
    { timeout: PATIENCE },
    async ({ skip }) => {
      const folder = mkdtempSync(join(tmpdir(), 'callgate-life-'));
      const disk = mountDisk(folder);
      if (disk === undefined) {
        rmSync(folder, { recursive: true });
        console.log('nobody may mount a disk here: none is filled');
        skip();
        return;
      }
      try {
        const place = await FaultPlace.make(programs, folder);
        const ballast = join(disk, 'ballast');
        const wrong = await workThroughIt(place, {
          isWhole: true,
          fill: () => fillUp(ballast),
          free: () => rmSync(ballast),
        });
        await place.leave();
        expect(wrong).toEqual([]);
      } finally {
        execFileSync('umount', ['-l', disk]);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  it(
    'refuses calls while SQLite may make no more pages, and takes them again when it may',
    { timeout: PATIENCE },
    async () => {
      const wrong = await inPlace(programs, (place) =>
        workThroughIt(place, {
          env: { CALLGATE_PAGES: '150' },
          isWhole: false,
          fill: () => {},
          free: (pid) => process.kill(pid, 'SIGUSR2'),
        }),
      );
      expect(wrong).toEqual([]);
    },
  );

  it(
    'refuses or stops where a file may not grow, also in the middle of a page',
    { timeout: PATIENCE },
    async () => {
      const random = new Random(seedOf('file sizes'));
      // in blocks of 512 bytes; a life writes about 1.6 MB to its log
      const sizes = random.shuffled(spread(random, 3000, SIZES).map((size) => size + 200));
      const codes: (number | null)[] = [];
      await inLanes(LANES, chunks(sizes, LIVES_IN_A_PLACE), (some) =>
        inPlace(programs, async (place) => {
          for (const size of some) {
            const wrap = (command: readonly string[]): readonly string[] => [
              'sh',
              '-c',
              'ulimit -f "$0"; exec "$@"',
              String(size),
              ...command,
            ];
            const { code, complaint } = await place.live({ wrap });
            codes.push(code);
            expect([0, EXIT.stopped], `${size}: ${complaint}`).toContain(code);
            expect(await judge(place, { recover: true }), `${size} in ${place.folder}`).toEqual([]);
          }
          expect(await place.live()).toMatchObject({ code: 0 });
          expect(await judge(place, { ended: true })).toEqual([]);
        }),
      );
      expect(codes).toContain(EXIT.stopped);
    },
  );
});
