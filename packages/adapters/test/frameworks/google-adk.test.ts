import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { MAIL_STORY, mailStoryIn } from './notes-example.ts';

describe('the plugin of the gate alone', () => {
  testGateBehaviour(() => loadDriver('google-adk'));
});

describe('the security plugin with the gate as its policy engine', () => {
  testGateBehaviour(() => loadDriver('google-adk', 'security-driver.ts'));
});

describe('tools of an MCP server', () => {
  testGateBehaviour(() => loadDriver('google-adk', 'mcp-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('google-adk/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  expect(mailStoryIn(await runProgram('google-adk/example.ts'))).toEqual(MAIL_STORY);
});
