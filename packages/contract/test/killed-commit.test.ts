import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readChanges } from '../src/overlay/read-changes.ts';
import { UndoJournal } from '../src/overlay/undo-journal.ts';
import { canOverlay, prepareOverlay, program, removeOverlay, runInOverlay } from './harness/overlay.ts';
import { plantTree } from './harness/random-operations.ts';
import { describeTree } from './harness/tree.ts';

const isDeep = process.env['CALLGATE_DEEP'] === '1';
const SEEDS = isDeep ? Array.from({ length: 40 }, (_, at) => at) : [7];

let folder = '';
afterEach(() => removeOverlay(folder));

const journalIn = (path: string): UndoJournal =>
  new UndoJournal(path, { maxBytes: 1e9, maxAgeMs: 1e9, now: Date.now });

const recover = (path: string): ReturnType<UndoJournal['recover']> =>
  journalIn(path).recover(async (call) => journalIn(path).find(call)?.digest);

const killedAt = (path: string, what: 'commit' | 'undo', step: number): boolean => {
  const [file = '', ...args] = program('commit-and-end.ts', path, what, `${step}`);
  const { status, signal, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(stderr);
  return signal === 'SIGKILL';
};

describe.runIf(canOverlay())('a process that is killed', () => {
  it.each(SEEDS)('at any step leaves all of a commit and of an undo or nothing (%#)', async (seed) => {
    const overlay = prepareOverlay((root) => plantTree(root, seed));
    const { root, since } = overlay;
    folder = overlay.folder;
    const path = join(folder, 'journal');
    const before = describeTree(root);
    const after: string[] = JSON.parse(
      runInOverlay(overlay, program('change-tree.ts', root, `${seed}`, '25')),
    );
    await journalIn(path).preview('call', (keep) => readChanges([overlay], { since, keep }));
    let mixed = 0;
    for (const what of ['commit', 'undo'] as const) {
      const [from, to] = what === 'commit' ? [before, after] : [after, before];
      for (let step = 1; killedAt(path, what, step); step += 1) {
        const found = describeTree(root);
        if (String(found) !== String(from) && String(found) !== String(to)) mixed += 1;
        expect(await recover(path)).toEqual({ left: [], problems: [] });
        const { state } = journalIn(path).find('call') ?? {};
        const isDone = state === (what === 'commit' ? 'committed' : 'undone');
        expect(describeTree(root), `killed at step ${step}`).toEqual(isDone ? to : from);
        if (isDone) break;
      }
      expect(describeTree(root)).toEqual(to);
    }
    // some were killed in the middle, or this shows nothing
    expect(mixed).toBeGreaterThan(5);
  });
});
