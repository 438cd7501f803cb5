import { undisplay } from '@callgate/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';
import { readMoment } from './moment.ts';
import { reportHtml } from './report-html.ts';
import { reportMarkdown } from './report-markdown.ts';

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
        expect([undisplay(inner), undisplay(inner.slice(1))]).toContain(text);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('text of others in a report', () => {
  const part = (text: string): Parameters<typeof reportHtml>[0] => [
    { title: 'T', head: ['a'], rows: [[{ foreign: text }]] },
  ];

  it('is code in Markdown, and nothing gets out of it', () => {
    fc.assert(
      fc.property(
        HOSTILE.filter((text) => text !== ''),
        (text) => {
          const [line = ''] = reportMarkdown(part(text)).split('\n').slice(-1);
          const [, fence = '', inner = ''] = /^\| (`+)(.*?)\1 \|$/.exec(line) ?? [];
          expect(fence).not.toBe('');
          // neither the fence nor a bare pipe is inside
          expect(inner.match(/`+/g) ?? []).not.toContain(fence);
          expect(inner).not.toMatch(/(?<!\\)\|/);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is text in HTML', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const cell = /<bdi>(.*?)<\/bdi>/s.exec(reportHtml(part(text)))?.[1] ?? '?';
        expect(cell).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a time that was asked for', () => {
  it('is a day or a moment with its zone', () => {
    expect(readMoment('since', undefined)).toBeUndefined();
    expect(readMoment('since', '2026-11-15')).toBe(Date.UTC(2026, 10, 15));
    expect(readMoment('since', '2026-11-15T08:30:00+01:00')).toBe(Date.UTC(2026, 10, 15, 7, 30));
    for (const text of ['2026-02-30', '2026-13-01', 'now', '', '2026-11-15T08:30:00', '1'])
      expect(() => readMoment('since', text)).toThrow(expect.objectContaining({ code: 'OPTION_VALUE' }));
  });
});
