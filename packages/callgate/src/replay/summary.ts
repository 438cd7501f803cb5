import type { Outcome } from '@callgate/core';
import { OUTCOMES, display } from '@callgate/core';
import { columns, counted, percent, whole } from '../show/columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';
import type { ReplayedTrace } from './replay-trace.ts';

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export const NO_COUNTS: OutcomeCounts = Object.freeze({ auto: 0, confirm: 0, block: 0 });

export interface SummaryTable {
  readonly calls: number;
  readonly outcomes: OutcomeCounts;
  /** In how many calls each rule fired. */
  readonly rules: Readonly<Record<string, number>>;
  /** By `server/tool`. */
  readonly tools: Readonly<Record<string, OutcomeCounts>>;
  readonly sessions: Readonly<Record<string, OutcomeCounts>>;
  /** Calls that could not be judged: of tools that the catalogue does not have, or with unreadable arguments. */
  readonly unjudged: number;
}

const plusOne = (counts: OutcomeCounts | undefined, outcome: Outcome): OutcomeCounts => {
  const before = counts ?? NO_COUNTS;
  return { ...before, [outcome]: before[outcome] + 1 };
};

export class Summary {
  readonly #rules = new Map<string, number>();
  readonly #tools = new Map<string, OutcomeCounts>();
  readonly #sessions = new Map<string, OutcomeCounts>();
  #outcomes: OutcomeCounts = NO_COUNTS;
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

  table(): SummaryTable {
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
