import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokenGate } from '../../gate/test/faults/broken-gates.ts';
import { FollowedJournal } from '../../gate/test/faults/followed-journal.ts';
import { factsOf, judge } from '../../gate/test/faults/judge.ts';
import { until } from '../../gate/test/faults/until.ts';
import { Company, makeWorker } from './company.ts';

const PATIENCE = 300_000;
const HOUR = 3_600_000;
const MOST_ROUNDS = 60;
const MOST_MS = 240_000;

let worker: Awaited<ReturnType<typeof makeWorker>>;
beforeAll(async () => {
  worker = await makeWorker();
}, 120_000);
afterAll(() => worker.remove());

/** Three work until enough has happened. Everything that was found wrong with them. */
const found = async (broken: BrokenGate | ''): Promise<readonly string[]> => {
  const company = await Company.found(worker.program, { follows: false });
  const journal = new FollowedJournal(company.files.journal);
  try {
    const workers = await Promise.all(
      [0, 3 * HOUR, -3 * HOUR].map((skew, n) => company.work(`w${n}`, skew, broken)),
    );
    const lines = (what: string): number => journal.lines.filter((line) => line.what === what).length;
    // gates that are broken may end early, and then nothing more happens
    let isOver = false;
    const ending = Promise.all(workers.map(({ ended }) => ended)).finally(() => {
      isOver = true;
    });
    const [votes, calls] = broken === '' ? [50, 120] : [30, 70];
    await until(() => isOver || (lines('voted') >= votes && lines('over') >= calls));
    writeFileSync(company.files.stop, '');
    const ends = await ending;
    if (broken === '') expect(ends).toEqual(workers.map(() => ({ code: 0, signal: null, complaint: '' })));
    // those that are broken may end before much has happened: another round catches them
    if (broken === '') expect((await factsOf(company)).log.frames.length).toBeGreaterThan(30);
    return await judge(company, { recover: true });
  } finally {
    journal.close();
    await company.remove(false);
  }
};

describe('of three gates on one database, those that are broken are caught', { timeout: PATIENCE }, () => {
  it('and those that are not, are not', async () => {
    expect(await found('')).toEqual([]);
  });

  it.for<[BrokenGate, RegExp]>([
    ['forgets-winners', /arrived twice/],
    ['forgets-intents', /arrived, and its intent is not in the record/],
    ['counts-one-twice', /no vote of (?:ann|bob) is in the record before it/],
    ['honours-ended', /the grant had ended/],
  ])('those that %s', async ([broken, problem]) => {
    // whether the moment comes in one round is chance: a gate that is broken is caught in one of several
    let problems: readonly string[] = [];
    const end = performance.now() + MOST_MS;
    const isCaught = (): boolean => problems.some((each) => problem.test(each));
    for (let round = 0; round < MOST_ROUNDS && performance.now() < end && !isCaught(); round += 1)
      problems = await found(broken);
    expect(problems).toContainEqual(expect.stringMatching(problem));
  });
});
