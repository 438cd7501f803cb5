import { LOCAL_PRINCIPAL } from '@callgate/core';
import { contextKey } from '@callgate/core/label';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testLimit, trackSteps } from '../long-test.ts';
import { Random, cases, seedOf } from '../random.ts';
import { EXIT } from './files.ts';
import type { JournalLine } from './journal.ts';
import { readJournal } from './journal.ts';
import { factsOf, judge } from './judge.ts';
import { chunks, inLanes } from './lanes.ts';
import type { LifeEnd, LifeOptions, FaultPlace, Programs } from './fault-place.ts';
import { inPlace, makePrograms } from './fault-place.ts';
import { STEPS } from './script.ts';
import { spread } from './spread.ts';
import type { InjectedFault } from './strace.ts';
import { canTrace, countCalls, withTrace } from './strace.ts';

/** What goes wrong at which call on the files of the store, and at how many of them in the short form. */
const FAULTS: readonly (readonly [call: string, effect: string, short: number, lasts?: '+'])[] = [
  ['pwrite64', 'error=EIO', 3],
  ['pwrite64', 'error=ENOSPC', 3],
  ['pwrite64', 'retval=0', 2],
  ['pwrite64', 'error=EIO', 1, '+'],
  ['pwrite64', 'error=ENOSPC', 1, '+'],
  ['fsync', 'error=EIO', 1],
  ['fdatasync', 'error=EIO', 7],
  ['fdatasync', 'error=EIO', 1, '+'],
  ['ftruncate', 'error=EIO', 1],
  ['ftruncate', 'error=ENOSPC', 1],
  ['pread64', 'error=EIO', 2],
  ['openat', 'error=EMFILE', 1],
  ['unlink', 'error=EIO', 1],
];
const CALLS = [...new Set(FAULTS.map(([call]) => call))];
const LANES = 2;
const LIVES_IN_A_PLACE = 8;
const PATIENCE = testLimit(8);

/** What a store that failed may tell. */
const CODES: ReadonlySet<string> = new Set([
  'STORE_UNKNOWN',
  'STORE_BROKEN',
  'STORE_FULL',
  'STORE_BUSY',
  'STORE_READ',
]);

let programs: Programs;
beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

const storeFiles = ({ files: { database } }: FaultPlace): readonly string[] => [
  database,
  `${database}-wal`,
  `${database}-shm`,
];

/** How often a life makes each of the calls, where somebody has lived before. */
const counted = (): Promise<ReadonlyMap<string, number>> =>
  inPlace(programs, async (place) => {
    const only = storeFiles(place).flatMap((path) => ['-P', path]);
    const wrap: LifeOptions['wrap'] = (command) =>
      withTrace(CALLS, place.trace, command, ['-s', '0', ...only]);
    expect(await place.live()).toMatchObject({ code: 0 });
    expect(await place.live({ wrap })).toMatchObject({ code: 0 });
    return countCalls(place.trace);
  });

/** A call whose requester was told that nobody knows whether it was written, and which was never sent: here it is. */
interface UnsentCall {
  readonly call: string;
  readonly state: string;
}

const ghosts = async (place: FaultPlace, lines: readonly JournalLine[]): Promise<readonly UnsentCall[]> => {
  const { calls } = await factsOf(place);
  const sent = new Set(lines.flatMap((line) => (line.what === 'sends' ? [`${line.life} ${line.step}`] : [])));
  const doubtful = lines.flatMap((line) =>
    line.what === 'threw' && line.code === 'STORE_UNKNOWN' && !sent.has(`${line.life} ${line.step}`)
      ? [line]
      : [],
  );
  return doubtful
    .flatMap(({ life, step }) => {
      const [server = ''] = STEPS.find(({ id }) => id === step)?.tool.split('/') ?? [];
      const principal = LOCAL_PRINCIPAL.subject;
      const session = contextKey({ principal, context: `${server}-${life}`, authenticated: true });
      return [...calls.values()].filter((row) => row.session === session && row.key === step);
    })
    .map(({ id, state }) => ({ call: id, state }));
};

