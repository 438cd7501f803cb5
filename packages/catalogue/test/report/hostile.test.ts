import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanHtml, scanJunit, scanMarkdown, scanSarif, scanText } from '../../src/report/index.ts';
import { sampleReport, reportWithText } from './sample-report.ts';
import { sarifSchema } from './sarif-schema.ts';

const RUNS = process.env['CALLGATE_DEEP'] === '1' ? 2000 : 60;

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><style>*{display:none}',
  ']]><failure/><![CDATA[',
  '&lt;b&gt;&#x3c;',
  '--><!--',
  '\u0000\u0008\u001b[2J\ufffe\uffff\ud800',
  '\u202e\u2066\u200b\ufeff',
  '|x|\n# head\n- item',
  '\\|<img src=x>\\',
  '` `` ``` <b>',
  '[go](https://evil.example) ![i](https://evil.example/i.png)',
  'https://evil.example www.evil.example a@evil.example @team #1',
  '**bold** __x__ ~~s~~ $x$ <https://evil.example>',
  '{0} {1} [link](1)',
];

const hostile = fc.oneof(
  fc.constantFrom(...PAYLOADS),
  fc
    .array(fc.oneof(fc.constantFrom(...PAYLOADS), fc.string({ unit: 'binary', maxLength: 6 })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('')),
);

const options = { title: 'Scan', at: Date.UTC(2026, 10, 16) };

/** Every tag with the names of its attributes: what a text could add to. */
const skeleton = (markup: string): readonly string[] =>
  (markup.match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/="[^"]*"/g, ''));

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;

/** The first character of a text that nobody would see. */
const hidden = (text: string): string | undefined => INVISIBLE.exec(text.replaceAll('\n', ''))?.[0];

const always = (check: (text: string) => void): void => {
  fc.assert(fc.property(hostile, check), { numRuns: RUNS });
};

const PLAIN = reportWithText('plain');

describe('whatever others write into a report', () => {
  it('the page has the same elements and attributes', () => {
    const expected = skeleton(scanHtml(PLAIN, options));
    expect(expected.length).toBeGreaterThan(200);
    always((text) => {
      const html = scanHtml(reportWithText(text), { ...options, title: `Scan${text}` });
      expect(skeleton(html)).toEqual(expected);
      expect(hidden(html)).toBeUndefined();
    });
  });

  it('the test results have the same elements, and only characters that XML has', () => {
    const expected = skeleton(scanJunit(PLAIN, options));
    expect(expected.filter((tag) => tag.startsWith('<failure')).length).toBeGreaterThan(1);
    always((text) => {
      const xml = scanJunit(reportWithText(text), { ...options, title: `Scan${text}` });
      expect(skeleton(xml)).toEqual(expected);
      expect(xml.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      expect(hidden(xml)).toBeUndefined();
    });
  });

  it('SARIF keeps its shape, and no message has a link or a placeholder', () => {
    always((text) => {
      const sarif = sarifSchema.parse(JSON.parse(scanSarif(reportWithText(text), options)));
      for (const { results } of sarif.runs)
        for (const { message, ruleId } of results) {
          expect(message.text.replaceAll(/\\./gs, '')).not.toMatch(/[[\]]/);
          expect(message.text.replaceAll(/\{\{|\}\}/g, '')).not.toMatch(/[{}]/);
          expect(hidden(message.text + ruleId)).toBeUndefined();
        }
    });
  });

  it('Markdown has the same lines and cells, and no markup, link or mention of theirs', () => {
    const bare = (markdown: string): readonly string[] =>
      markdown
        .split('\n')
        .map((line) =>
          line.replaceAll(/\\[!-/:-@[-`{-~]/g, '·').replaceAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, 'code'),
        );
    const shape = (markdown: string): readonly string[] =>
      bare(markdown).map((line) => `${/^[ #\-|\d.]*/.exec(line)?.[0]}${line.replaceAll(/[^|*]/g, '')}`);
    const expected = shape(scanMarkdown(PLAIN, options));
    always((text) => {
      const markdown = scanMarkdown(reportWithText(`x${text}`), options);
      expect(shape(markdown)).toEqual(expected);
      expect(hidden(markdown)).toBeUndefined();
      for (const line of bare(markdown)) expect(line).not.toMatch(/[<>[\]@~$&]|:\/\/|www\./i);
    });
  });

  it('the terminal gets no control characters', () => {
    always((text) => {
      expect(
        hidden(scanText(reportWithText(text), { colour: false, width: 80, tools: true })),
      ).toBeUndefined();
    });
  });
});

describe('a report with colours', () => {
  it('says the same as one without', () => {
    const report = sampleReport();
    const coloured = scanText(report, { colour: true, width: 100 });
    expect(coloured).toContain('\u001b[');
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(scanText(report, { colour: false, width: 100 }));
  });
});
