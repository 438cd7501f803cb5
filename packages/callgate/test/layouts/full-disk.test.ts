import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
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
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
  ],
};

/** A small disk; undefined where nobody may make one. */
const mountDisk = (): string | undefined => {
  const disk = join(mkdtempSync(join(tmpdir(), 'callgate-full-')), 'disk');
  mkdirSync(disk, { mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0700', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  return disk;
};

const fillUp = (file: string): void => {
  const handle = openSync(file, 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4096));
  } catch {
    closeSync(handle);
  }
};

it('a full disk answers calls at once, sends nothing, and calls run again when there is room', async ({
  skip,
}) => {
  const disk = mountDisk();
  if (disk === undefined) {
    console.log('nobody may mount a disk here: none is filled');
    skip();
    return;
  }
  const layout = await openHttpLayout({ servers: [NOTES], config: { store: join(disk, 'callgate.db') } });
  expect(await layout.call('notes', 'read_note', { id: '0' })).toMatchObject({ ran: true, isError: false });
  const ballast = join(disk, 'ballast');
  fillUp(ballast);
  const refused = [];
  // the log of the store may have room left for some
  for (let id = 1; id < 200 && refused.length < 3; id += 1) {
    const answer = await layout.call('notes', 'read_note', { id: String(id) });
    if (answer.isError) refused.push(answer);
  }
  expect(refused).toHaveLength(3);
  for (const { text } of refused) expect(text).toMatch(/no space left|STORE_FULL/);
  expect(refused.at(-1)).toMatchObject({ ran: false });
  rmSync(ballast);
  expect(await layout.call('notes', 'read_note', { id: 'later' })).toMatchObject({
    ran: true,
    isError: false,
  });
  const verified = await layout.callgate('audit', 'verify', '-c', join(layout.folder, 'callgate.yaml'));
  expect([0, 3]).toContain(verified.code);
  const sessions = await layout.callgate('sessions', '-c', join(layout.folder, 'callgate.yaml'));
  expect(sessions).toMatchObject({ code: 0, out: expect.stringContaining('callgate sessions') });
  const elsewhere = await layout.callgate('audit', '--entries');
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('the configuration with -c') });
});
