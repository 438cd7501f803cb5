import type { ReplayedDecision, UnreadableDecision } from './replay-audit-log.ts';
import { formatOutcomeChange, isOutcomeChanged } from './replay-audit-log.ts';

export interface ReplayTally {
  /** Rows that tell of a decision. */
  readonly decisions: number;
  /** Calls that were decided about for the first time in them. */
  readonly calls: number;
  readonly reproduced: number;
  readonly notReproduced: number;
  readonly unreadable: number;
  readonly changed: number;
  /** How many changed from which outcome to which. */
  readonly changes: Readonly<Record<string, number>>;
  /** The tools with the most changes. */
  readonly tools: Readonly<Record<string, number>>;
}

const MOST_TOOLS = 1000;
const SHOWN_TOOLS = 20;

const most = (counts: ReadonlyMap<string, number>, shown: number): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a).slice(0, shown));

/** Counts what a replay of the record comes to. Its memory does not grow with the record. */
export class ReplayCounter {
  readonly #changes: Map<string, number> = new Map();
  readonly #tools: Map<string, number> = new Map();
  #decisions = 0;
  #calls = 0;
  #reproduced = 0;
  #unreadable = 0;
  #changed = 0;

  add(found: ReplayedDecision | UnreadableDecision): void {
    this.#decisions += 1;
    if (found.type === 'unreadable') {
      this.#unreadable += 1;
      return;
    }
    if (!found.again) this.#calls += 1;
    if (found.differs.length === 0) this.#reproduced += 1;
    if (!isOutcomeChanged(found)) return;
    this.#changed += 1;
    const change = formatOutcomeChange(found.recorded.outcome, found.now.outcome);
    this.#changes.set(change, (this.#changes.get(change) ?? 0) + 1);
    const tool = this.#tools.has(found.tool) || this.#tools.size < MOST_TOOLS ? found.tool : 'others';
    this.#tools.set(tool, (this.#tools.get(tool) ?? 0) + 1);
  }

  tally(): ReplayTally {
    return {
      decisions: this.#decisions,
      calls: this.#calls,
      reproduced: this.#reproduced,
      notReproduced: this.#decisions - this.#reproduced - this.#unreadable,
      unreadable: this.#unreadable,
      changed: this.#changed,
      changes: most(this.#changes, this.#changes.size),
      tools: most(this.#tools, SHOWN_TOOLS),
    };
  }
}
