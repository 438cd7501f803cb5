import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { runDemo } from '../../src/demo/run-demo.ts';
import { StoryMismatch } from '../../src/demo/demo-stage.ts';
import type { DemoStory } from '../../src/demo/stories.ts';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { buildWeb } from '../../../console/test/build-web.ts';

beforeAll(async () => {
  ensureBuilt();
  await buildWeb();
});

const RESTART = { server: 'ops', tool: 'restart_service', args: { service: 'weather', why: 'to see' } };

/** Plays stories of a test's own, from the sources. Gives what was written, and the exit code. */
const played = async (
  stories: readonly DemoStory[],
): Promise<{ readonly out: string; readonly code: unknown }> => {
  let out = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const before = process.exitCode;
  onTestFinished(() => {
    write.mockRestore();
    process.exitCode = before;
  });
  process.exitCode = 0;
  await runDemo({ stories, answer: 'refuse', pace: 1, json: false, open: false });
  return { out, code: process.exitCode };
};

it('a story that does not go as told is named with why, the others are played, and the exit code is 1', async () => {
  const { out, code } = await played([
    {
      name: 'hopeful',
      title: 'A call that needs a word runs without one',
      play: async (stage) => {
        const answer = await stage.ask(RESTART, { by: ['bob'] });
        stage.check(answer?.outcome === 'ran', `it was ${answer?.outcome}`);
      },
    },
    {
      name: 'forgetful',
      title: 'Something is looked for that never was',
      play: async (stage) => {
        await stage.life({ server: 'web', tool: 'search', args: { query: 'nothing' } });
      },
    },
    {
      name: 'true',
      title: 'What was refused did not arrive, and is recorded',
      play: async (stage) => {
        if (stage.arrived(RESTART) > 0) throw new StoryMismatch('it arrived');
        await stage.recorded(RESTART, ['held', 'vote', 'refused']);
      },
    },
  ]);
  expect(code).toBe(1);
  expect(out).toContain('story hopeful did not go as expected: it was refused');
  expect(out).toContain('story forgetful did not go as expected: web/search is not in the audit log');
  expect(out).not.toContain('story true');
  expect(out.trimEnd().split('\n').at(-1)).toBe(
    'demo: 3 stories, 2 not as expected (hopeful, forgetful); 1 call: 0 ran, 0 approved, 1 denied, 0 blocked',
  );
});
