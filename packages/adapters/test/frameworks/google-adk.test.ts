import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { behavesLikeAGate } from '../suite/suite.ts';

describe('the plugin of the gate alone', () => {
  behavesLikeAGate(() => loadDriver('google-adk'));
});

describe('the security plugin with the gate as its policy engine', () => {
  behavesLikeAGate(() => loadDriver('google-adk', 'security-driver.ts'));
});

describe('tools of an MCP server', () => {
  behavesLikeAGate(() => loadDriver('google-adk', 'mcp-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('google-adk/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  const stdout = await runProgram('google-adk/example.ts');
  expect(stdout.split('\n').filter((line) => line.startsWith('  outbox:'))).toEqual([
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
