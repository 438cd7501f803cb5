import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { MAIL_STORY, mailStoryIn } from './notes-example.ts';

describe('calls that wait inside the turn', () => {
  testGateBehaviour(() => loadDriver('langchain'));
});

describe('calls that pause the graph', () => {
  testGateBehaviour(() => loadDriver('langchain', 'pausing-driver.ts'));
});

describe('tools of an MCP server', () => {
  testGateBehaviour(() => loadDriver('langchain', 'mcp-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('langchain/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  expect(mailStoryIn(await runProgram('langchain/example.ts'))).toEqual(MAIL_STORY);
});
