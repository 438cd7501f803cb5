import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Overlay } from '../../test/harness/overlay.ts';
import { canOverlay, prepareOverlay, removeOverlay, runInOverlay } from '../../test/harness/overlay.ts';
import { describeTree } from '../../test/harness/tree.ts';
import { digestChanges } from './digest-changes.ts';
import type { FileChange } from './file-change.ts';
import { readChanges } from './read-changes.ts';
import { UndoJournal } from './undo-journal.ts';

let overlay: Overlay;
afterEach(() => removeOverlay(overlay.folder));

const DAY = 24 * 60 * 60 * 1000;
let now = Date.now();

const openJournal = (options: { maxBytes?: number; failpoint?: (name: string) => void } = {}): UndoJournal =>
  new UndoJournal(join(overlay.folder, 'journal'), {
    maxBytes: 1e9,
    maxAgeMs: DAY,
    now: () => now,
    ...options,
  });

/** A root with a folder, a file in it, and a file outside that a call must never reach. */
const plant = (): Overlay => {
  overlay = prepareOverlay((root) => {
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs', 'a.txt'), 'one\n');
    writeFileSync(join(root, 'b.txt'), 'two\n');
  });
  mkdirSync(join(overlay.folder, 'outside'));
  writeFileSync(join(overlay.folder, 'outside', 'a.txt'), 'one\n');
  return overlay;
};

const call = (script: string): void => {
  runInOverlay(overlay, ['sh', '-ec', `cd "$0"; ${script}`, overlay.root]);
};

const read = async (since = overlay.since): Promise<readonly FileChange[]> =>
  await readChanges([overlay], { since });

const preview = async (journal: UndoJournal, script: string, id = 'call'): Promise<string> => {
  call(script);
  const { since } = overlay;
  const { digest } = await journal.preview(id, (keep) => readChanges([overlay], { since, keep }));
  return digest;
};

const outside = (): readonly string[] => describeTree(join(overlay.folder, 'outside'));

describe.runIf(canOverlay())('reading what a call left', () => {
  it('finds created, changed, deleted and moved files, modes and links, and nothing that only was touched', async () => {
    plant();
    call(
      'echo new > n.txt; echo more >> docs/a.txt; mv b.txt docs/c.txt; ln -s /callgate-nowhere/file l; chmod 700 docs; touch docs',
    );
    expect(await read()).toMatchObject([
      { path: 'b.txt', before: { kind: 'file' }, after: null },
      { path: 'docs', before: { kind: 'folder', mode: 0o755 }, after: { kind: 'folder', mode: 0o700 } },
      { path: 'docs/a.txt', before: { size: 4 }, after: { size: 9 } },
      { path: 'docs/c.txt', before: null, after: { size: 4 }, from: 'b.txt' },
      { path: 'l', before: null, after: { kind: 'link', size: '/callgate-nowhere/file'.length } },
      { path: 'n.txt', before: null, after: { kind: 'file', size: 4 } },
    ]);
  });

  it('finds nothing where files were only touched or written with the same content', async () => {
    plant();
    call('touch b.txt docs; echo one > docs/a.txt; chmod 600 b.txt; chmod 644 b.txt');
    expect(await read()).toEqual([]);
  });

  it('sees what a replaced folder no longer holds', async () => {
    plant();
    call('rm -r docs; mkdir docs; echo x > docs/x');
    expect((await read()).map(({ path }) => path)).toEqual(['docs/a.txt', 'docs/x']);
  });

  it.each([
    ['a pipe', 'mkfifo docs/pipe'],
    ['a name that is no text', 'touch "$(printf \'a\\377\')"'],
  ])('gives no preview of %s', async (_, script) => {
    plant();
    call(script);
    await expect(read()).rejects.toMatchObject({ code: 'PREVIEW_UNAVAILABLE' });
  });

  it('gives no preview of more than fits', async () => {
    plant();
    call('head -c 100000 /dev/zero > big');
    const options = { since: overlay.since, limits: { paths: 10, bytes: 50_000 } };
    await expect(readChanges([overlay], options)).rejects.toMatchObject({ code: 'PREVIEW_UNAVAILABLE' });
    const few = { since: overlay.since, limits: { paths: 0, bytes: 1e6 } };
    await expect(readChanges([overlay], few)).rejects.toMatchObject({ code: 'PREVIEW_UNAVAILABLE' });
  });

  it('does not show a change of a file that something else changed meanwhile', async () => {
    plant();
    call('echo more >> b.txt');
    writeFileSync(join(overlay.root, 'b.txt'), 'edited\n');
    // the clock of a file system is a little late
    await expect(read(overlay.since - 50)).rejects.toMatchObject({ code: 'FILE_CONFLICT' });
  });
});

