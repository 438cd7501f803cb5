// a process of its own, so that it can run as another user: prints the first difference, or nothing
import { join } from 'node:path';
import { readChanges } from '../../src/overlay/read-changes.ts';
import { UndoJournal } from '../../src/overlay/undo-journal.ts';
import { prepareOverlay, program, removeOverlay, runInOverlay } from './overlay.ts';
import { plantTree } from './random-operations.ts';
import { describeTree } from './tree.ts';

const [first = '', rounds = '', operations = ''] = process.argv.slice(2);

const differences = (one: readonly string[], other: readonly string[]): readonly string[] => [
  ...one.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
  ...other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
];

let changed = 0;
for (let seed = Number(first); seed < Number(first) + Number(rounds); seed += 1) {
  const overlay = prepareOverlay((root) => plantTree(root, seed));
  const { root, folder, since } = overlay;
  const original = describeTree(root);
  const left: string[] = JSON.parse(
    runInOverlay(overlay, program('change-tree.ts', root, `${seed}`, operations)),
  );
  const journal = new UndoJournal(join(folder, 'journal'), { maxBytes: 1e9, maxAgeMs: 1e9, now: Date.now });
  const { changes, digest } = await journal.preview('call', (keep) =>
    readChanges([overlay], { since, keep }),
  );
  changed += changes.length;
  const untouched = describeTree(root);
  await journal.commit('call', digest);
  const committed = describeTree(root);
  await journal.undo('call', digest);
  const undone = describeTree(root);
  for (const [what, wanted, found] of [
    ['a preview changed', original, untouched],
    ['a commit differs from the call', left, committed],
    ['an undo differs from before', original, undone],
  ] as const) {
    const wrong = differences(wanted, found);
    if (wrong.length === 0) continue;
    process.stdout.write(`round ${seed}: ${what}:\n${wrong.join('\n')}\n`);
    process.exit(1);
  }
  removeOverlay(folder);
}
process.stdout.write(`${changed} changes`);
