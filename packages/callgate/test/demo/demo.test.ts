import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { STORIES } from '../../src/demo/stories.ts';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { buildWeb } from '../../../console/test/build-web.ts';
import type { DemoProcess } from './demo-process.ts';
import { startDemo } from './demo-process.ts';

beforeAll(async () => {
  ensureBuilt();
  await buildWeb();
});

/** A demo with a home and a folder for temporary things of its own. */
const demo = (...args: readonly string[]): DemoProcess & { readonly home: string; readonly temp: string } => {
  // short: where the path of a socket is too long it lies elsewhere, in a folder that stays
  const place = mkdtempSync(join(tmpdir(), 'd-'));
  const started = startDemo(place, args);
  onTestFinished(() => {
    started.kill();
    rmSync(place, { recursive: true, force: true });
  });
  return { ...started, home: join(place, 'home'), temp: join(place, 'temp') };
};

const lastLine = (out: string): string => out.trimEnd().split('\n').at(-1) ?? '';

describe('callgate demo without a person', () => {
  it('plays every story to its end where everything is approved, and leaves nothing behind', async () => {
    const { ended, output, home, temp } = demo('--script', 'all', '--answer', 'approve');
    const code = await ended;
    const { out, err } = output();
    expect([code, err, lastLine(out)]).toEqual([
      0,
      '',
      'demo: 9 stories, all as expected; 14 calls: 8 ran, 4 approved, 0 denied, 2 blocked',
    ]);
    for (const { title } of STORIES) expect(out).toContain(title);
    expect(readdirSync(temp)).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
  });

  it('plays every story to its end where everything is refused', async () => {
    const { ended, output, temp } = demo('--answer', 'refuse', '--json');
    const code = await ended;
    const { out, err } = output();
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(lastLine(out))).toEqual({
      stories: 9,
      failed: [],
      calls: 14,
      ran: 7,
      approved: 0,
      refused: 5,
      blocked: 2,
      waiting: 0,
      other: 0,
    });
    expect(readdirSync(temp)).toEqual([]);
  });

  it('refuses a story that is not there, and an answer that is none', async () => {
    const [story, answer] = [demo('--script', 'injektion'), demo('--answer', 'maybe')];
    expect([await story.ended, await answer.ended]).toEqual([1, 1]);
    expect(story.output().err).toContain('Did you mean `injection`?');
    expect(answer.output().err).toContain('Use approve or deny');
  });
});

/** Processes below this one, and theirs. */
const below = (pid: number): readonly number[] => {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  const children = readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...below(child)]);
};

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('callgate demo with a viewer', () => {
  it('prints a link for each person, and Ctrl-C leaves no process and no folder behind', async () => {
    const { pid, said, signal, ended, output, temp } = demo('--script', 'destroy');
    await said(/It waits for your approval/);
    const { out } = output();
    for (const who of ['you, an operator', 'Ada, an approver', 'Bob, an approver'])
      expect(out).toMatch(new RegExp(`${who} +http://127\\.0\\.0\\.1:\\d+/sign-in#\\S{20,}`));
    const [folder = ''] = readdirSync(temp);
    expect(out).toContain(join(temp, folder));
    const servers = below(pid);
    if (process.platform === 'linux') expect(servers).toHaveLength(6);
    signal('SIGINT');
    expect(await ended).toBe(0);
    // the system needs a moment to take a process that has ended off its list
    for (let looked = 0; servers.some(lives) && looked < 100; looked += 1) await sleep(20);
    expect(servers.filter(lives)).toEqual([]);
    expect(readdirSync(temp)).toEqual([]);
    expect(output().err).toBe('');
  });
});
