import { display } from '@callgate/core';
import { weekReportMessages } from '@callgate/messages/cli/week-report';
import type { ApprovalHabit, WeekReport } from '@callgate/operations/api';
import type { ReportCell, ReportPart, SuggestedPolicy } from '../audit/report-parts.ts';
import { formatTimeSpan } from '../audit/report-parts.ts';
import { formatInteger } from '../show/format-columns.ts';

const texts = weekReportMessages;

const MOST = 30;

const foreign = (text: string): ReportCell => ({ foreign: text });
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const partOf = <T>(
  { title, head }: { readonly title: string; readonly head: readonly string[] },
  items: readonly T[],
  row: (item: T) => readonly ReportCell[],
): ReportPart => ({
  title,
  head,
  rows: items.slice(0, MOST).map(row),
  ...(items.length > MOST ? { note: texts.more({ count: items.length - MOST }) } : {}),
});

const suggestionCell = ({ policy, refusal }: ApprovalHabit): string =>
  policy === null
    ? refusal === null
      ? texts.habits.viewer
      : texts.habits.refusal[refusal]
    : texts.habits.suggested;

const unknownPart = (
  { title, head }: { readonly title: string; readonly head: readonly string[] },
  note: string,
): ReportPart => ({ title, head, rows: [], note });

/** The digest as tables, whatever they are rendered in. */
export const weekReportParts = (report: WeekReport): readonly ReportPart[] => {
  const { decided, asked, unused } = report;
  return [
    {
      ...texts.decided,
      rows: [[decided.calls, decided.auto, decided.confirm, decided.block].map(formatInteger)],
      ...(report.complete ? {} : { note: texts.incomplete({ calls: formatInteger(decided.calls) }) }),
    },
    partOf(texts.tools, report.tools, (tool) => [
      foreign(`${tool.server}/${tool.tool}`),
      ...[tool.calls, tool.ran, tool.asked, tool.refused, tool.blocked, tool.lapsed].map(formatInteger),
    ]),
    {
      title: texts.asked.title,
      head: texts.asked.head,
      rows: [
        [
          asked.calls,
          asked.approved,
          asked.denied,
          asked.expired,
          asked.withdrawn,
          asked.waiting,
          asked.byGrant,
        ].map(formatInteger),
      ],
      note: texts.asked.note({
        median: asked.medianMs === null ? null : formatTimeSpan(asked.medianMs),
        hasty: asked.hasty,
      }),
    },
    partOf(texts.people, asked.people, (person) => [
      foreign(person.subject),
      formatInteger(person.approved),
      formatInteger(person.refused),
      formatTimeSpan(person.medianMs),
      formatInteger(person.hasty),
    ]),
    partOf(texts.blocked, report.blocked, ({ cause, calls, reason, tool }) => [
      foreign(cause),
      formatInteger(calls),
      foreign(reason),
      foreign(tool),
    ]),
    {
      ...partOf(texts.habits, report.habits, (habit) => [
        foreign(`${habit.server}/${habit.tool}`),
        formatInteger(habit.approved),
        formatInteger(habit.distinct),
        formatTimeSpan(habit.medianMs),
        foreign(habit.rules.join(', ')),
        suggestionCell(habit),
      ]),
      ...(report.habits.length === 0 ? {} : { note: texts.habits.note }),
    },
    unused.tools === null
      ? unknownPart(texts.unusedTools, texts.unknown.tools)
      : partOf(texts.unusedTools, unused.tools, ({ server, tool }) => [foreign(`${server}/${tool}`)]),
    partOf(texts.unusedGrants, unused.grants, ({ id, server, tool, givenAt, endsAt }) => [
      foreign(id),
      foreign(`${server}/${tool}`),
      day(givenAt),
      day(endsAt),
    ]),
    unused.rules === null
      ? unknownPart(texts.unusedRules, texts.unknown.rules)
      : partOf(texts.unusedRules, unused.rules, (rule) => [foreign(rule)]),
  ];
};

/** Suggested rules, each with its heading. Plain names and values alone are in them. */
export const listSuggestions = ({ habits }: WeekReport): readonly SuggestedPolicy[] =>
  habits.flatMap(({ server, tool, policy }) =>
    policy === null
      ? []
      : [
          {
            title: texts.habits.ruleTitle({ tool: display(`${server}/${tool}`, { max: 200 }) }),
            policy,
          },
        ],
  );
