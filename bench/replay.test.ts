import { describe, expect, it } from 'vitest';
import { SETTINGS, findRuns, runSetting, checkReplayTargets } from './replay.ts';

const runs = findRuns('what the presets promise on recorded runs');

describe.skipIf(runs === undefined)('on recorded runs', () => {
  const promised = SETTINGS.filter(({ name }) =>
    ['intent', 'intent, roles inferred', 'intent, no destructiveHint'].includes(name),
  );

  it('the preset intent stops and asks as promised, with roles said and inferred, and without destructive hints', () => {
    if (runs === undefined) return;
    const results = new Map(promised.map((setting) => [setting.name, runSetting(runs, setting)]));
    const wanted = checkReplayTargets(results);
    expect(wanted).toHaveLength(11);
    expect(wanted.filter(({ met }) => !met)).toEqual([]);
    const total = results.get('intent');
    expect([total?.attacks.total.attacks, total?.benign.total.benign, total?.obedient.total.attacks]).toEqual(
      [4812, 1588, 929],
    );
  });

  it('hidden words make it stricter, run by run', () => {
    if (runs === undefined) return;
    const [plain, hidden] = (['intent', 'intent, words hidden'] as const).map((name) => {
      const setting = SETTINGS.find((entry) => entry.name === name);
      if (setting === undefined) throw new Error(`no setting ${name}`);
      return runs.score('benign', setting).total;
    });
    expect(hidden?.held).toBeGreaterThan(plain?.held ?? Infinity);
    expect(hidden?.zeroPrompt).toBeLessThan(plain?.zeroPrompt ?? 0);
  });
});
