import { expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { RunningFiles } from './running-files.ts';

const MINUTE = 60_000;

const moduleOf = (relativeModuleId: string): TestModule => ({ relativeModuleId }) as TestModule;

it('names the files and tests that run for ten minutes, every ten minutes', () => {
  const told: string[] = [];
  let now = 0;
  const files = new RunningFiles(
    (text) => told.push(text),
    () => now,
  );
  files.onTestModuleStart(moduleOf('quick.test.ts'));
  files.onTestModuleStart(moduleOf('slow.test.ts'));
  files.onTestCaseReady({ module: moduleOf('slow.test.ts'), fullName: 'ends' });
  files.onTestCaseResult({ module: moduleOf('slow.test.ts'), fullName: 'ends' });
  files.onTestCaseReady({ module: moduleOf('slow.test.ts'), fullName: 'hangs' });
  now = 9 * MINUTE;
  files.look();
  files.onTestModuleEnd(moduleOf('quick.test.ts'));
  expect(told).toEqual([]);
  for (now of [10, 12, 20].map((minutes) => minutes * MINUTE)) files.look();
  expect(told).toEqual([
    'still running:\n  slow.test.ts, for 10 min\n    hangs\n',
    'still running:\n  slow.test.ts, for 20 min\n    hangs\n',
  ]);
});