describe.runIf(canOverlay())('committing changes', () => {
  it.each<readonly [string, (root: string, away: string) => void]>([
    ['a file was edited', (root) => writeFileSync(join(root, 'docs', 'a.txt'), 'mine\n')],
    ['a file was deleted', (root) => renameSync(join(root, 'docs', 'a.txt'), join(root, 'moved'))],
    ['a mode was changed', (root) => chmodSync(join(root, 'docs', 'a.txt'), 0o600)],
    ['a new file has come', (root) => writeFileSync(join(root, 'new'), '')],
    [
      'a link stands where a new file belongs',
      (root, away) => symlinkSync(join(away, 'a.txt'), join(root, 'new')),
    ],
    [
      'a folder became a link to one outside',
      (root, away) => {
        renameSync(join(root, 'docs'), join(root, 'docs2'));
        symlinkSync(away, join(root, 'docs'));
      },
    ],
    [
      'the root became a link to another folder',
      (root, away) => {
        renameSync(root, `${root}-before`);
        symlinkSync(away, root);
      },
    ],
    ['a folder that goes holds something new', (root) => writeFileSync(join(root, 'gone', 'new'), '')],
  ])('writes nothing if %s', async (_, edit) => {
    plant();
    mkdirSync(join(overlay.root, 'gone'));
    overlay = { ...overlay, since: Date.now() + 1 };
    const journal = openJournal();
    const digest = await preview(journal, 'echo more >> docs/a.txt; echo n > new; rm b.txt; rmdir gone');
    const away = outside();
    edit(overlay.root, join(overlay.folder, 'outside'));
    const edited = describeTree(overlay.root);
    await expect(journal.commit('call', digest)).rejects.toMatchObject({ code: 'FILE_CONFLICT' });
    expect(describeTree(overlay.root)).toEqual(edited);
    expect(outside()).toEqual(away);
    expect(journal.find('call')?.state).toBe('previewed');
  });

  it.each(['draft docs/a.txt', 'new', 'b.txt'])(
    'never leaves the root, and takes everything back, if a folder becomes a link in the middle (%s)',
    async (step) => {
      plant();
      const digest = await preview(openJournal(), 'echo more >> docs/a.txt; echo n > new; rm b.txt');
      const away = outside();
      const journal = openJournal({
        failpoint: (name) => {
          if (name !== step || !existsSync(join(overlay.root, 'docs'))) return;
          renameSync(join(overlay.root, 'docs'), join(overlay.root, 'docs2'));
          symlinkSync(join(overlay.folder, 'outside'), join(overlay.root, 'docs'));
        },
      });
      await expect(journal.commit('call', digest)).rejects.toThrow(/changed/i);
      expect(outside()).toEqual(away);
      expect(readFileSync(join(overlay.root, 'b.txt'), 'utf8')).toBe('two\n');
      expect(existsSync(join(overlay.root, 'new'))).toBe(false);
    },
  );

  it('keeps what something else wrote to a file while it was being replaced', async () => {
    plant();
    const digest = await preview(openJournal(), 'echo more >> docs/a.txt; rm b.txt');
    const file = join(overlay.root, 'docs', 'a.txt');
    const journal = openJournal({
      failpoint: (name) => name.startsWith('draft') && writeFileSync(file, 'mine\n'),
    });
    await expect(journal.commit('call', digest)).rejects.toMatchObject({ code: 'FILES_NOT_RESTORED' });
    expect(readFileSync(file, 'utf8')).toBe('mine\n');
    expect(readFileSync(join(overlay.root, 'b.txt'), 'utf8')).toBe('two\n');
    expect(readdirSync(join(overlay.root, 'docs'))).toEqual(['a.txt']);
  });

  it('commits only what was shown', async () => {
    plant();
    const journal = openJournal();
    await preview(journal, 'rm b.txt');
    await expect(journal.commit('call', digestChanges([]))).rejects.toMatchObject({ code: 'UNDO_DAMAGED' });
  });

  it.each([
    ['a path that leads out', (text: string) => text.replaceAll('"b.txt"', '"../outside/a.txt"')],
    ['a path that is absolute', (text: string) => text.replaceAll('"b.txt"', '"/etc/passwd"')],
    [
      'a content that is a path',
      (text: string) => text.replace(/"digest":"\w{64}"/, '"digest":"../../../etc/passwd"'),
    ],
    ['no entry', () => '{}'],
  ])('refuses a journal with %s', async (_, forge) => {
    plant();
    const journal = openJournal();
    await preview(journal, 'echo more >> b.txt');
    const away = outside();
    const file = join(overlay.folder, 'journal', 'call-call', 'entry.json');
    writeFileSync(file, forge(readFileSync(file, 'utf8')));
    await expect(
      (async () => await journal.commit('call', journal.find('call')?.digest ?? ''))(),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:FILE_PATH|UNDO_DAMAGED)$/),
    });
    expect(outside()).toEqual(away);
  });

  it('takes everything back if a kept content was changed', async () => {
    plant();
    const before = describeTree(overlay.root);
    const journal = openJournal();
    const digest = await preview(journal, 'echo more >> docs/a.txt; rm b.txt; echo n > new');
    const contents = join(overlay.folder, 'journal', 'call-call', 'contents');
    for (const name of readdirSync(contents))
      if (readFileSync(join(contents, name), 'utf8') === 'one\nmore\n') truncateSync(join(contents, name), 2);
    await expect(journal.commit('call', digest)).rejects.toMatchObject({ code: 'UNDO_DAMAGED' });
    expect(describeTree(overlay.root)).toEqual(before);
  });

  it('leaves the other name of a file with two as it was', async () => {
    plant();
    linkSync(join(overlay.root, 'b.txt'), join(overlay.folder, 'outside', 'b.txt'));
    overlay = { ...overlay, since: Date.now() + 1 };
    const away = outside();
    const journal = openJournal();
    const digest = await preview(journal, 'chmod 600 b.txt');
    await journal.commit('call', digest);
    expect(outside()).toEqual(away);
  });

  it('happens once', async () => {
    plant();
    const journal = openJournal();
    const digest = await preview(journal, 'rm b.txt');
    await journal.commit('call', digest);
    await expect(journal.commit('call', digest)).rejects.toMatchObject({ code: 'UNDO_STATE' });
  });
});

