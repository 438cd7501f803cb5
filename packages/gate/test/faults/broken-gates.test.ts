import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokenGate } from './broken-gates.ts';
import { judge } from './judge.ts';
import type { LifeOptions, Programs } from './place.ts';
import { inPlace, makePrograms } from './place.ts';
import { canTrace } from './strace.ts';

let programs: Programs;
beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

const atFailpoint = (name: string): LifeOptions => ({ fresh: true, failpoint: `${name}:kill` });
const atCall = (call: string, k: number): LifeOptions => ({
  fresh: true,
  fault: { call, effect: 'signal=KILL', when: String(k) },
});

/** Kills as in the other tests; a sound gate comes through all of them. */
const KILLS: readonly LifeOptions[] = [
  atFailpoint('oracle:written:1'),
  atFailpoint('oracle:written:4'),
  atFailpoint('settle:committed:2'),
  ...(canTrace() ? [12, 14, 16, 18, 20].map((k) => atCall('fsync', k)) : []),
];

/** Everything that was found wrong with a gate, and whether it took kills to see it. */
const found = (broken: BrokenGate | '', kills: readonly LifeOptions[]): Promise<readonly string[]> =>
  inPlace(programs, async (place) => {
    const problems: string[] = [];
    for (const kill of kills) {
      const { killed } = await place.live({ ...kill, broken });
      expect(killed).toBe(true);
      problems.push(...(await judge(place)));
    }
    await place.live({ broken });
    problems.push(...(await judge(place, { ended: true })));
    return [...new Set(problems)];
  });

describe('a gate that is broken is caught', () => {
  it('and one that is not, is not', async () => {
    expect(await found('', KILLS)).toEqual([]);
  });

  it.for<[BrokenGate, RegExp]>([
    ['acknowledges-early', /arrived, and its intent is not in the record/],
    ['sends-first', /arrived, and its intent is not in the record/],
    ['sends-again', /arrived twice/],
    ['sees-to-nobody', /is still dispatching, and nobody lives/],
  ])('after kills: one that %s', async ([broken, problem]) => {
    expect(await found(broken, KILLS)).toContainEqual(expect.stringMatching(problem));
  });

  it.for<[BrokenGate, RegExp]>([
    ['sends-twice', /arrived twice/],
    ['forgets-intents', /arrived, and its intent is not in the record/],
    ['forgets-outcomes', /is done, and the record ends with dispatching/],
    ['forgets-refusals', /is held, and the record ends with refused/],
  ])('without any: one that %s', async ([broken, problem]) => {
    expect(await found(broken, [])).toContainEqual(expect.stringMatching(problem));
  });
});
