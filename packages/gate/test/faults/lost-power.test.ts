import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Keys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testLimit } from '../long-test.ts';
import { Random, cases, seedOf } from '../random.ts';
import type { FaultFiles } from './files.ts';
import { filesIn } from './files.ts';
import { linesIn } from './journal.ts';
import { judge } from './judge.ts';
import type { LifeOptions, FaultPlace, Programs } from './fault-place.ts';
import { inPlace, makePrograms } from './fault-place.ts';
import type { DiskOperation, SurvivingBytes } from './recorded-disk.ts';
import { RECORDED, RECORD_OPTIONS, RecordedDisk, readDeeds, sectors } from './recorded-disk.ts';
import { STEPS } from './script.ts';
import { spread } from './spread.ts';
import { canTrace, withTrace } from './strace.ts';
import { HARMLESS_READS } from './tools.ts';

const MOMENTS = cases(5, Infinity);
const PATIENCE = testLimit(8);

let programs: Programs;
beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

/** A life as its disk and its upstream saw it. */
interface RecordedLife {
  readonly files: FaultFiles;
  readonly before: ReadonlyMap<string, Buffer>;
  readonly deeds: readonly DiskOperation[];
  /** What was known and sent before it. */
  readonly journal: string;
  readonly log: string;
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const filesBelow = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    existsSync(folder)
      ? readdirSync(folder)
          .map((name) => join(folder, name))
          .filter((path) => statSync(path).isFile())
          .map((path) => [path, readFileSync(path)])
      : [],
  );

const record = async (place: FaultPlace, options: LifeOptions = {}): Promise<RecordedLife> => {
  const { files } = place;
  const [journal, log] = [textOf(files.journal), textOf(files.log)];
  const before = filesBelow(dirname(files.database));
  const wrap: LifeOptions['wrap'] = (command) => withTrace(RECORDED, place.trace, command, RECORD_OPTIONS);
  expect(await place.live({ ...options, wrap })).toMatchObject({ code: 0 });
  return { files, before, deeds: readDeeds(readFileSync(place.trace, 'utf8')), journal, log };
};

const isSent = (deed: DiskOperation): boolean =>
  deed.type === 'say' && deed.to.startsWith('socket:') && deed.bytes.includes('"attempt"');

/** The world as others know it when the power goes right after a deed. */
const known = (
  { files, journal, log, deeds }: RecordedLife,
  moment: number,
): Pick<RecordedLife, 'journal' | 'log'> => {
  const past = deeds.slice(0, moment);
  const lines = log.split('\n').length - 1;
  const sent = past.filter(isSent).flatMap((deed) => (deed.type === 'say' ? [deed.bytes] : []));
  return {
    journal:
      journal +
      past.map((deed) => (deed.type === 'say' && deed.to === files.journal ? deed.bytes : '')).join(''),
    log:
      log +
      sent
        .map((bytes, index) => {
          const n = lines + index + 1;
          return `${JSON.stringify({ n, connection: `sent ${n}`, bytes: bytes.toString('base64') })}\n`;
        })
        .join(''),
  };
};

const READS: ReadonlySet<string> = new Set(
  STEPS.filter(({ tool }) => HARMLESS_READS.has(tool)).map(({ id }) => id),
);

/** Calls of harmless reads of which something was told after the last sync: their last entries need not have lasted. */
const unsyncedReads = ({ files, deeds }: RecordedLife, moment: number): ReadonlySet<string> => {
  const past = deeds.slice(0, moment);
  const synced = past.findLastIndex((deed) => deed.type === 'sync' && deed.path.endsWith('-wal'));
  const told = past
    .slice(synced + 1)
    .map((deed) => (deed.type === 'say' && deed.to === files.journal ? deed.bytes.toString() : ''))
    .join('');
  return new Set(
    linesIn(told).flatMap((line) =>
      (line.what === 'sends' || line.what === 'over') && READS.has(line.step) ? [line.call] : [],
    ),
  );
};

