import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const RUN = join(import.meta.dirname, '../../../examples/ai-sdk/run.ts');

it('runs the example: auto, held, claimed, approved in another process, blocked, recorded', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@callgate/source', RUN]);
  const outboxes = stdout.split('\n').filter((line) => line.startsWith('  outbox:'));
  expect(outboxes).toEqual([
    '  outbox: (empty)',
    '  outbox: (empty)',
    '  outbox: ann@example.com: Rome, 3 to 7 May, Hotel Aurora',
  ]);
  const recorded = [...stdout.matchAll(/^ +\d+ {2}(\S+) +app\/(\S+)$/gm)].map(
    ([, event, tool]) => `${tool} ${event}`,
  );
  expect(recorded).toEqual([
    'read_notes dispatching',
    'search_web dispatching',
    'read_notes done',
    'search_web done',
    'send_mail held',
    'send_mail vote',
    'send_mail approved',
    'send_mail dispatching',
    'send_mail done',
    'wipe_notes blocked',
  ]);
});
