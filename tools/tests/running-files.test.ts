import { expect, it } from 'vitest';
import { RunningFiles } from './running-files.ts';

it('knows the files that run, for how long, and the tests in them', () => {
  let now = 0;
  const running = new RunningFiles(() => now);
  running.hear({ is: 'start', file: 'quick.test.ts' });
  now = 5000;
  running.hear({ is: 'start', file: 'slow.test.ts' });
  running.hear({ is: 'test', file: 'slow.test.ts', test: 'ends', ended: false });
  running.hear({ is: 'test', file: 'slow.test.ts', test: 'ends', ended: true });
  running.hear({ is: 'test', file: 'slow.test.ts', test: 'hangs', ended: false });
  expect(running.files(5000)).toEqual(['quick.test.ts']);
  running.hear({ is: 'end', file: 'quick.test.ts', failed: false, ms: 5000 });
  now = 10_000;
  expect(running.files(5000)).toEqual(['slow.test.ts']);
  expect(running.list()).toBe('  slow.test.ts, for 5 s\n    hangs');
});
