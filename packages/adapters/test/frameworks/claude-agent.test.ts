import { expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { hostStory, hostStoryIn } from './notes-example.ts';

testGateBehaviour(() => loadDriver('claude-agent'));

it('runs the quick start', async () => {
  expect(await runProgram('claude-agent/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, tools of the host, approved in another process, blocked, recorded', async () => {
  const story = hostStory('host-claude-code', 'Read', 'Bash');
  expect(hostStoryIn(await runProgram('claude-agent/example.ts'))).toEqual(story);
});
