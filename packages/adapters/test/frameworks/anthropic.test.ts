import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { NOTES_STORY, storyIn } from './notes-example.ts';

describe('a loop by hand', () => {
  testGateBehaviour(() => loadDriver('anthropic'));
});

describe('the tool runner', () => {
  testGateBehaviour(() => loadDriver('anthropic', 'runner-driver.ts'));
});

it('runs the quick start', async () => {
  expect(await runProgram('anthropic/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, brought again, approved in another process, blocked, recorded', async () => {
  expect(storyIn(await runProgram('anthropic/example.ts'))).toEqual(NOTES_STORY);
});

it('enables for the MCP connector what needs nobody, and reports what ran', async () => {
  expect((await runProgram('anthropic/mcp-connector.ts')).split('\n')).toEqual([
    '{"read_people":{"enabled":true},"write_mail":{"enabled":false}}',
    'Ann is ann@example.com.',
    'read_people done',
    '',
  ]);
});

it('starts early only what changes nothing, and tells the model of every refusal and failure', async () => {
  const printed = (await runProgram('anthropic/eager.ts')).split('\n');
  expect(printed.slice(0, 6)).toEqual([
    'deferred: wipe_notes',
    'deferred: ',
    expect.stringMatching(/^call-1 failed "Error: Not run: notes are not wiped by agents/),
    'call-2 answered "notes about trip"',
    'call-3 failed "Error: Not run: Tool read_notes does not take these arguments: about is missing"',
    'call-4 failed [{"type":"text","text":"the web is closed"}]',
  ]);
  expect(printed.slice(6).toSorted()).toEqual([
    '',
    'read_notes done',
    'search_web done',
    'wipe_notes blocked',
  ]);
});
