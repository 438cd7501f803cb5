import { afterAll, beforeAll, expect, it } from 'vitest';
import { testLimit, trackSteps } from '../long-test.ts';
import { Random, cases, seedOf } from '../random.ts';
import { stores } from '../stores.ts';
import { readJournal } from './journal.ts';
import { judge } from './judge.ts';
import { chunks, inLanes } from './lanes.ts';
import type { LifeOptions, FaultPlace, Programs } from './fault-place.ts';
import { inPlace, makePrograms } from './fault-place.ts';
import { STEPS } from './script.ts';
import { spread } from './spread.ts';
import { canTrace, countCalls, withTrace } from './strace.ts';

/** Everything by which a gate changes what lasts or reaches somebody. How many of each in the short form. */
const CALLS: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, number>>>> = {
  sqlite: {
    pwrite64: 4,
    write: 2,
    fsync: 1,
    fdatasync: 2,
    ftruncate: 1,
    unlink: 1,
    openat: 1,
    connect: 1,
    mkdir: 1,
    link: 1,
  },
  postgres: { write: 2, writev: 1, fsync: 1, openat: 1, connect: 1, link: 1 },
};
/** How many in all, at failpoints, and at calls. */
const [KILLS, FAILPOINTS, AT_CALLS] =
  stores().name === 'sqlite'
    ? [cases(30, 10_000), cases(4, Infinity), cases(13, 2500)]
    : [cases(17, 10_000), cases(3, Infinity), cases(6, 1000)];
const HERE = CALLS[stores().name];
const LANES = 2;
const LIVES_IN_A_PLACE = 10;
const PATIENCE = testLimit(8);

let programs: Programs;
beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

it('the scripted life ends as it is written, and can be lived again', async () => {
  await inPlace(programs, async (place) => {
    for (const life of [1, 2]) {
      expect(await place.live()).toMatchObject({ code: 0, complaint: '' });
      const lines = readJournal(place.files.journal).filter((line) => 'life' in line && line.life === life);
      const told = lines.flatMap((line) => (line.what === 'over' ? [[line.step, line.state] as const] : []));
      expect(new Map(told)).toEqual(new Map(STEPS.map(({ id, ends }) => [id, ends])));
      const attempts = STEPS.reduce((sum, step) => sum + step.attempts, 0);
      expect(lines.filter(({ what }) => what === 'sends')).toHaveLength(attempts);
      const did = lines.flatMap((line) => (line.what === 'did' ? [[line.step, line.rows] as const] : []));
      expect(Object.fromEntries(did)).toEqual({ says: 1, signs: 0, declassifies: 2, ends: 1 });
      expect(await judge(place, { ended: true })).toEqual([]);
    }
  });
});

/** What a life does, where nobody has lived before and where somebody has: there it can be killed. */
interface LifeMeasurement {
  readonly first: ReadonlyMap<string, number>;
  readonly later: ReadonlyMap<string, number>;
  readonly failpoints: number;
  /** From the open gate to the end. */
  readonly ms: number;
}

const measure = (trace: boolean): Promise<LifeMeasurement> =>
  inPlace(programs, async (place) => {
    const calls: ReadonlyMap<string, number>[] = [];
    const wrap: LifeOptions['wrap'] = (command) => withTrace(Object.keys(HERE), place.trace, command);
    for (const _ of trace ? ['first', 'second'] : []) {
      expect(await place.live({ fresh: true, wrap })).toMatchObject({ code: 0 });
      calls.push(countCalls(place.trace));
    }
    let ready = 0;
    const ended = await place.live({ fresh: true, onReady: () => (ready = performance.now()) });
    expect(ended.code).toBe(0);
    const last = readJournal(place.files.journal).at(-1);
    const [first = new Map(), later = new Map()] = calls;
    return {
      first,
      later,
      failpoints: last?.what === 'closed' ? last.failpoints : 0,
      ms: performance.now() - ready,
    };
  });

/** One way to kill a life, and whether the next process sees to what is left or the test does. */
interface Kill {
  readonly name: string;
  readonly options: LifeOptions;
  readonly recover: boolean;
}

