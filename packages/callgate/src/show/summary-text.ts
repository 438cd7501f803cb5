import type { Outcome } from '@callgate/core';
import { OUTCOMES, display } from '@callgate/core';
import type { OutcomeCounts, SummaryTable } from '../replay/summary.ts';
import { columns, counted, percent, whole } from './columns.ts';
import { bold, dim, outcomeText } from './style.ts';

const MOST_SESSIONS = 10;

const heldIn = ({ confirm, block }: OutcomeCounts): number => confirm + block;

const counts = (row: OutcomeCounts): string[] => OUTCOMES.map((outcome) => whole(row[outcome]));

const outcomeRow = (outcome: Outcome, { outcomes, calls }: SummaryTable): string[] => [
  outcomeText(outcome),
  whole(outcomes[outcome]),
  percent(outcomes[outcome], calls),
];

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', bold(title), ...lines];

/** What was counted over some traces, for people. */
export const summaryText = (policy: string, table: SummaryTable): string => {
  const sessions = Object.entries(table.sessions);
  const asked = sessions.filter(([, row]) => heldIn(row) > 0);
  const quiet = sessions.length - asked.length;
  const most = asked.toSorted(([, a], [, b]) => heldIn(b) - heldIn(a)).slice(0, MOST_SESSIONS);
  const perSession = sessions.length === 0 ? '–' : (heldIn(table.outcomes) / sessions.length).toFixed(2);
  return [
    `${bold(`${counted(sessions.length, 'session')}, ${counted(table.calls, 'call')}`)}  ${dim(`policy ${display(policy)}`)}`,
    '',
    ...columns(OUTCOMES.map((outcome) => outcomeRow(outcome, table))),
    '',
    `  nobody asked in ${counted(quiet, 'session')} (${percent(quiet, sessions.length)}); ${perSession} calls held a session`,
    ...(table.unjudged === 0
      ? []
      : [`  ${counted(table.unjudged, 'call')} could not be judged: the decisions say why`]),
    ...section(
      'Rules that fired',
      columns(Object.entries(table.rules).map(([id, count]) => [display(id), whole(count)])),
    ),
    ...section(
      'Tools',
      columns([
        ['', ...OUTCOMES],
        ...Object.entries(table.tools).map(([tool, row]) => [display(tool), ...counts(row)]),
      ]),
    ),
    ...section('Sessions with the most calls held', [
      ...columns(
        most.map(([session, row]) => [
          display(session, { max: 60 }),
          `${whole(heldIn(row))} of ${whole(heldIn(row) + row.auto)}`,
        ]),
      ),
      ...(asked.length > most.length ? [dim(`  and ${whole(asked.length - most.length)} more`)] : []),
    ]),
  ].join('\n');
};
