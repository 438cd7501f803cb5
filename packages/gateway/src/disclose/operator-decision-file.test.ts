import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolChange } from './tool-change.ts';
import { changeTool, applyToolChange } from './tool-change.ts';
import { OperatorDecisionFile, readServerDecisions } from './operator-decision-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-operator-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const WORD = { by: 'ann', at: 1000, reason: 'looked at it' };
const ABOUT = { server: 'files', identity: 'sha256:one', tool: 'delete' };
const DIGEST = `sha256:${'a'.repeat(64)}`;

type Kind = ToolChange extends infer C
  ? C extends ToolChange
    ? Omit<C, 'by' | 'at' | 'reason' | 'server' | 'identity' | 'tool'>
    : never
  : never;
const change = (kind: Kind): ToolChange => ({ ...ABOUT, ...WORD, ...kind }) as ToolChange;

const writer = join(import.meta.dirname, '..', '..', 'test', 'disclose', 'operator-writer.ts');
const child = (name: string, count: number): Promise<number | null> =>
  new Promise((resolve) => {
    spawn(process.execPath, ['--conditions=@callgate/source', writer, folder, name, String(count)], {
      stdio: 'inherit',
    }).once('close', resolve);
  });

describe('what the operator said of single tools', () => {
  it('is kept in one file that nobody else may read', () => {
    const file = new OperatorDecisionFile(folder);
    expect(file.read()).toEqual([]);
    file.change((all) => applyToolChange(all, change({ change: 'disable' })));
    file.change((all) =>
      applyToolChange(all, change({ change: 'review', set: { readOnly: 'yes' }, definition: DIGEST })),
    );
    expect(new OperatorDecisionFile(folder).read()).toEqual([
      {
        ...ABOUT,
        use: { ...WORD, allowed: false },
        review: { ...WORD, set: { readOnly: 'yes' }, definition: DIGEST },
      },
    ]);
    expect(readdirSync(folder)).toEqual(['operator.2.json']);
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'operator.2.json')).mode & 0o777).toBe(0o600);
  });

  it('loses nothing when two processes write at once', async () => {
    const ended = await Promise.all([child('one', 25), child('two', 25)]);
    expect(ended).toEqual([0, 0]);
    const said = new OperatorDecisionFile(folder).read();
    expect(said).toHaveLength(50);
    expect(said.filter(({ use }) => use?.by === 'two')).toHaveLength(25);
  });

  it('can be taken back, and a clear override leaves the rest', () => {
    const file = new OperatorDecisionFile(folder);
    const say = (kind: Kind): void => file.change((all) => applyToolChange(all, change(kind)));
    say({ change: 'override', set: { destructive: 'no' }, definition: DIGEST });
    say({ change: 'disable' });
    say({ change: 'clear-override' });
    expect(file.read()).toEqual([{ ...ABOUT, use: { ...WORD, allowed: false } }]);
    say({ change: 'enable' });
    expect(readServerDecisions(file, 'files', 'sha256:one').disabled('delete', DIGEST)).toBeNull();
  });

  it('is told apart by what the alias stands for, but what is disabled stays disabled', () => {
    const file = new OperatorDecisionFile(folder);
    const say = (kind: Kind, identity = 'sha256:one'): void =>
      file.change((all) => applyToolChange(all, { ...change(kind), identity }));
    say({ change: 'override', set: { destructive: 'no' } });
    say({ change: 'disable' });
    const there = (): ReturnType<typeof readServerDecisions> =>
      readServerDecisions(file, 'files', 'sha256:two');
    expect(there().of('delete')).toBeUndefined();
    expect(there().disabled('delete', DIGEST)).toMatchObject({ by: 'ann' });
    say({ change: 'enable' }, 'sha256:two');
    expect(there().disabled('delete', DIGEST)).toBeNull();
    expect(readServerDecisions(file, 'files', 'sha256:one').disabled('delete', DIGEST)).not.toBeNull();
    expect(readServerDecisions(file, 'other', 'sha256:one').disabled('delete', DIGEST)).toBeNull();
  });

  it('keeps a definition out and no other, unless the tool is disabled whatever it is', () => {
    const file = new OperatorDecisionFile(folder);
    const say = (kind: Kind): void => file.change((all) => applyToolChange(all, change(kind)));
    const disabled = (digest: string): boolean =>
      readServerDecisions(file, 'files', 'sha256:one').disabled('delete', digest) !== null;
    say({ change: 'keep-out', definition: DIGEST });
    expect([disabled(DIGEST), disabled('sha256:other')]).toEqual([true, false]);
    say({ change: 'disable' });
    say({ change: 'keep-out', definition: DIGEST });
    expect([disabled(DIGEST), disabled('sha256:other')]).toEqual([true, true]);
  });

  it.each([
    ['cut off', '{"v":1,"tools":[{"serv'],
    ['of another version', '{"v":2,"tools":[]}'],
    ['with something unknown', `{"v":1,"tools":[{"server":"a","identity":"b","tool":"c","allow":true}]}`],
    [
      'with a tool twice',
      `{"v":1,"tools":[{"server":"a","identity":"b","tool":"c"},{"server":"a","identity":"b","tool":"c"}]}`,
    ],
    ['empty', ''],
  ])('is not guessed where the file is %s', (_, text) => {
    const file = new OperatorDecisionFile(folder);
    file.change((all) => applyToolChange(all, change({ change: 'disable' })));
    const before = file.print();
    writeFileSync(join(folder, 'operator.1.json'), text);
    expect(file.print()).not.toBe(before);
    expect(() => file.read()).toThrow(/Cannot read/);
    expect(() => file.change((all) => applyToolChange(all, change({ change: 'enable' })))).toThrow(
      /Cannot read/,
    );
    expect(readServerDecisions(file, 'files', 'sha256:one').damaged).toContain('Restore it from a backup');
  });
});

