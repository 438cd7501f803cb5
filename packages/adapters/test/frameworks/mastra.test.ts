import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { MAIL_STORY, mailStoryIn } from './notes-example.ts';

describe('tools of the program', () => {
  testGateBehaviour(() => loadDriver('mastra'));
});

describe('tools of MCP servers', () => {
  testGateBehaviour(() => loadDriver('mastra', 'mcp-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('mastra/quick-start.ts')).toBe('Noted. stop\nsave_note done\n');
});

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  expect(mailStoryIn(await runProgram('mastra/example.ts'))).toEqual(MAIL_STORY);
});
