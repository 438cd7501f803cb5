import { display } from '@callgate/core';
import type { ReportCell, ReportPart, SuggestedPolicy } from './report-parts.ts';

/** As a code span, in which nothing is markup, nor a link. */
const code = (text: string): string => {
  const shown = display(text, { max: 300 });
  if (shown === '') return '–';
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${space}${shown.replaceAll('|', '⟦U+007C⟧')}${space}${fence}`;
};

const cellText = (cell: ReportCell): string => (typeof cell === 'string' ? cell : code(cell.foreign));

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const part = ({ title, note, head, rows }: ReportPart): string =>
  [
    `## ${title}`,
    '',
    ...(rows.length === 0
      ? ['none']
      : [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cellText)))]),
    ...(note === undefined ? [] : ['', note]),
    '',
  ].join('\n');

export const reportMarkdown = (
  title: string,
  parts: readonly ReportPart[],
  suggestions: readonly SuggestedPolicy[] = [],
): string =>
  [
    `# ${title}`,
    '',
    ...parts.map(part),
    ...suggestions.map((each) => `## ${code(each.title)}\n\n\`\`\`yaml\n${each.policy}\`\`\`\n`),
  ]
    .join('\n')
    .trimEnd();
