import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { MAIL_STORY, mailStoryIn } from './notes-example.ts';

describe('function tools', () => {
  testGateBehaviour(() => loadDriver('openai-agents'));
});

describe('tools of MCP servers', () => {
  testGateBehaviour(() => loadDriver('openai-agents', 'mcp-driver.ts'));
});

describe('tools of MCP servers as function tools', () => {
  testGateBehaviour(() => loadDriver('openai-agents', 'mcp-tools-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('openai-agents/quick-start.ts')).toBe('Noted. 0 waiting\nsave_note done\n');
});

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  expect(mailStoryIn(await runProgram('openai-agents/example.ts'))).toEqual(MAIL_STORY);
});
