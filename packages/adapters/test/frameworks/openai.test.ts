import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { NOTES_STORY, storyIn } from './notes-example.ts';

describe('the Responses API', () => {
  testGateBehaviour(() => loadDriver('openai'));
});

describe('chat completions', () => {
  testGateBehaviour(() => loadDriver('openai', 'chat-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('openai/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, brought again, approved in another process, blocked, recorded', async () => {
  expect(storyIn(await runProgram('openai/example.ts'))).toEqual(NOTES_STORY);
});

it('approves for a hosted server what the gate let out, and settles it by what came back', async () => {
  expect((await runProgram('openai/hosted.ts')).split('\n')).toEqual([
    'write_mail waits for a person',
    '  {',
    '    "to": "ann"',
    '  }',
    'Ann has mail.',
    'read_people done',
    'write_mail done',
    '',
  ]);
});