describe('a file that is gone', () => {
  const removeAll = (): void => readdirSync(folder).forEach((name) => rmSync(join(folder, name)));
  const isDisabled = (file: OperatorDecisionFile, tool: string): boolean =>
    readServerDecisions(file, 'files', 'sha256:one').disabled(tool, DIGEST) !== null;
  const disable = (file: OperatorDecisionFile, tool: string): void =>
    file.change((all) => applyToolChange(all, { ...change({ change: 'disable' }), tool }));

  it('disables what it disabled for as long as the process lasts, and is told of', () => {
    const file = new OperatorDecisionFile(folder);
    disable(file, 'delete');
    expect(file.lost()).toBeNull();
    removeAll();
    expect(isDisabled(file, 'delete')).toBe(true);
    expect(file.lost()).toContain('Restore it from a backup');
  });

  it('is written again, whole, with the next change', () => {
    const file = new OperatorDecisionFile(folder);
    disable(file, 'delete');
    disable(file, 'drop');
    removeAll();
    file.change((all) => applyToolChange(all, change({ change: 'enable' })));
    expect(file.lost()).toBeNull();
    const anew = new OperatorDecisionFile(folder);
    expect([isDisabled(anew, 'delete'), isDisabled(anew, 'drop')]).toEqual([false, true]);
  });

  it('enables nothing where another process begins anew, however often it writes', () => {
    const file = new OperatorDecisionFile(folder);
    disable(file, 'delete');
    disable(file, 'drop');
    removeAll();
    for (const tool of ['a', 'b', 'c']) {
      disable(new OperatorDecisionFile(folder), tool);
      expect([isDisabled(file, 'delete'), isDisabled(file, tool)]).toEqual([true, true]);
    }
    new OperatorDecisionFile(folder).change((all) => applyToolChange(all, change({ change: 'enable' })));
    expect([isDisabled(file, 'delete'), isDisabled(file, 'drop')]).toEqual([false, true]);
  });

  it('counts as it was when it is put back', () => {
    const file = new OperatorDecisionFile(folder);
    disable(file, 'delete');
    const text = readFileSync(join(folder, 'operator.1.json'));
    removeAll();
    file.read();
    writeFileSync(join(folder, 'operator.1.json'), text);
    expect(file.read()).toHaveLength(1);
    expect(file.lost()).toBeNull();
  });

  it('offers nothing where it could not be read before either', () => {
    writeFileSync(join(folder, 'operator.1.json'), 'nothing');
    const file = new OperatorDecisionFile(folder);
    expect(readServerDecisions(file, 'files', 'sha256:one').damaged).not.toBeNull();
    removeAll();
    expect(readServerDecisions(file, 'files', 'sha256:one').damaged).toContain('its content is unknown');
    expect(new OperatorDecisionFile(folder).read()).toEqual([]);
  });
});

describe('a change', () => {
  it('is in the record before it is in force, with who and why', async () => {
    const book = new OperatorDecisionFile(folder);
    const rows: string[] = [];
    const record = (notice: { code: string; message: string }): Promise<void> => {
      rows.push(`${book.read().length} ${notice.code} ${notice.message}`);
      return Promise.resolve();
    };
    await changeTool(
      { book, record },
      change({ change: 'override', set: { readOnly: 'yes', agency: 'no' } }),
    );
    expect(rows).toEqual([
      '0 TOOL_OVERRIDDEN files/delete (sha256:one): ann set agency no, readOnly yes: looked at it',
    ]);
    expect(book.read()).toHaveLength(1);
  });

  it('does not happen where it cannot be recorded, or has no reason', async () => {
    const book = new OperatorDecisionFile(folder);
    const record = (): Promise<void> => Promise.reject(new Error('disk full'));
    await expect(changeTool({ book, record }, change({ change: 'enable' }))).rejects.toThrow('disk full');
    await expect(
      changeTool({ book, record }, { ...change({ change: 'enable' }), reason: ' ' }),
    ).rejects.toThrow('A reason is required');
    expect(book.read()).toEqual([]);
  });

  it('that failed after it was recorded is recorded as failed', async () => {
    const book = new OperatorDecisionFile(folder);
    const codes: string[] = [];
    const parts = {
      book,
      record: ({ code }: { code: string }): Promise<void> => Promise.resolve(void codes.push(code)),
      accept: (): void => {
        throw new Error('pins are damaged');
      },
    };
    await expect(changeTool(parts, change({ change: 'accept', definition: DIGEST }))).rejects.toThrow('pins');
    expect(codes).toEqual(['TOOL_ACCEPTED', 'TOOL_CHANGE_FAILED']);
    expect(book.read()).toEqual([]);
  });

  it('says nothing that a server could hide in a name', async () => {
    const messages: string[] = [];
    const record = ({ message }: { message: string }): Promise<void> =>
      Promise.resolve(void messages.push(message));
    const hostile = { ...change({ change: 'disable' }), tool: 'a\u202e\u001b[2Jb' };
    await changeTool({ book: new OperatorDecisionFile(folder), record }, hostile);
    expect(messages[0]).toContain('a⟦U+202E⟧⟦U+001B⟧[2Jb');
  });
});
