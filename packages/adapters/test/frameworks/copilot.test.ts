import { expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { behavesLikeAGate } from '../suite/suite.ts';

behavesLikeAGate(() => loadDriver('copilot'));

it('runs the quick start', async () => {
  expect(await runProgram('copilot/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, tools of the host, approved in another process, blocked, recorded', async () => {
  const stdout = await runProgram('copilot/example.ts');
  expect(stdout.split('\n').filter((line) => /^ {2}(outbox|touched):/.test(line))).toEqual([
    '  outbox: (empty)',
    '  touched: no',
    '  outbox: (empty)',
    '  outbox: ann@example.com: Rome, 3 to 7 May, Hotel Aurora',
  ]);
  const recorded = [...stdout.matchAll(/^ +\d+ {2}(\S+) +(\S+\/\S+)$/gm)].map(
    ([, event, tool]) => `${tool} ${event}`,
  );
  expect(recorded.toSorted()).toEqual(
    [
      'app/read_notes dispatching',
      'app/read_notes done',
      'app/search_web dispatching',
      'app/search_web done',
      'app/send_mail held',
      'host-copilot/view dispatching',
      'host-copilot/view done',
      'host-copilot/bash held',
      'app/send_mail vote',
      'app/send_mail approved',
      'app/send_mail dispatching',
      'app/send_mail done',
      'app/wipe_notes blocked',
    ].toSorted(),
  );
});
