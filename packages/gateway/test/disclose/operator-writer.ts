import { withChange } from '../../src/disclose/operator-change.ts';
import { OperatorFile } from '../../src/disclose/operator-file.ts';

// disables so many tools, one after the other, while somebody else does the same
const [folder = '', by = '', count = '0'] = process.argv.slice(2);
const file = new OperatorFile(folder);
for (let at = 0; at < Number(count); at += 1)
  file.change((all) =>
    withChange(all, {
      change: 'disable',
      server: 's',
      identity: 'i',
      tool: `${by}-${at}`,
      by,
      at,
      reason: 'test',
    }),
  );
