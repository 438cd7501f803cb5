import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { MAIL_STORY, mailStoryIn } from './notes-example.ts';

describe('SDK version 1', () => {
  testGateBehaviour(() => loadDriver('mcp-client'));
});

describe('SDK version 2', () => {
  testGateBehaviour(() => loadDriver('mcp-client', 'v2-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('mcp-client/quick-start.ts')).toContain('saved: buy bread');
});

it('runs the example: auto, held, asked for again, approved in another process, blocked, recorded', async () => {
  expect(mailStoryIn(await runProgram('mcp-client/example.ts'))).toEqual(MAIL_STORY);
});
