import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PathState } from './file-change.ts';
import { UndoJournal } from './undo-journal.ts';

const DAY = 24 * 60 * 60 * 1000;

let root: string;
let folder: string;
let now: number;

beforeEach(() => {
  const own = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-journal-')));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  root = join(own, 'root');
  folder = join(own, 'undo');
  mkdirSync(root);
  now = 1_000_000;
});

const open = (): UndoJournal => new UndoJournal(folder, { maxBytes: 1e9, maxAgeMs: DAY, now: () => now });

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const state = (text: string): PathState => ({
  kind: 'file',
  mode: 0o644,
  digest: digestOf(text),
  size: text.length,
});

const write = (name: string, text: string): void => writeFileSync(join(root, name), text, { mode: 0o644 });

const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** A call that changes these files from `one` to `two`. */
const preview = async (call: string, ...names: readonly string[]): Promise<string> => {
  for (const name of names) write(name, 'one');
  const { digest } = await open().preview(call, async (keep) => {
    for (const text of ['one', 'two']) {
      const keeper = keep();
      keeper.take(Buffer.from(text));
      keeper.end(state(text));
    }
    return names.map((path) => ({ root, path, before: state('one'), after: state('two') }));
  });
  return digest;
};

const entryOf = (call: string): string => join(folder, `call-${call}`, 'entry.json');

/** As a process leaves it that died then. */
const leaveIn = (call: string, during: 'committing' | 'undoing'): void =>
  writeFileSync(
    entryOf(call),
    readFileSync(entryOf(call), 'utf8').replace(/"state":"\w+"/, `"state":"${during}"`),
  );

/** Each call is known with the changes that its entry has. */
const recover = () => {
  const journal = open();
  const known = new Map(journal.list().map(({ call, digest }) => [call, digest]));
  return journal.recover(async (call) => known.get(call));
};

describe('a change that was interrupted', () => {
  it.each(['committing', 'undoing'] as const)(
    'keeps what files were as long as something else changed one of them, while %s',
    async (during) => {
      await preview('call', 'a.txt', 'b.txt');
      leaveIn('call', during);
      write('b.txt', 'mine');
      expect(await recover()).toEqual({ left: [join(root, 'b.txt')], problems: [] });
      expect(read('b.txt')).toBe('mine');
      await open().discard('call');
      now += 2 * DAY;
      await open().prune();
      expect(open().list()).toMatchObject([{ call: 'call', state: 'left' }]);
      expect(open().content('call', digestOf('one'), 10)).toEqual(Buffer.from('one'));
    },
  );

  it('is as before where nothing else changed its files', async () => {
    await preview('call', 'a.txt', 'b.txt');
    write('a.txt', 'two');
    leaveIn('call', 'committing');
    expect(await recover()).toEqual({ left: [], problems: [] });
    expect(read('a.txt')).toBe('one');
    expect(open().find('call')?.state).toBe('previewed');
  });
});

describe('an entry that cannot be used', () => {
  it.each<readonly [string, () => void]>([
    ['is damaged', () => writeFileSync(entryOf('bad'), '{')],
    [
      'is no file',
      () => {
        rmSync(entryOf('bad'));
        mkdirSync(entryOf('bad'));
      },
    ],
  ])('and %s is reported, and stops none of the others', async (_, damage) => {
    await preview('bad', 'a.txt');
    await preview('good', 'b.txt');
    leaveIn('good', 'committing');
    write('b.txt', 'two');
    damage();
    expect(await recover()).toMatchObject({
      left: [],
      problems: [{ code: 'UNDO_DAMAGED', message: expect.stringContaining(entryOf('bad')) }],
    });
    expect(read('b.txt')).toBe('one');
    expect(open().list()).toMatchObject([{ call: 'good', state: 'previewed' }]);
    now += 2 * DAY;
    await open().prune();
    expect(open().list()).toEqual([]);
    expect(() => open().find('bad')).toThrow(expect.objectContaining({ code: 'UNDO_DAMAGED' }));
  });

  it('because its folder is gone is reported, and stops none of the others', async () => {
    await preview('bad', 'a.txt');
    writeFileSync(entryOf('bad'), readFileSync(entryOf('bad'), 'utf8').replaceAll(root, `${root}-gone`));
    await preview('good', 'b.txt');
    for (const call of ['bad', 'good']) leaveIn(call, 'committing');
    write('b.txt', 'two');
    expect(await recover()).toMatchObject({ left: [], problems: [{ code: 'FILE_CONFLICT' }] });
    expect(read('b.txt')).toBe('one');
    expect(open().find('bad')?.state).toBe('committing');
  });

  it('because it tells of others than its call is known to make is reported, and changes nothing', async () => {
    const digest = await preview('call', 'a.txt');
    leaveIn('call', 'committing');
    writeFileSync(entryOf('call'), readFileSync(entryOf('call'), 'utf8').replace('"a.txt"', '"other.txt"'));
    write('other.txt', 'two');
    expect(await open().recover(async () => digest)).toMatchObject({
      left: [],
      problems: [{ code: 'UNDO_DAMAGED' }],
    });
    expect(await open().recover(async () => null)).toMatchObject({ problems: [{ code: 'UNDO_DAMAGED' }] });
    expect(read('other.txt')).toBe('two');
  });

  it('because it would open folders beside its changes is reported, and opens none', async () => {
    const digest = await preview('call', 'a.txt');
    mkdirSync(join(root, 'closed'), { mode: 0o500 });
    leaveIn('call', 'committing');
    writeFileSync(
      entryOf('call'),
      readFileSync(entryOf('call'), 'utf8').replace(
        '"opened":[]',
        `"opened":[{"mode":320,"path":"closed","root":${JSON.stringify(root)}}]`,
      ),
    );
    expect(await open().recover(async () => digest)).toMatchObject({ problems: [{ code: 'UNDO_DAMAGED' }] });
  });

  it('of a call that is not known here is left to those who know it', async () => {
    await preview('call', 'a.txt');
    write('a.txt', 'two');
    leaveIn('call', 'committing');
    expect(await open().recover(async () => undefined)).toEqual({ left: [], problems: [] });
    expect(read('a.txt')).toBe('two');
  });
});
