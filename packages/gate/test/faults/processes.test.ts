import { writeFileSync } from 'node:fs';
import type { CallRow } from '@callgate/gate/record';
import type { Store } from '@callgate/gate/store';
import { openKeys } from '@callgate/gate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testLimit, trackSteps } from '../long-test.ts';
import { Random, cases, seedOf } from '../random.ts';
import { stores } from '../stores.ts';
import { judge } from './judge.ts';
import type { FaultPlace, Programs, WorkerProcess } from './fault-place.ts';
import { inPlace, makePrograms } from './fault-place.ts';
import { pause, until } from './until.ts';

const KILLS = cases(stores().name === 'sqlite' ? 5 : 4, 200);
const PATIENCE = testLimit(8);
/** How often at most one is stopped, until that is at a moment at which it keeps nobody out. */
const STOPS = 40;
/** How often at most one is killed, until something was left behind. */
const MOST_KILLS = KILLS + 40;

let programs: Programs;
beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

/** What somebody has brought to an end, by their own account. */
const ended = (place: FaultPlace, name: string): number =>
  place.journal.filter((line) => line.what === 'over' && line.step.startsWith(`${name} `)).length;

/** Everybody named goes on. */
const goOn = async (place: FaultPlace, names: readonly string[]): Promise<void> => {
  const before = new Map(names.map((name) => [name, ended(place, name)]));
  await until(() => names.every((name) => ended(place, name) > (before.get(name) ?? 0) + 4));
};

const openOf = async (store: Store, instance: string): Promise<readonly CallRow[]> => {
  const { items } = await store.read.search({ states: ['held', 'approved', 'dispatching'] }, { limit: 1000 });
  return items.filter((row) => row.instance === instance);
};

/** Three on one store, and somebody who only looks. */
const inCompany = (
  work: (place: FaultPlace, store: Store, workers: Map<string, WorkerProcess>) => Promise<void>,
): Promise<void> =>
  inPlace(programs, async (place) => {
    const workers = new Map<string, WorkerProcess>();
    for (const name of ['a', 'b', 'c']) workers.set(name, await place.work(name));
    const store = await place.openBeside(openKeys(place.files.keys));
    try {
      await work(place, store, workers);
    } finally {
      writeFileSync(place.files.stop, '');
      for (const { child } of workers.values()) child.kill('SIGCONT');
      await store.close();
    }
    for (const worker of workers.values())
      expect(await worker.ended).toMatchObject({ code: 0, complaint: '' });
    expect(await judge(place, { recover: true }), place.folder).toEqual([]);
  });

it(
  `of three processes on one store, one is killed ${KILLS} times: the others go on, and see to what it left`,
  { timeout: PATIENCE },
  async () => {
    const random = new Random(seedOf('processes'));
    const left = { indeterminate: 0, withdrawn: 0 };
    const step = trackSteps();
    await inCompany(async (place, store, workers) => {
      const isEnough = (): boolean => left.indeterminate > 0 && left.withdrawn > 0;
      for (let kills = 1; kills <= KILLS || (kills <= MOST_KILLS && !isEnough()); kills += 1) {
        const name = random.pick([...workers.keys()]);
        const worker = workers.get(name);
        if (worker === undefined) throw new Error(name);
        step(`kill ${kills} of ${KILLS}, of ${name} in ${place.folder}`);
        await pause(random.below(300));
        const open = await openOf(store, worker.instance);
        worker.child.kill('SIGKILL');
        expect(await worker.ended).toMatchObject({ signal: 'SIGKILL' });
        await goOn(
          place,
          [...workers.keys()].filter((other) => other !== name),
        );
        await until(async () => (await openOf(store, worker.instance)).length === 0);
        for (const { id } of open) {
          const row = await store.read.call(id);
          // what it had brought to its end itself in its last moment is neither
          if (row?.fault?.code === 'PROCESS_GONE') {
            const readOnly = row.decision.facts.mutates === 'no';
            expect(row.state).toBe(readOnly ? 'failed' : 'indeterminate');
            left.indeterminate += 1;
            continue;
          }
          if (row?.fault?.code === 'REQUESTER_LEFT') left.withdrawn += 1;
          expect(['done', 'indeterminate', 'withdrawn']).toContain(row?.state);
        }
        workers.set(name, await place.work(`${name}${kills}`));
        workers.set(`${name}${kills}`, workers.get(name) ?? worker);
        workers.delete(name);
      }
    });
    console.log(`left behind: ${JSON.stringify(left)}`);
    expect(left.indeterminate).toBeGreaterThan(0);
    expect(left.withdrawn).toBeGreaterThan(0);
  },
);

it('whoever is only stopped for a while is not taken for dead', { timeout: PATIENCE }, async () => {
  await inCompany(async (place, store, workers) => {
    const stopped = workers.get('a');
    if (stopped === undefined) throw new Error('nobody');
    const isOut = async (): Promise<boolean> =>
      (await openOf(store, stopped.instance)).some(({ state }) => state === 'dispatching');
    let found = false;
    for (let stops = 0; stops < STOPS && !found; stops += 1) {
      await until(isOut);
      stopped.child.kill('SIGSTOP');
      const out = (await openOf(store, stopped.instance)).filter(({ state }) => state === 'dispatching');
      // whoever is stopped in the middle of writing keeps the others out; that is not the case looked for here
      const others = goOn(place, ['b', 'c']).then(() => true);
      const went = await Promise.race([others, pause(3000).then(() => false)]);
      const after = await Promise.all(out.map(({ id }) => store.read.call(id)));
      stopped.child.kill('SIGCONT');
      await others;
      if (!went || out.length === 0) continue;
      expect(after.map((row) => row?.state)).toEqual(out.map(() => 'dispatching'));
      await until(async () => {
        const rows = await Promise.all(out.map(({ id }) => store.read.call(id)));
        return rows.every((row) => row?.state === 'done');
      });
      found = true;
    }
    expect(found, `${STOPS} times it was stopped in the middle of writing`).toBe(true);
    await goOn(place, ['a', 'b', 'c']);
  });
});
