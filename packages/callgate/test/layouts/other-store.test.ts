import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { openHttpLayout } from './http-layout.ts';
import type { LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const NOTES: LayoutServer = {
  alias: 'notes',
  trust: 'owned',
  tools: [
    {
      name: 'read_note',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
  ],
};

it('audit and sessions with -c read the store that `up -c` was told of, and without it that of the folder', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'callgate-elsewhere-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  const layout = await openHttpLayout({ servers: [NOTES], config: { store: join(elsewhere, 'store.db') } });
  expect(await layout.call('notes', 'read_note', {})).toMatchObject({ ran: true, isError: false });
  const file = join(layout.folder, 'callgate.yaml');
  for (const words of [['audit', '--entries'], ['sessions']]) {
    const told = await layout.callgate(...words, '-c', file);
    expect(told, words.join(' ')).toMatchObject({ code: 0 });
    const other = await layout.callgate(...words);
    expect(other.out).not.toBe(told.out);
    expect(other.out).not.toContain('read_note');
  }
  expect((await layout.callgate('audit', '--entries', '-c', file)).out).toContain('notes/read_note');
  const missing = await layout.callgate('sessions', '-c', join(layout.folder, 'none.yaml'));
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('CONFIG_NONE') });
});
