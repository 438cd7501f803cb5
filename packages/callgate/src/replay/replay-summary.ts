import type { Outcome } from '@callgate/core';
import { OUTCOMES, display } from '@callgate/core';
import { replayMessages } from '@callgate/messages/cli/replay';
import { formatColumns, formatCount, formatPercent, formatInteger } from '../show/format-columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';
import type { ReplayedTrace } from './replay-trace.ts';

export type ReplayOutcomeCounts = Readonly<Record<Outcome, number>>;

export const NO_COUNTS: ReplayOutcomeCounts = Object.freeze({ auto: 0, confirm: 0, block: 0 });

export interface ReplaySummaryTable {
  readonly calls: number;
  readonly outcomes: ReplayOutcomeCounts;
  /** In how many calls each rule fired. */
  readonly rules: Readonly<Record<string, number>>;
  /** By `server/tool`. */
  readonly tools: Readonly<Record<string, ReplayOutcomeCounts>>;
  readonly sessions: Readonly<Record<string, ReplayOutcomeCounts>>;
  /** Calls that could not be judged: of tools that the catalogue does not have, or with unreadable arguments. */
  readonly unjudged: number;
}

const plusOne = (counts: ReplayOutcomeCounts | undefined, outcome: Outcome): ReplayOutcomeCounts => {
  const before = counts ?? NO_COUNTS;
  return { ...before, [outcome]: before[outcome] + 1 };
};

export class ReplaySummary {
  readonly #rules = new Map<string, number>();
  readonly #tools = new Map<string, ReplayOutcomeCounts>();
  readonly #sessions = new Map<string, ReplayOutcomeCounts>();
  #outcomes: ReplayOutcomeCounts = NO_COUNTS;
  #calls = 0;
  #unjudged = 0;

  add({ session, calls }: ReplayedTrace): void {
    let counts = NO_COUNTS;
    for (const { call, judged, outcome } of calls) {
      const tool = `${call.server}/${call.tool}`;
      this.#tools.set(tool, plusOne(this.#tools.get(tool), outcome));
      this.#outcomes = plusOne(this.#outcomes, outcome);
      counts = plusOne(counts, outcome);
      if (judged === undefined) this.#unjudged += 1;
      for (const { id } of judged?.decision.rules ?? []) this.#rules.set(id, (this.#rules.get(id) ?? 0) + 1);
    }
    this.#calls += calls.length;
    this.#sessions.set(session, counts);
  }

  table(): ReplaySummaryTable {
    return {
      calls: this.#calls,
      outcomes: this.#outcomes,
      rules: Object.fromEntries([...this.#rules].toSorted(([, a], [, b]) => b - a)),
      tools: Object.fromEntries([...this.#tools].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      sessions: Object.fromEntries(this.#sessions),
      unjudged: this.#unjudged,
    };
  }
}

const { summary: texts } = replayMessages;

const MOST_SESSIONS = 10;

const heldIn = ({ confirm, block }: ReplayOutcomeCounts): number => confirm + block;

const counts = (row: ReplayOutcomeCounts): string[] => OUTCOMES.map((outcome) => formatInteger(row[outcome]));

const outcomeRow = (outcome: Outcome, { outcomes, calls }: ReplaySummaryTable): string[] => [
  outcomeText(outcome),
  formatInteger(outcomes[outcome]),
  formatPercent(outcomes[outcome], calls),
];

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', bold(title), ...lines];

/** What was counted over some traces, for people. */
export const summaryText = (policy: string, table: ReplaySummaryTable): string => {
  const sessions = Object.entries(table.sessions);
  const asked = sessions.filter(([, row]) => heldIn(row) > 0);
  const quiet = sessions.length - asked.length;
  const most = asked.toSorted(([, a], [, b]) => heldIn(b) - heldIn(a)).slice(0, MOST_SESSIONS);
  const perSession = sessions.length === 0 ? '–' : (heldIn(table.outcomes) / sessions.length).toFixed(2);
  return [
    `${bold(`${formatCount(sessions.length, 'session')}, ${formatCount(table.calls, 'call')}`)}  ${dim(replayMessages.policy({ policy: display(policy) }))}`,
    '',
    ...formatColumns(OUTCOMES.map((outcome) => outcomeRow(outcome, table))),
    '',
    `  ${texts.quiet({ sessions: formatCount(quiet, 'session'), share: formatPercent(quiet, sessions.length), perSession })}`,
    ...(table.unjudged === 0 ? [] : [`  ${texts.unjudged({ calls: formatCount(table.unjudged, 'call') })}`]),
    ...section(
      texts.rules,
      formatColumns(Object.entries(table.rules).map(([id, count]) => [display(id), formatInteger(count)])),
    ),
    ...section(
      texts.tools,
      formatColumns([
        ['', ...OUTCOMES],
        ...Object.entries(table.tools).map(([tool, row]) => [display(tool), ...counts(row)]),
      ]),
    ),
    ...section(texts.sessions, [
      ...formatColumns(
        most.map(([session, row]) => [
          display(session, { max: 60 }),
          texts.held({ held: formatInteger(heldIn(row)), calls: formatInteger(heldIn(row) + row.auto) }),
        ]),
      ),
      ...(asked.length > most.length
        ? [dim(`  ${replayMessages.more({ count: formatInteger(asked.length - most.length) })}`)]
        : []),
    ]),
  ].join('\n');
};
