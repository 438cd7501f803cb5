import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Hunk } from './diff-lines.ts';
import { diffLines } from './diff-lines.ts';

const patched = (before: string, hunks: readonly Hunk[]): string => {
  const lines = before.split('\n');
  for (const { line, removed, added } of hunks.toReversed()) {
    expect(lines.slice(line - 1, line - 1 + removed.length)).toEqual(removed);
    lines.splice(line - 1, removed.length, ...added);
  }
  return lines.join('\n');
};

it('shows one changed line of many as one', () => {
  const before = Array.from({ length: 3000 }, (_, at) => `line ${at}`);
  const after = before.with(1500, 'another');
  expect(diffLines(before.join('\n'), after.join('\n'))).toEqual([
    { line: 1501, removed: ['line 1500'], added: ['another'] },
  ]);
});

it('shows nothing where nothing differs', () => {
  expect(diffLines('a\nb\n', 'a\nb\n')).toEqual([]);
});

it('whatever differs, following it gives the other text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(patched(before, diffLines(before, after))).toBe(after);
    }),
    { numRuns: 2000 },
  );
});
