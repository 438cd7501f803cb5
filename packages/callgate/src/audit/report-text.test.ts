import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMoment } from '../options/read-moment.ts';
import { reportHtml } from './report-html.ts';
import { reportMarkdown } from './report-markdown.ts';

const HOSTILE = fc.string({
  unit: fc.constantFrom(...'=+-@\t\r\n\0"\',;|`<>&[]()!#*_ azé\u202E\u{1F600}＝＋－＠\u00a0'),
  maxLength: 12,
});

describe('text of others in a report', () => {
  const part = (text: string): Parameters<typeof reportHtml>[1] => [
    { title: 'T', head: ['a'], rows: [[{ foreign: text }]] },
  ];

  it('is code in Markdown, and nothing gets out of it', () => {
    fc.assert(
      fc.property(
        HOSTILE.filter((text) => text !== ''),
        (text) => {
          const [line = ''] = reportMarkdown('T', part(text)).split('\n').slice(-1);
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
        const cell = /<bdi>(.*?)<\/bdi>/s.exec(reportHtml('T', part(text)))?.[1] ?? '?';
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
