import { describe, expect, it } from 'vitest';
import type { Answer } from '../vocabulary/answer.ts';
import type { Ground } from '../disclose/ground.ts';
import { GROUNDS } from '../disclose/ground.ts';
import { undoWords } from './undo-words.ts';

const words = (
  irreversible: Answer,
  ground: Ground,
  undoTool?: { readonly name: string; readonly believed: boolean },
): string | undefined => {
  const value = irreversible === 'no' ? 'yes' : irreversible === 'yes' ? 'no' : 'unknown';
  return undoWords({
    beliefs: { reversible: { value, ground } },
    facts: { mutates: 'yes', irreversible },
    ...(undoTool === undefined ? {} : { undoTool }),
  });
};

describe('whether a call can be undone', () => {
  it('is told with who says so', () => {
    expect(GROUNDS.map((ground) => words('no', ground))).toEqual([
      'earlier calls show that this can be undone',
      'the operator says this can be undone',
      'a review says this can be undone',
      'the sandbox guarantees that this can be undone',
      'the tool says this can be undone',
      'the protocol says this can be undone',
    ]);
  });

  it('is told with the tool that a trusted server names', () => {
    const restore = { name: 'restore', believed: true };
    expect(words('no', 'claim', restore)).toBe('the tool says this can be undone; to undo: call `restore`');
    expect(words('unknown', 'default', restore)).toBe('to undo: call `restore`');
  });

  it('is told as the word of a server that is not trusted', () => {
    expect(words('unknown', 'default', { name: 'restore\u202E', believed: false })).toBe(
      'the server, which is not trusted, says: to undo, call `restore⟦U+202E⟧`',
    );
  });

  it('is no where somebody says no, whatever tool is named', () => {
    expect(words('yes', 'operator', { name: 'restore', believed: true })).toBe('cannot be undone');
  });

  it('is not told where nobody says anything, and not of a read', () => {
    expect(words('unknown', 'default')).toBeUndefined();
    expect(
      undoWords({
        beliefs: { reversible: { value: 'yes', ground: 'claim' } },
        facts: { mutates: 'no', irreversible: 'no' },
      }),
    ).toBeUndefined();
  });
});
