import { parseDisplayed } from '@callgate/core/receive';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

const unquoted = (cell: string): string => cell.slice(1, -1).replaceAll('""', '"');

const HOSTILE = fc.string({
  unit: fc.constantFrom(...'=+-@\t\r\n\0"\',;|`<>&[]()!#*_ azé\u202E\u{1F600}＝＋－＠\u00a0'),
  maxLength: 12,
});

describe('a cell', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', '＝1', '"=1', "'=1"])(
    'is no formula: %j',
    (text) => {
      expect(unquoted(csvCell(text))).toMatch(/^'/);
    },
  );

  it('stays as it is where nothing is wrong with it', () => {
    expect(csvLine(['a b', 7, 'say "x"', ''])).toBe('"a b",7,"say ""x""",""');
  });

  it('is visible, one line, never a formula, and can be read back, whatever it holds', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const cell = csvCell(text);
        // oxlint-disable-next-line no-control-regex
        expect(cell).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        const inner = unquoted(cell);
        expect(inner).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
        expect([parseDisplayed(inner), parseDisplayed(inner.slice(1))]).toContain(text);
      }),
      { numRuns: 2000 },
    );
  });
});
