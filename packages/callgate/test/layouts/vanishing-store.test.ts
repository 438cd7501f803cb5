import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { EVERY_LAYOUT, LAYOUTS } from './every-layout.ts';
import { openHooksLayout } from './hooks-layout.ts';
import { openHttpLayout } from './http-layout.ts';
import { openInitLayout } from './init-layout.ts';
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

const deleteStore = (home: string): void => {
  for (const name of readdirSync(home))
    if (/^callgate\.db(?:-wal|-shm)?$/.test(name)) rmSync(join(home, name), { force: true });
};

const copyTo = (home: string, names: readonly string[], folder?: string): string => {
  const copy = folder ?? mkdtempSync(join(tmpdir(), 'callgate-copy-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of names) copyFileSync(join(home, name), join(copy, name));
  return copy;
};

describe.each(EVERY_LAYOUT)('a store that is deleted while it is in use, in the layout %s', (name) => {
  it('lets no call out any more, and the agent is told why', async () => {
    const layout = await LAYOUTS[name]({ servers: [NOTES] });
    expect(await layout.call('notes', 'read_note', { id: '0' })).toMatchObject({ ran: true, isError: false });
    deleteStore(layout.home);
    for (const id of ['1', '2', '3'])
      expect(await layout.call('notes', 'read_note', { id })).toMatchObject({ ran: false, isError: true });
    expect((await layout.call('notes', 'read_note', { id: '4' })).text).toMatch(/store was deleted/);
    expect(layout.received('notes')).toHaveLength(1);
  });

  it('goes on where only something beside it is deleted', async () => {
    const layout = await LAYOUTS[name]({ servers: [NOTES] });
    await layout.call('notes', 'read_note', { id: '0' });
    copyTo(layout.home, ['callgate.db'], mkdtempSync(join(tmpdir(), 'callgate-beside-')));
    expect(await layout.call('notes', 'read_note', { id: '1' })).toMatchObject({ ran: true, isError: false });
  });
});

it('/readyz, the log and status tell the operator of a store that was deleted', async () => {
  const layout = await openHttpLayout({ servers: [NOTES] });
  expect(await layout.callgate('status')).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('STORE'),
  });
  const ready = (): Promise<Response> => fetch(new URL('/readyz', layout.url));
  expect((await ready()).status).toBe(200);
  deleteStore(layout.home);
  await layout.call('notes', 'read_note', { id: '1' });
  const after = await ready();
  expect(after.status).toBe(503);
  expect(await after.json()).toMatchObject({ state: 'lost' });
  expect(layout.log()).toMatch(/STORE_GONE.*NO CALL IS SENT ANY MORE: .*deleted/);
  const { code, out } = await layout.callgate('status');
  expect(out).toMatch(/No calls are sent {2}STORE_GONE {2}.*deleted/);
  expect(out).toContain('callgate accept --lost-entries');
  expect(code).toBe(1);
  const told = await layout.callgate('status', '--json');
  expect(told.code).toBe(1);
  expect(JSON.parse(told.out)).toMatchObject({ processes: [{ storeProblem: { code: 'STORE_GONE' } }] });
});

it('status tells of a store that was deleted before any call was made on it', async () => {
  const layout = await openHttpLayout({ servers: [NOTES] });
  deleteStore(layout.home);
  expect(await layout.callgate('status')).toMatchObject({
    code: 1,
    out: expect.stringContaining('STORE_GONE'),
  });
});

it('hooks let nothing pass once the store was deleted', async () => {
  const layout = await openHooksLayout({ servers: [NOTES] });
  expect(await layout.hostTool('Read', { file_path: '/a' }, 'x')).toMatchObject({ decision: 'pass' });
  deleteStore(layout.home);
  expect((await layout.hostTool('Read', { file_path: '/b' })).decision).not.toBe('pass');
});

describe('after a restart', () => {
  it('a deleted store is not made anew until somebody accepts its loss', async () => {
    const layout = await openInitLayout({ servers: [NOTES] });
    await layout.call('notes', 'read_note', { id: '0' });
    await layout.host.close();
    expect((await layout.callgate('audit', 'verify')).code).toBe(0);
    deleteStore(layout.home);
    expect((await layout.callgate('audit', 'verify')).code).toBe(3);
    const refused = await layout.callgate('run', '--', process.execPath, '-e', '0');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('error[ROLLED_BACK]') });
    expect(refused.err).toContain('callgate accept --lost-entries --reason');
    expect(readdirSync(layout.home)).not.toContain('callgate.db');
    const accepted = await layout.callgate('accept', '--lost-entries', '--reason', 'the disk was replaced');
    expect(accepted, accepted.err).toMatchObject({ code: 0, out: expect.stringContaining('Accepted: ') });
    const again = layout.startHost();
    await again.call('notes', 'read_note', { id: '1' });
    expect(layout.received('notes')).toHaveLength(2);
    await again.close();
    expect((await layout.callgate('audit', 'verify')).code).toBe(0);
  });

  it('audit verify says 0, 1 or 3, and 0 only where all of it is signed to its end', async () => {
    const layout = await openInitLayout({ servers: [NOTES] });
    await layout.call('notes', 'read_note', { id: '0' });
    await layout.host.close();
    const older = copyTo(layout.home, ['callgate.db', 'callgate.key.pub']);
    const again = layout.startHost();
    await again.call('notes', 'read_note', { id: '1' });
    await again.close();
    const verify = async (folder: string, ...more: readonly string[]): Promise<number> =>
      (await layout.callgate('audit', 'verify', '--db', join(folder, 'callgate.db'), ...more)).code;
    const all = ['callgate.db', 'callgate.key.pub', 'callgate.anchors'];
    expect(await verify(copyTo(layout.home, all))).toBe(0);
    expect(await verify(copyTo(layout.home, ['callgate.db', 'callgate.anchors']))).toBe(3);
    expect(await verify(copyTo(layout.home, ['callgate.db', 'callgate.key.pub']))).toBe(3);
    expect(await verify(older, '--anchor', join(layout.home, 'callgate.anchors'))).toBe(3);
    const edit = (sql: string): string => {
      const folder = copyTo(layout.home, all);
      const database = new DatabaseSync(join(folder, 'callgate.db'));
      database.exec(sql);
      database.close();
      return folder;
    };
    const unsigned = edit('DELETE FROM checkpoints WHERE size > 1');
    const [first] = readFileSync(join(unsigned, 'callgate.anchors'), 'utf8').split('\n');
    writeFileSync(join(unsigned, 'callgate.anchors'), `${first}\n`);
    expect(await verify(unsigned)).toBe(3);
    expect(await verify(edit("UPDATE calls SET state = 'failed'"))).toBe(1);
    expect(await verify(edit("UPDATE record SET event = 'done' WHERE seq = 1"))).toBe(1);
  });
});
