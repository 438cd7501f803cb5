import { describe, expect, it } from 'vitest';
import type { Answer } from '../vocabulary/answer.ts';
import type { Ground } from '../disclose/ground.ts';
import { GROUNDS } from '../disclose/ground.ts';
import { describeUndo } from './describe-undo.ts';

const words = (
  irreversible: Answer,
  ground: Ground,
  undoTool?: { readonly name: string; readonly believed: boolean },
): string | undefined => {
  const value = irreversible === 'no' ? 'yes' : irreversible === 'yes' ? 'no' : 'unknown';
  return describeUndo({
    beliefs: { reversible: { value, ground } },
    facts: { mutates: 'yes', irreversible },
    ...(undoTool === undefined ? {} : { undoTool }),
  });
};

describe('whether a call can be undone', () => {
  it('is told with who says so', () => {
    expect(GROUNDS.map((ground) => words('no', ground))).toEqual([
      'Can be undone, according to earlier calls',
      'Can be undone, according to the operator',
      'Can be undone, according to a review',
      'Can be undone, according to the sandbox',
      'Can be undone, according to the tool',
      'Can be undone, according to the protocol',
    ]);
  });

  it('is told with the tool that a trusted server names', () => {
    const restore = { name: 'restore', believed: true };
    expect(words('no', 'claim', restore)).toBe(
      'Can be undone, according to the tool. To undo, call `restore`',
    );
    expect(words('unknown', 'default', restore)).toBe('To undo, call `restore`');
  });

  it('is told as the word of a server that is not trusted', () => {
    expect(words('unknown', 'default', { name: 'restore\u202E', believed: false })).toBe(
      'The server, which is not trusted, says: to undo, call `restore⟦U+202E⟧`',
    );
  });

  it('is no where somebody says no, whatever tool is named', () => {
    expect(words('yes', 'operator', { name: 'restore', believed: true })).toBe('Cannot be undone');
  });

  it('is not told where nobody says anything, and not of a read', () => {
    expect(words('unknown', 'default')).toBeUndefined();
    expect(
      describeUndo({
        beliefs: { reversible: { value: 'yes', ground: 'claim' } },
        facts: { mutates: 'no', irreversible: 'no' },
      }),
    ).toBeUndefined();
  });
});