class Killer {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  #kill(name: string, options: LifeOptions): Kill {
    return { name, options, recover: this.#random.chance(0.5) };
  }

  atCalls(counts: ReadonlyMap<string, number>, share: number): readonly Kill[] {
    return Object.entries(HERE).flatMap(([call, wanted]) =>
      spread(this.#random, counts.get(call) ?? 0, cases(Math.ceil(wanted * share), Infinity)).map((k) =>
        this.#kill(`${call} ${k}`, {
          fresh: true,
          fault: { call, effect: 'signal=KILL', when: String(k) },
        }),
      ),
    );
  }

  atFailpoints(count: number): readonly Kill[] {
    return spread(this.#random, count, FAILPOINTS).map((n) =>
      this.#kill(`failpoint ${n}`, { fresh: true, failpoint: `*:${n}:kill` }),
    );
  }

  /** At a moment that nobody chose, half of the time in a life that goes on with others. */
  atRandom(ms: number): Kill {
    const delay = this.#random.below(Math.ceil(ms));
    const fresh = this.#random.chance(0.5);
    const onReady: LifeOptions['onReady'] = (child) => void setTimeout(() => child.kill('SIGKILL'), delay);
    return this.#kill(`${delay} ms after its gate was open`, { fresh, onReady });
  }

  /** Places to live in: each begins with a first life, as long as there are any. */
  rounds(firsts: readonly Kill[], laters: readonly Kill[]): readonly (readonly Kill[])[] {
    const left = this.#random.shuffled(firsts);
    const rounds = chunks(this.#random.shuffled(laters), LIVES_IN_A_PLACE - 1);
    return [
      ...rounds.map((round) => [...left.splice(0, 1), ...round]),
      ...left.splice(0).map((first) => [first]),
    ];
  }
}

it(
  `a gate that is killed ${KILLS} times sends nothing that is not in the record, and loses nothing anybody was told`,
  { timeout: PATIENCE },
  async () => {
    const killer = new Killer(seedOf('kills'));
    const trace = canTrace();
    const { first, later, failpoints, ms } = await measure(trace);
    const count = { calls: 0, failpoints: 0, moments: 0, missed: 0 };
    const kills = (): number => count.calls + count.failpoints + count.moments;

    const step = trackSteps();
    const live = async (place: FaultPlace, { name, options, recover }: Kill): Promise<void> => {
      step(`${JSON.stringify(count)}, ${name} in ${place.folder}`);
      const ended = await place.live(options);
      const what = `${name} in ${place.folder}`;
      if (!ended.killed) expect(ended, what).toMatchObject({ code: 0 });
      if (!ended.killed) count.missed += 1;
      else if (options.fault !== undefined) count.calls += 1;
      else if (options.failpoint !== undefined) count.failpoints += 1;
      else count.moments += 1;
      expect(await judge(place, { recover }), `killed at ${what}`).toEqual([]);
    };
    const round = (all: readonly Kill[]): Promise<void> =>
      inPlace(programs, async (place) => {
        for (const one of all) await live(place, one);
        expect(await place.live(), place.folder).toMatchObject({ code: 0 });
        expect(await judge(place, { ended: true }), `at the end in ${place.folder}`).toEqual([]);
      });

    const laters = [...killer.atCalls(later, 1), ...killer.atFailpoints(failpoints)];
    await inLanes(LANES, killer.rounds(killer.atCalls(first, 0.2), laters), round);
    while (kills() < KILLS) {
      const some = Array.from({ length: KILLS - kills() }, () => killer.atRandom(ms));
      await inLanes(LANES, killer.rounds([], some), round);
    }
    console.log(
      `killed at ${count.calls} system calls, ${count.failpoints} failpoints and ${count.moments} random moments; ` +
        `${count.missed} lives ended before`,
    );
    expect(count.failpoints).toBeGreaterThanOrEqual(Math.min(FAILPOINTS, failpoints) - cases(3, 5));
    if (trace) expect(count.calls).toBeGreaterThanOrEqual(AT_CALLS);
  },
);