describe.runIf(canOverlay())('undoing a call', () => {
  it('brings back content and modes, once', async () => {
    plant();
    const before = describeTree(overlay.root);
    const journal = openJournal();
    const digest = await preview(journal, 'echo x > b.txt; chmod 755 b.txt; rm -r docs');
    await journal.commit('call', digest);
    await journal.undo('call', digest);
    expect(describeTree(overlay.root)).toEqual(before);
    await expect(journal.undo('call', digest)).rejects.toMatchObject({ code: 'UNDO_STATE' });
  });

  it('overwrites nothing that was changed since', async () => {
    plant();
    const journal = openJournal();
    const digest = await preview(journal, 'echo x > b.txt; rm docs/a.txt');
    await journal.commit('call', digest);
    writeFileSync(join(overlay.root, 'b.txt'), 'edited\n');
    const edited = describeTree(overlay.root);
    await expect(journal.undo('call', digest)).rejects.toMatchObject({ code: 'FILE_CONFLICT' });
    expect(describeTree(overlay.root)).toEqual(edited);
    expect(journal.find('call')?.state).toBe('committed');
  });

  it('restores only what was shown', async () => {
    plant();
    const journal = openJournal();
    await journal.commit('call', await preview(journal, 'echo x > b.txt'));
    await expect(journal.undo('call', digestChanges([]))).rejects.toMatchObject({ code: 'UNDO_DAMAGED' });
    expect(readFileSync(join(overlay.root, 'b.txt'), 'utf8')).toBe('x\n');
  });

  it.each(['../../etc', 'no such call', 'other'])('knows no call %s', async (id) => {
    plant();
    await expect(openJournal().undo(id, '')).rejects.toMatchObject({ code: 'UNDO_UNKNOWN' });
  });

  it('is possible for a while, and as long as there is room', async () => {
    plant();
    const journal = openJournal({ maxBytes: 100 });
    await journal.commit('one', await preview(journal, 'head -c 60 /dev/zero > x', 'one'));
    now += 1000;
    await journal.prune();
    expect(journal.list().map(({ call: id }) => id)).toEqual(['one']);
    overlay = { ...overlay, since: now + DAY };
    await journal.preview('two', async () => [
      { root: overlay.root, path: 'y', before: null, after: { kind: 'file', mode: 0o600, size: 60 } },
    ]);
    await journal.prune();
    // what waits for an approval is not removed to make room
    expect(journal.list().map(({ call: id }) => id)).toEqual(['two']);
    now += 2 * DAY;
    await journal.prune();
    expect(journal.list()).toEqual([]);
  });

  it('forgets a preview that was discarded', async () => {
    plant();
    const journal = openJournal();
    await preview(journal, 'rm b.txt');
    await journal.discard('call');
    expect(journal.find('call')).toBeUndefined();
    expect(existsSync(join(overlay.root, 'b.txt'))).toBe(true);
  });
});
