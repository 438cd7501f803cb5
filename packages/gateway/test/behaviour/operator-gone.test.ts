import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { applyToolChange } from '../../src/disclose/tool-change.ts';
import { openTestGateway } from '../test-gateway.ts';

it('a gateway whose file of the operator is deleted tells so, in its log and in the record', async () => {
  const { gateway, folder, log, close } = await openTestGateway({ servers: [] });
  onTestFinished(close);
  gateway.operator.change((all) =>
    applyToolChange(all, {
      change: 'disable',
      server: 'files',
      identity: 'sha256:one',
      tool: 'delete',
      by: 'ann',
      at: 5,
      reason: 'no',
    }),
  );
  await gateway.lookAgain();
  expect(log).toEqual([]);
  for (const name of readdirSync(folder)) if (name.startsWith('operator')) rmSync(join(folder, name));
  await gateway.lookAgain();
  expect(gateway.operator.read()).toHaveLength(1);
  expect(log).toMatchObject([{ level: 'error', code: 'OPERATOR_FILE_GONE' }]);
  const { items } = await gateway.gate.desk.read.alerts({ limit: 10 });
  expect(items).toMatchObject([
    { code: 'OPERATOR_FILE_GONE', message: expect.stringContaining('Restore it from a backup') },
  ]);
});
