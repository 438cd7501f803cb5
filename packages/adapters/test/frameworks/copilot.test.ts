import { expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { runProgram } from '../suite/run-program.ts';
import { testGateBehaviour } from '../suite/suite.ts';
import { hostStory, hostStoryIn } from './notes-example.ts';

testGateBehaviour(() => loadDriver('copilot'));

it('runs the quick start', async () => {
  expect(await runProgram('copilot/quick-start.ts')).toBe('Noted.\nsave_note done\n');
});

it('runs the example: auto, held, tools of the host, approved in another process, blocked, recorded', async () => {
  const story = hostStory('host-copilot', 'view', 'bash');
  expect(hostStoryIn(await runProgram('copilot/example.ts'))).toEqual(story);
});
