import { display } from '@callgate/core';
import type { ReportCell, ReportPart, SuggestedPolicy } from './report-parts.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Isolates foreign text: its direction does not affect the text around it. */
const cellHtml = (cell: ReportCell): string =>
  typeof cell === 'string'
    ? `<td>${escapeHtml(cell)}</td>`
    : `<td><bdi>${escapeHtml(display(cell.foreign, { max: 300 }))}</bdi></td>`;

const table = ({ head, rows }: ReportPart): string =>
  rows.length === 0
    ? '<p>none</p>'
    : [
        '<table>',
        `<thead><tr>${head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')}</tr></thead>`,
        '<tbody>',
        ...rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`),
        '</tbody>',
        '</table>',
      ].join('\n');

const part = (each: ReportPart): string =>
  [
    '<section>',
    `<h2>${escapeHtml(each.title)}</h2>`,
    table(each),
    ...(each.note === undefined ? [] : [`<p>${escapeHtml(each.note)}</p>`]),
    '</section>',
  ].join('\n');

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1b1f24; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #d0d7de; vertical-align: top; overflow-wrap: anywhere; }
td:not(:first-child) { font-variant-numeric: tabular-nums; }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117; } th, td { border-color: #30363d; } }
`;

/** One page that loads nothing and runs nothing. */
export const reportHtml = (
  title: string,
  parts: readonly ReportPart[],
  suggestions: readonly SuggestedPolicy[] = [],
): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<h1>${escapeHtml(title)}</h1>`,
    ...parts.map(part),
    ...suggestions.map(
      (each) =>
        `<section>\n<h2>${escapeHtml(each.title)}</h2>\n<pre>${escapeHtml(each.policy)}</pre>\n</section>`,
    ),
    '</body>',
    '</html>',
  ].join('\n');
