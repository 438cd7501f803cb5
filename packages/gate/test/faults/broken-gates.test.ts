import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stores } from '../stores.ts';
import type { BrokenGate } from './broken-gates.ts';
import { judge } from './judge.ts';
import type { LifeOptions, Programs } from './fault-place.ts';
import { inPlace, makePrograms } from './fault-place.ts';
import { canTrace, withTrace } from './strace.ts';

let programs: Programs;
beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

const atCall = (call: string, k: number): LifeOptions => ({
  fresh: true,
  fault: { call, effect: 'signal=KILL', when: String(k) },
});

/** Kills as in the other tests. */
const KILLS: readonly LifeOptions[] = [
  { fresh: true, failpoint: 'oracle:written:1:kill' },
  { fresh: true, failpoint: 'oracle:written:4:kill' },
  { fresh: true, failpoint: 'settle:committed:2:kill' },
];

/** In the middle of what is written right after something was sent to the upstream. */
const afterSending = (broken: BrokenGate): Promise<readonly LifeOptions[]> =>
  inPlace(programs, async (place) => {
    const wrap: LifeOptions['wrap'] = (command) =>
      withTrace(['write', 'pwrite64'], place.trace, command, ['-s', '200']);
    expect(await place.live({ fresh: true, broken, wrap })).toMatchObject({ code: 0 });
    const kills: LifeOptions[] = [];
    let writes = 0;
    for (const line of readFileSync(place.trace, 'utf8').split('\n'))
      if (line.startsWith('pwrite64(')) writes += 1;
      else if (line.includes(String.raw`\"attempt\":1,\"call\"`)) kills.push(atCall('pwrite64', writes + 3));
    return kills.slice(0, 3);
  });

/** Everything that was found wrong with a gate. */
const found = (broken: BrokenGate | '', kills: readonly LifeOptions[]): Promise<readonly string[]> =>
  inPlace(programs, async (place) => {
    const problems: string[] = [];
    for (const kill of kills) {
      expect(await place.live({ ...kill, broken })).toMatchObject({ killed: true });
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
    ['sends-again', /arrived twice/],
    ['sees-to-nobody', /is still dispatching, and nobody lives/],
  ])('after kills, though nothing shows before: one that %s', async ([broken, problem]) => {
    expect(await found(broken, [])).toEqual([]);
    expect(await found(broken, KILLS)).toContainEqual(expect.stringMatching(problem));
  });

  it.runIf(stores().name === 'sqlite' && canTrace())(
    'by a kill in the middle of what it writes, though nothing shows before: one that sends-first',
    async () => {
      const kills = await afterSending('sends-first');
      expect(await found('sends-first', [])).toEqual([]);
      expect(await found('', kills)).toEqual([]);
      expect(await found('sends-first', kills)).toContainEqual(
        expect.stringMatching(/arrived, and its intent is not in the record/),
      );
    },
  );

  it.for<[BrokenGate, RegExp]>([
    ['sends-twice', /arrived twice/],
    ['forgets-intents', /arrived, and its intent is not in the record/],
    ['forgets-outcomes', /is done, and the record ends with dispatching/],
    ['forgets-refusals', /is held, and the record ends with refused/],
  ])('without a kill: one that %s', async ([broken, problem]) => {
    expect(await found(broken, [])).toContainEqual(expect.stringMatching(problem));
  });
});
