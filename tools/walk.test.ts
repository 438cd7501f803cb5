import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './list-pages.ts';

const printed = (): readonly string[] =>
  execFileSync(
    process.execPath,
    ['--conditions=@callgate/source', '--no-warnings', join(ROOT, 'tools', 'walk.ts')],
    { cwd: ROOT, encoding: 'utf8', timeout: 120_000 },
  ).split('\n');

/** The files of one way in order, each after its step. */
const filesOf = (lines: readonly string[], name: string): readonly string[] => {
  const from = lines.findIndex((line) => line.startsWith(`${name}:`)) + 1;
  const to = lines.findIndex((line, at) => at >= from && !line.startsWith(' '));
  return lines.slice(from, to).map((line) => line.trim().replace(/ \(\d+\)$/, ''));
};

/** How many files a call may run through. Lower them when the way gets shorter. */
const MOST_FILES = { auto: 80, held: 125, blocked: 75 };

it('prints the way of a call that runs by itself, of one that is held and of one that is blocked', () => {
  const lines = printed();
  const heads = lines.filter((line) => /^\w/.test(line));
  expect(heads).toEqual(
    ['auto', 'held', 'blocked'].map((name) =>
      expect.stringMatching(new RegExp(`^${name}: \\d+ files, \\d+ functions, \\d+ crossings$`)),
    ),
  );
  const wayOf = (name: string): readonly string[] =>
    filesOf(lines, name).map((file) => file.split('  ')[0] ?? '');
  // on a busy machine a timer of the store can fire in every call that is watched: what a second look lacks is no part of the way
  const isOver = Object.entries(MOST_FILES).some(([name, most]) => wayOf(name).length > most);
  const again = isOver ? printed() : lines;
  for (const [name, most] of Object.entries(MOST_FILES)) {
    const files = filesOf(again, name);
    const both = filesOf(lines, name).filter((file) => files.includes(file));
    expect(both.length, `files of ${name}:\n${both.join('\n')}`).toBeLessThanOrEqual(most);
  }
  const steps = ['wire', 'receive', 'disclose', 'label', 'decide', 'confirm', 'dispatch', 'absorb'];
  expect([...new Set(wayOf('held'))].slice(0, 8)).toEqual(steps);
  // nobody is asked about a call that runs by itself
  expect([...new Set(wayOf('auto'))].slice(0, 7)).toEqual(steps.filter((step) => step !== 'confirm'));
  // what is blocked takes no file that sends
  expect(lines.slice(lines.indexOf(heads[2] ?? '')).join('\n')).not.toContain(
    'gate/src/dispatch/in-flight-call.ts',
  );
});
