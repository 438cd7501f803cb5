import type { Outcome } from '@callgate/core';
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
