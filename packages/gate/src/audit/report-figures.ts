import type { CallState } from '../record/call-row.ts';

/** How many calls there were, and what was decided about them. */
export interface DecisionCounts {
  calls: number;
  auto: number;
  confirm: number;
  block: number;
}

export interface ToolFigures extends DecisionCounts {
  readonly tool: string;
  done: number;
  failed: number;
  indeterminate: number;
  /** Milliseconds of those that ended; null where none did. */
  medianMs: number | null;
}

/** Calls of tools that are believed to have a hint. */
export interface HintFigures extends DecisionCounts {
  readonly hint: string;
}

export interface ApproverReport {
  readonly subject: string;
  readonly approved: number;
  readonly refused: number;
  /** From being asked to the word. */
  readonly medianMs: number;
  /** Decided in under two seconds. */
  readonly hasty: number;
}

export interface AiFigures {
  readonly tool: string;
  readonly principal: string;
  calls: number;
}

/** What was decided about the calls of one day. */
export interface DayFigures extends DecisionCounts {
  /** Start of the day, UTC. */
  readonly day: number;
}

/** How often a rule held or blocked a call. */
export interface RuleReport {
  readonly rule: string;
  readonly outcome: 'confirm' | 'block';
  calls: number;
}

/** How often people were asked in a session. */
export interface PromptReport {
  readonly session: string;
  prompts: number;
}

/** A call whose outcome nobody knew. */
export interface UnknownOutcome {
  readonly call: string;
  readonly tool: string;
  readonly at: number;
  settled: string | null;
}

/** How often one model was recommended in place of another, and what that comes to by the estimates of the time. */
export interface RerouteFigures {
  readonly instead: string;
  readonly model: string;
  steps: number;
  /** Below 0 it was dearer; null where nobody could tell of any. */
  saved: number | null;
}

/** What a record tells of a time. All of it comes from the record. */
export interface AuditReport {
  /** Time of the first and the last row that were read; null where there was none. */
  readonly from: number | null;
  readonly to: number | null;
  readonly rows: number;
  readonly unreadableRows: number;
  readonly decided: DecisionCounts;
  /** Requests that could not even be taken in; they are not calls. */
  readonly notTakenIn: number;
  /** Calls whose outcome was only observed. */
  readonly observed: number;
  /** Where the calls stand at the end of the time. */
  readonly states: Readonly<Record<CallState, number>>;
  readonly days: readonly DayFigures[];
  /** Most calls first. */
  readonly rules: readonly RuleReport[];
  /** Sessions that calls were made in. */
  readonly sessions: number;
  /** Sessions in which people were asked, most questions first. */
  readonly prompts: readonly PromptReport[];
  readonly tools: readonly ToolFigures[];
  readonly hints: readonly HintFigures[];
  readonly approvers: readonly ApproverReport[];
  readonly ai: readonly AiFigures[];
  readonly indeterminate: readonly UnknownOutcome[];
  /** Most steps first. */
  readonly rerouted: readonly RerouteFigures[];
}
