import { applyToolChange } from '../../src/disclose/tool-change.ts';
import { OperatorDecisionFile } from '../../src/disclose/operator-decision-file.ts';

// disables so many tools, one after the other, while somebody else does the same
const [folder = '', by = '', count = '0'] = process.argv.slice(2);
const file = new OperatorDecisionFile(folder);
for (let at = 0; at < Number(count); at += 1)
  file.change((all) =>
    applyToolChange(all, {
      change: 'disable',
      server: 's',
      identity: 'i',
      tool: `${by}-${at}`,
      by,
      at,
      reason: 'test',
    }),
  );
