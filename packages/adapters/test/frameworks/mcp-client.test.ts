import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { behavesLikeAGate } from '../suite/suite.ts';

describe('SDK version 1', () => {
  behavesLikeAGate(() => loadDriver('mcp-client'));
});

describe('SDK version 2', () => {
  behavesLikeAGate(() => loadDriver('mcp-client', 'v2-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('mcp-client/quick-start.ts')).toContain('saved: buy bread');
});

it('runs the example: auto, held, asked for again, approved in another process, blocked, recorded', async () => {
  const stdout = await runProgram('mcp-client/example.ts');
  const outboxes = stdout.split('\n').filter((line) => line.startsWith('  outbox:'));
  expect(outboxes).toEqual([
    '  outbox: (empty)',
    '  outbox: (empty)',
    '  outbox: ann@example.com: Rome, 3 to 7 May',
  ]);
  const recorded = [...stdout.matchAll(/^ +\d+ {2}(\S+) +app\/(\S+)$/gm)].map(
    ([, event, tool]) => `${tool} ${event}`,
  );
  expect(recorded).toEqual([
    'read_notes dispatching',
    'read_notes done',
    'send_mail held',
    'send_mail vote',
    'send_mail approved',
    'send_mail dispatching',
    'send_mail done',
    'wipe_notes blocked',
  ]);
});
