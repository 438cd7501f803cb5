import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openUndoJournal } from '@callgate/contract/overlay';
import { verifyAuditLog } from '@callgate/gate';
import { parseEntry } from '@callgate/gate/record';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Office } from '../../gate/test/office.ts';
import { call as request, office, recorder } from '../../gate/test/office.ts';
import { filesOperations } from '../src/files/files-operations.ts';
import { localClient } from '../src/operation-table.ts';
import { caller } from './inbox-office.ts';

let place: Office;
let folder: string;
let file: string;
let call: string;

const asks = (role: 'viewer' | 'approver' | 'operator') =>
  localClient(filesOperations({ desk: place.gate.desk, clock: place.clock, folder }), caller('ana', role));

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Changes a file from `one` to `two`. */
const commit = async (id: string): Promise<string> => {
  const journal = openUndoJournal(folder, () => place.clock.now());
  const state = (text: string) =>
    ({ kind: 'file', mode: 0o644, digest: digestOf(text), size: text.length }) as const;
  const { digest } = await journal.preview(id, async (keep) => {
    for (const text of ['one', 'two']) {
      const keeper = keep();
      keeper.take(Buffer.from(text));
      keeper.end(state(text));
    }
    return [{ root: folder, path: 'a.txt', before: state('one'), after: state('two') }];
  });
  await journal.commit(id, digest);
  return digest;
};

/** A call of this store that was shown with what it changes. */
const commitCall = async (): Promise<string> => {
  const deletion = request('delete_note', { id: 'n1' });
  const pending = await place.gate.begin(deletion, { isPreviewed: true });
  if (pending.state !== 'held') throw new Error(`it is ${pending.state}`);
  await place.gate.preview(pending, deletion, async (dispatchable) => {
    dispatchable.take();
    return { digest: await commit(pending.call), changes: [], more: 0 };
  });
  return pending.call;
};

/** Edits the entry of a call in the journal, so that it is about another file. */
const edit = (id: string): string => {
  const entry = join(folder, 'undo', `call-${id}`, 'entry.json');
  const other = join(folder, 'b.txt');
  writeFileSync(other, 'two', { mode: 0o644 });
  writeFileSync(entry, readFileSync(entry, 'utf8').replace('"a.txt"', '"b.txt"'));
  return other;
};

beforeEach(async () => {
  place = await office();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-files-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'a.txt');
  writeFileSync(file, 'one', { mode: 0o644 });
  call = await commitCall();
});

const done = async (): Promise<readonly unknown[]> =>
  (await place.store.read.rowsOfCall(call))
    .map(({ bytes }) => parseEntry(bytes))
    .filter(({ event }) => event === 'file-changes')
    .map(({ principal, detail }) => [principal, detail['did']]);

describe('file changes of calls', () => {
  it('are listed with what they changed, and undone by an operator, which is recorded before and after', async () => {
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(await asks('approver').ask('files.changes', {})).toMatchObject([
      { call, state: 'committed', paths: [file], count: 1, target: 'delete_note' },
    ]);
    expect(await asks('operator').ask('files.undo', { call })).toEqual({ count: 1 });
    expect(readFileSync(file, 'utf8')).toBe('one');
    expect(await asks('approver').ask('files.changes', { call })).toMatchObject([{ state: 'undone' }]);
    expect(await done()).toEqual([
      ['ana', 'undoing'],
      ['ana', 'undone'],
    ]);
    expect(await verifyAuditLog(place.store.read, { keys: place.keys })).toMatchObject({ problems: [] });
  });

  it('are not undone where something else changed them since', async () => {
    writeFileSync(file, 'mine');
    await expect(asks('operator').ask('files.undo', { call })).rejects.toMatchObject({
      code: 'FILE_CONFLICT',
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await done()).toEqual([
      ['ana', 'undoing'],
      ['ana', 'conflict'],
    ]);
  });

  it('are undone once, and of no other call', async () => {
    await asks('operator').ask('files.undo', { call });
    await expect(asks('operator').ask('files.undo', { call })).rejects.toMatchObject({ code: 'UNDO_STATE' });
    await expect(asks('operator').ask('files.undo', { call: '../x' })).rejects.toMatchObject({
      code: 'UNDO_UNKNOWN',
    });
    await expect(asks('operator').ask('files.undo', { call: 'other' })).rejects.toMatchObject({
      code: 'UNDO_UNKNOWN',
    });
  });

  it('are listed where they were interrupted and something else changed a file', async () => {
    const entry = join(folder, 'undo', `call-${call}`, 'entry.json');
    writeFileSync(entry, readFileSync(entry, 'utf8').replace('"committed"', '"undoing"'));
    writeFileSync(file, 'mine');
    await openUndoJournal(folder, () => place.clock.now()).recover((id) =>
      Promise.resolve(openUndoJournal(folder, () => place.clock.now()).find(id)?.digest),
    );
    expect(await asks('approver').ask('files.changes', {})).toMatchObject([
      { call, state: 'left', paths: [file] },
    ]);
    await expect(asks('operator').ask('files.undo', { call })).rejects.toMatchObject({ code: 'UNDO_STATE' });
  });

  it('are for those who may decide', async () => {
    await expect(asks('viewer').ask('files.changes', {})).rejects.toMatchObject({ code: 'CONTROL_ROLE' });
    await expect(asks('approver').ask('files.undo', { call })).rejects.toMatchObject({
      code: 'CONTROL_ROLE',
    });
  });

  it('are not undone where the journal tells of others than people approved', async () => {
    const other = edit(call);
    await expect(asks('operator').ask('files.undo', { call })).rejects.toMatchObject({
      code: 'UNDO_DAMAGED',
    });
    expect(readFileSync(other, 'utf8')).toBe('two');
    expect(readFileSync(file, 'utf8')).toBe('two');
  });

  it('are not undone where people were shown none', async () => {
    writeFileSync(file, 'one', { mode: 0o644 });
    const other = await place.gate.run(request('add_note', { text: 'x' }), recorder().dispatch);
    await commit(other.call);
    await expect(asks('operator').ask('files.undo', { call: other.call })).rejects.toMatchObject({
      code: 'UNDO_DAMAGED',
    });
    expect(readFileSync(file, 'utf8')).toBe('two');
  });

  it('of another store are not shown and not undone', async () => {
    writeFileSync(file, 'one', { mode: 0o644 });
    const digest = await commit('of-another-store');
    expect((await asks('approver').ask('files.changes', {})).map((each) => each.call)).toEqual([call]);
    await expect(asks('operator').ask('files.undo', { call: 'of-another-store' })).rejects.toMatchObject({
      code: 'UNDO_UNKNOWN',
    });
    expect(readFileSync(file, 'utf8')).toBe('two');
    // nor where it is only to be recorded
    await expect(
      place.gate.desk.filesChanged({ call: 'of-another-store', did: 'undoing', changes: digest }),
    ).rejects.toMatchObject({ code: 'CALL_UNKNOWN' });
  });
});
