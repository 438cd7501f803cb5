import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openUndoJournal } from '@callgate/contract/overlay';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../gate/test/control-office.ts';
import type { GateHome } from './gate-home.ts';
import { RunningCommand, openGateHome, runCallgateIn } from './gate-home.ts';
import { ensureBuilt } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A call that changed a file with a hostile name from `one` to `two`. */
const changed = async ({
  gate,
  folder,
}: GateHome): Promise<{ readonly id: string; readonly file: string }> => {
  const root = realpathSync(folder);
  const name = 'a\u001b[2J.txt';
  const file = join(root, name);
  writeFileSync(file, 'one', { mode: 0o644 });
  const request = call('delete_note', { id: 'n' });
  const pending = await gate.begin(request, { isPreviewed: true });
  if (pending.state !== 'held') throw new Error(`it is ${pending.state}`);
  const journal = openUndoJournal(folder, Date.now);
  const state = (text: string) => ({ kind: 'file', mode: 0o644, digest: digestOf(text), size: 3 }) as const;
  const { digest } = await journal.preview(pending.call, async (keep) => {
    for (const text of ['one', 'two']) {
      const keeper = keep();
      keeper.take(Buffer.from(text));
      keeper.end(state(text));
    }
    return [{ root, path: name, before: state('one'), after: state('two') }];
  });
  await gate.preview(pending, request, async (dispatchable) => {
    dispatchable.take();
    return { digest, changes: [], more: 0 };
  });
  await journal.commit(pending.call, digest);
  return { id: pending.call, file };
};

it.each(['with a gateway', 'without one'])('lists file changes and undoes them, %s', async (where) => {
  const home = await openGateHome();
  const { id, file } = await changed(home);
  if (where === 'without one') await home.close();
  const listed = await home.callgate('undo');
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(id) });
  expect(listed.out).toContain('a⟦U+001B⟧[2J.txt');
  expect(await home.callgate('undo', id, '--yes')).toMatchObject({
    code: 0,
    out: `Undone: 1 path of call ${id}\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('one');
  const again = await home.callgate('undo', id, '--yes');
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('error[UNDO_STATE]') });
  expect(await home.callgate('undo')).toMatchObject({ code: 0, out: 'No file changes can be undone\n' });
});

it('writes nothing if something changed since, and knows no other call', async () => {
  const home = await openGateHome();
  const { id, file } = await changed(home);
  writeFileSync(file, 'mine');
  expect(await home.callgate('undo', id, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('error[FILE_CONFLICT]'),
  });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await home.callgate('undo', 'nobody', '--yes')).err).toContain('error[UNDO_UNKNOWN]');
  expect((await home.callgate('undo', 'a', 'b')).code).toBe(1);
});

it('lists what was interrupted while something else changed a file', async () => {
  const home = await openGateHome();
  const { id, file } = await changed(home);
  const entry = join(home.folder, 'undo', `call-${id}`, 'entry.json');
  writeFileSync(entry, readFileSync(entry, 'utf8').replace('"committed"', '"undoing"'));
  writeFileSync(file, 'mine');
  const journal = openUndoJournal(home.folder, Date.now);
  await journal.recover(async (one) => journal.find(one)?.digest);
  const { out } = await home.callgate('undo');
  expect(out).toContain(id);
  expect(out).toContain('Interrupted');
  expect(await home.callgate('undo', id, '--yes')).toMatchObject({ code: 1 });
});

it('names the files and asks before it changes them, and does nothing where nobody can be asked', async () => {
  const home = await openGateHome();
  const { id, file } = await changed(home);
  expect(await runCallgateIn(home.folder, ['undo', id])).toMatchObject({
    code: 1,
    err: expect.stringContaining('error[UNDO_UNASKED]'),
  });
  const answered = async (answer: string): Promise<number> => {
    const command = new RunningCommand(home.folder, ['undo', id], true);
    await command.shows('Undo?');
    expect(command.out).toContain('a⟦U+001B⟧[2J.txt');
    command.type(`${answer}\n`);
    return await command.ended;
  };
  expect(await answered('')).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(await answered('y')).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('one');
});
