import type { FileChange } from '@callgate/contract/overlay';
import { describe, expect, it } from 'vitest';
import { showChanges } from './show-changes.ts';

const CONTENTS = new Map<string, Uint8Array>();

const state = (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  CONTENTS.set(name, bytes);
  return { kind: 'file', mode: 0o644, digest: name, size: bytes.length } as const;
};

const read = (digest: string, most: number): Uint8Array | undefined => {
  const bytes = CONTENTS.get(digest);
  return bytes === undefined || bytes.length > most ? undefined : bytes;
};

const change = (more: Partial<FileChange>): FileChange => ({
  root: '/r',
  path: 'p',
  before: null,
  after: null,
  ...more,
});

describe('what people are shown of file changes', () => {
  it('is the lines that differ, of new and deleted files all of them', () => {
    const { changes } = showChanges(
      [
        change({ before: state('a', 'one\ntwo\n'), after: state('b', 'one\nthree\n') }),
        change({ path: 'q', after: state('c', 'new\n') }),
        change({ path: 'r', before: state('d', 'gone') }),
      ],
      read,
    );
    expect(changes.map(({ diff }) => diff)).toEqual([
      [{ line: 2, removed: ['two'], added: ['three'] }],
      [{ line: 1, removed: [], added: ['new'] }],
      [{ line: 1, removed: ['gone'], added: [] }],
    ]);
  });

  it('says of what is no text that it is binary, and of what is long that it is not shown', () => {
    const { changes } = showChanges(
      [
        change({ after: state('nul', 'a\0b') }),
        change({ after: state('latin', new Uint8Array([0xe9, 0x61])) }),
        change({ after: state('big', 'x'.repeat(300_000)) }),
        change({ after: state('many', 'x\n'.repeat(1000)) }),
        change({ after: state('wide', 'x'.repeat(3000)) }),
      ],
      read,
    );
    expect(changes.map(({ note }) => note)).toEqual(['binary', 'binary', 'large', 'large', 'large']);
  });

  it('tells a move once, and a mode without lines', () => {
    const moved = state('m', 'same\n');
    const { changes } = showChanges(
      [
        change({ path: 'new', after: moved, from: 'old' }),
        change({ path: 'old', before: moved }),
        change({ path: 'x', before: moved, after: { ...moved, mode: 0o755 } }),
      ],
      read,
    );
    expect(changes).toMatchObject([
      { path: 'new', from: 'old' },
      { path: 'x', after: { mode: 0o755 } },
    ]);
    expect(changes.every(({ diff }) => diff === undefined)).toBe(true);
  });

  it('stops at a size that people and databases can take, and counts the rest', () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      change({ path: `${at}`, after: state(`s${at}`, 'long line of text '.repeat(100)) }),
    );
    const shown = showChanges(many, read);
    expect(shown.changes).toHaveLength(200);
    expect(shown.more).toBe(100);
    expect(JSON.stringify(shown).length).toBeLessThan(400_000);
    expect(shown.changes.at(-1)?.note).toBe('large');
  });
});
