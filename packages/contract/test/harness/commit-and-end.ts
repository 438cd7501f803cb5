// commits or undoes a call, and is killed at the step with the given number
import { UndoJournal } from '../../src/overlay/undo-journal.ts';

const [folder = '', what = '', step = ''] = process.argv.slice(2);
let steps = 0;
const journal = new UndoJournal(folder, {
  maxBytes: 1e9,
  maxAgeMs: 1e9,
  now: Date.now,
  failpoint: () => {
    steps += 1;
    if (steps === Number(step)) process.kill(process.pid, 'SIGKILL');
  },
});
const digest = journal.find('call')?.digest ?? '';
if (what === 'commit') await journal.commit('call', digest);
else await journal.undo('call', digest);
