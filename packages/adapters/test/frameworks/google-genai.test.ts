import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { NOTES_STORY, storyIn } from './notes-example.ts';

describe('functions that the SDK calls by itself', () => {
  testGateBehaviour(() => loadDriver('google-genai'));
});

describe('tools of an MCP server', () => {
  testGateBehaviour(() => loadDriver('google-genai', 'mcp-driver.ts'));
});

describe('a loop by hand', () => {
  testGateBehaviour(() => loadDriver('google-genai', 'manual-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('google-genai/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, brought again, approved in another process, blocked, recorded', async () => {
  expect(storyIn(await runProgram('google-genai/example.ts'))).toEqual(NOTES_STORY);
});
