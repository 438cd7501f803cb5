import { display } from '@callgate/core';
import { weekReportMessages } from '@callgate/messages/cli/week-report';
import type { WeekReport } from '@callgate/operations/api';
import type { ReportCell, ReportPart, SuggestedPolicy } from '../audit/report-parts.ts';
import { formatColumns } from '../show/format-columns.ts';
import { bold, dim } from '../show/style.ts';

const cellText = (cell: ReportCell): string =>
  typeof cell === 'string' ? cell : display(cell.foreign, { max: 60 });

const partText = ({ title, head, rows, note }: ReportPart): string =>
  [
    bold(title),
    ...(rows.length === 0
      ? note === undefined
        ? [`  ${weekReportMessages.none}`]
        : []
      : formatColumns([head, ...rows.map((row) => row.map(cellText))]).map((line, at) =>
          at === 0 ? dim(line) : line,
        )),
    ...(note === undefined ? [] : [`  ${note}`]),
    '',
  ].join('\n');

/** The digest for a terminal. */
export const weekReportText = (
  title: string,
  { decided }: WeekReport,
  parts: readonly ReportPart[],
  suggestions: readonly SuggestedPolicy[],
): string =>
  [
    bold(title),
    weekReportMessages.headline({
      calls: decided.calls,
      auto: decided.auto,
      asked: decided.confirm,
      blocked: decided.block,
    }),
    '',
    // the first part is the headline
    ...parts.slice(1).map(partText),
    ...suggestions.flatMap((suggestion) => [
      bold(suggestion.title),
      suggestion.policy.trimEnd().replaceAll(/^/gm, '  '),
      '',
    ]),
    ...(suggestions.length === 0 ? [] : [weekReportMessages.habits.howTo, '']),
  ]
    .join('\n')
    .trimEnd();