/** How a life took a fault, in a word. */
const tookIt = ({ code }: LifeEnd, lines: readonly JournalLine[]): string => {
  const threw = lines.flatMap((line) => (line.what === 'threw' ? [line.code] : []));
  if (threw.includes('STORE_UNKNOWN')) return 'unknown';
  if (threw.includes('STORE_FULL')) return 'full';
  if (threw.length > 0) return threw.join(' ');
  if (code !== 0) return lines.some(({ what }) => what === 'begins') ? 'stopped at its end' : 'did not open';
  return 'did not notice';
};

it.runIf(canTrace())(
  'a store that fails refuses or stops: nothing is sent without a record, and nobody is told what is not so',
  { timeout: PATIENCE },
  async () => {
    const random = new Random(seedOf('i/o errors'));
    const counts = await counted();
    const faults: InjectedFault[] = FAULTS.flatMap(([call, effect, short, lasts = '']) =>
      spread(random, counts.get(call) ?? 0, cases(short, Infinity)).map((i) => ({
        call,
        effect,
        when: `${i}${lasts}`,
      })),
    );
    const took = new Map<string, number>();
    const seen: Record<string, number> = { faults: 0, missed: 0, ghosts: 0 };
    const add = (map: Record<string, number>, what: string, n = 1): void =>
      void (map[what] = (map[what] ?? 0) + n);

    const step = trackSteps();
    const live = async (place: FaultPlace, fault: InjectedFault): Promise<readonly UnsentCall[]> => {
      step(`${JSON.stringify(seen)}, ${JSON.stringify(fault)} in ${place.folder}`);
      const before = readJournal(place.files.journal).length;
      const ended = await place.live({ fault: { ...fault, paths: storeFiles(place) } });
      const lines = readJournal(place.files.journal).slice(before);
      const what = `${fault.call} ${fault.effect} ${fault.when} in ${place.folder}`;
      add(seen, ended.injected ? 'faults' : 'missed');
      expect([0, EXIT.stopped], `${what}: ${ended.complaint}`).toContain(ended.code);
      const codes = lines.flatMap((line) => (line.what === 'threw' ? [line.code] : []));
      expect(
        codes.filter((code) => !CODES.has(code)),
        what,
      ).toEqual([]);
      if (codes.some((code) => code === 'STORE_UNKNOWN')) expect(ended.code, what).toBe(EXIT.stopped);
      const how = `${fault.call} ${fault.effect}: ${tookIt(ended, lines)}`;
      took.set(how, (took.get(how) ?? 0) + 1);
      const there = await ghosts(place, lines);
      add(seen, 'ghosts', there.length);
      expect(await judge(place, { recover: true }), what).toEqual([]);
      return there;
    };

    const round = (some: readonly InjectedFault[]): Promise<void> =>
      inPlace(programs, async (place) => {
        const all: UnsentCall[] = [];
        for (const fault of some) all.push(...(await live(place, fault)));
        expect(await place.live(), place.folder).toMatchObject({ code: 0 });
        expect(await judge(place, { ended: true }), `at the end in ${place.folder}`).toEqual([]);
        const { calls, log } = await factsOf(place);
        const sent = new Set(log.frames.map(({ sent: frame }) => frame?.call));
        const out = all.filter(({ state }) => state === 'dispatching').map(({ call }) => call);
        // it may have been the last word before the fault: nobody sends it, and nobody says that it was done
        const isGivenUp = (call: string): boolean => {
          const row = calls.get(call);
          return row?.state === (row?.decision.facts.mutates === 'no' ? 'failed' : 'indeterminate');
        };
        expect(out.filter((call) => sent.has(call) || !isGivenUp(call))).toEqual([]);
      });
    await inLanes(LANES, chunks(random.shuffled(faults), LIVES_IN_A_PLACE), round);
    console.log(
      JSON.stringify(seen),
      [...took]
        .toSorted()
        .map(([how, n]) => `\n  ${how}: ${n}`)
        .join(''),
    );
    expect(seen['faults']).toBeGreaterThanOrEqual(cases(18, 3000));
    expect(seen['ghosts']).toBeGreaterThan(0);
    expect([...took.keys()]).toEqual(
      expect.arrayContaining(['fdatasync error=EIO: unknown', 'pwrite64 error=ENOSPC: full']),
    );
  },
);
