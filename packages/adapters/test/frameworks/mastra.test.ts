import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { behavesLikeAGate } from '../suite/suite.ts';

describe('tools of the program', () => {
  behavesLikeAGate(() => loadDriver('mastra'));
});

describe('tools of MCP servers', () => {
  behavesLikeAGate(() => loadDriver('mastra', 'mcp-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('mastra/quick-start.ts')).toBe('Noted. stop\nsave_note done\n');
});

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  const stdout = await runProgram('mastra/example.ts');
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