/** Puts back what the disk has left, and judges it as after a kill. */
const judgeAfter = async (
  recorded: RecordedLife,
  moment: number,
  left: ReadonlyMap<string, Buffer>,
): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-power-'));
  const files = filesIn(folder);
  const store = dirname(files.database);
  mkdirSync(store, { mode: 0o700 });
  copyFileSync(recorded.files.keys, files.keys);
  for (const [path, bytes] of left)
    if (dirname(path) === dirname(recorded.files.database) && !path.endsWith('-shm'))
      writeFileSync(join(store, basename(path)), bytes, { mode: 0o600 });
  const { journal, log } = known(recorded, moment);
  writeFileSync(files.journal, journal);
  writeFileSync(files.log, log);
  try {
    const scene = {
      files,
      upstreamIsIdle: async () => {},
      open: (keys: Keys) => openSqliteStore({ path: files.database, keys }),
      problems: async () => [],
    };
    return await judge(scene, { recover: true, unsynced: unsyncedReads(recorded, moment) });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Ways in which a disk may lose what was not synced. */
const fates = (
  random: Random,
): readonly (readonly [name: string, luck: SurvivingBytes, names: boolean])[] => [
  ['all of it', () => 0, false],
  ['the names of files', () => Infinity, false],
  ['nothing', () => Infinity, true],
  ['some of it', () => (random.chance(0.5) ? Infinity : 0), random.chance(0.5)],
  [
    'parts of it',
    (change) => {
      if (change.type === 'truncate') return random.chance(0.5) ? 1 : 0;
      return random.chance(0.5) ? change.bytes.length : sectors(random.below(change.bytes.length + 1));
    },
    random.chance(0.5),
  ],
];

/** Right after something was sent or somebody was told something, and at other moments besides. */
const moments = (random: Random, { deeds, files }: RecordedLife): readonly number[] => {
  const weighty = deeds.flatMap((deed, index) =>
    isSent(deed) || (deed.type === 'say' && deed.to === files.journal) ? [index + 1] : [],
  );
  const some = spread(random, weighty.length, MOMENTS).map((n) => weighty[n - 1] ?? 0);
  return [...new Set([...some, ...spread(random, deeds.length, MOMENTS)])].toSorted((a, b) => a - b);
};

/** Everything that is found wrong by moment and fate, until something like `until` is. */
const problems = async (
  random: Random,
  recorded: RecordedLife,
  deeds: readonly DiskOperation[] = recorded.deeds,
  until?: RegExp,
): Promise<{ readonly states: number; readonly found: readonly string[] }> => {
  const disk = new RecordedDisk(recorded.before);
  const found: string[] = [];
  let states = 0;
  let past = 0;
  for (const moment of moments(random, recorded)) {
    if (until !== undefined && found.some((problem) => until.test(problem))) break;
    for (const deed of deeds.slice(past, moment)) disk.do(deed);
    past = moment;
    for (const [name, luck, names] of fates(random)) {
      states += 1;
      const wrong = await judgeAfter(recorded, moment, disk.after(luck, names));
      found.push(...wrong.map((problem) => `power lost at ${moment}, and ${name} with it: ${problem}`));
    }
  }
  return { states, found };
};

const LOST = /its intent is not in the record/;

describe.runIf(canTrace())('a machine that loses its power', () => {
  it(
    'keeps every intent of what was sent and everything anybody was told, but for reads right before that change nothing',
    { timeout: PATIENCE },
    async () => {
      const random = new Random(seedOf('lost power'));
      await inPlace(programs, async (place) => {
        const first = await problems(random, await record(place));
        expect(first.found).toEqual([]);
        const later = await problems(random, await record(place));
        expect(later.found).toEqual([]);
        console.log(`disks that lost something and were judged: ${first.states + later.states}`);
      });
    },
  );

  it('is not safe with a store that does not sync: that is caught', { timeout: PATIENCE }, async () => {
    const random = new Random(seedOf('lost power without syncs'));
    await inPlace(programs, async (place) => {
      await place.live();
      const recorded = await record(place, { broken: 'never-syncs' });
      expect(await place.live()).toMatchObject({ code: 0 });
      expect((await problems(random, recorded, recorded.deeds, LOST)).found).toContainEqual(
        expect.stringMatching(LOST),
      );
    });
  });

  it(
    'is not safe with a store that syncs writes as late as harmless reads: that is caught',
    { timeout: PATIENCE },
    async () => {
      const random = new Random(seedOf('lost power before a late sync'));
      await inPlace(programs, async (place) => {
        await place.live();
        const recorded = await record(place, { broken: 'syncs-late' });
        expect((await problems(random, recorded, recorded.deeds, LOST)).found).toContainEqual(
          expect.stringMatching(LOST),
        );
      });
    },
  );

  it(
    'is not safe on a disk that only says that it synced: that is caught too',
    { timeout: PATIENCE },
    async () => {
      const random = new Random(seedOf('lost power on a disk that lies'));
      await inPlace(programs, async (place) => {
        await place.live();
        const recorded = await record(place);
        const lying = recorded.deeds.map((deed): DiskOperation =>
          deed.type === 'sync' ? { type: 'say', to: 'nobody', bytes: Buffer.alloc(0) } : deed,
        );
        expect((await problems(random, recorded, lying, LOST)).found).toContainEqual(
          expect.stringMatching(LOST),
        );
      });
    },
  );
});
