import { expect, it } from 'vitest';
import { TaskTrial } from './tasks-trial.ts';

const SEEDS = process.env['CALLGATE_DEEP'] === '1' ? 500 : 60;
const STEPS = 60;

it('what anybody was told of a task that is over stays so for everybody, whoever is cut off or suspended', async () => {
  let looks = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const trial = new TaskTrial(seed);
    for (let step = 0; step < STEPS; step += 1) await trial.step();
    await trial.end();
    expect(trial.problems, `seed ${seed}`).toEqual([]);
    looks += trial.looks;
  }
  expect(looks).toBeGreaterThan(SEEDS);
});
