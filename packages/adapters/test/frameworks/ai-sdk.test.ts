import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';

describe('tools of the program', () => {
  testGateBehaviour(() => loadDriver('ai-sdk'));
});

describe('tools of an MCP server', () => {
  testGateBehaviour(() => loadDriver('ai-sdk', 'mcp-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('ai-sdk/quick-start.ts')).toBe('Noted.\n');
});

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  const stdout = await runProgram('ai-sdk/example.ts');
  const outboxes = stdout.split('\n').filter((line) => line.startsWith('  outbox:'));
  expect(outboxes).toEqual([
    '  outbox: (empty)',
    '  outbox: (empty)',
    '  outbox: ann@example.com: Rome, 3 to 7 May, Hotel Aurora',
  ]);
  const recorded = [...stdout.matchAll(/^ +\d+ {2}(\S+) +app\/(\S+)$/gm)].map(
    ([, event, tool]) => `${tool} ${event}`,
  );
  expect(recorded).toEqual([
    'read_notes dispatching',
    'search_web dispatching',
    'read_notes done',
    'search_web done',
    'send_mail held',
    'send_mail vote',
    'send_mail approved',
    'send_mail dispatching',
    'send_mail done',
    'wipe_notes blocked',
  ]);
});
