import type { Outcome } from '@callgate/core';
import type { RuleLayer } from '@callgate/core/decide';

/** In milliseconds since 1970: from `since` on, before `until`. */
export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

/** How often people were asked in the sessions of a time. */
export interface PromptFigures {
  /** Sessions with a call that was received in that time. */
  readonly sessions: number;
  readonly prompts: number;
  /** How many of the sessions had so many questions. `to` is null where there is no end. */
  readonly spread: readonly {
    readonly from: number;
    readonly to: number | null;
    readonly sessions: number;
  }[];
  /** Where most was asked, the most first. */
  readonly most: readonly { readonly session: string; readonly prompts: number }[];
}

/** How long people took from being asked to their word. */
export interface ApprovalTimes {
  readonly votes: number;
  readonly approved: number;
  readonly medianMs: number | null;
  /** Decided in under two seconds. */
  readonly hasty: number;
  /** Votes that took up to so long, and longer than the one before. `toMs` is null where there is no end. */
  readonly spread: readonly { readonly toMs: number | null; readonly votes: number }[];
}

/** A rule that held or blocked calls. */
export interface RuleFigure {
  readonly rule: string;
  readonly layer: RuleLayer;
  readonly outcome: Outcome;
  /** In the words of its author. */
  readonly reason: string;
  readonly calls: number;
}

export interface RuleFigures {
  /** Most calls first. */
  readonly rules: readonly RuleFigure[];
  /** Calls that were looked at, the newest. */
  readonly calls: number;
  /** There were no more in that time. */
  readonly all: boolean;
}

/** What the calls of one tool came to. */
export interface ToolUsage {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  /** Calls that were let out, and when the last one was. */
  readonly ran: number;
  readonly lastRanAt: number | null;
  readonly lastCalledAt: number;
  /** Calls that people were asked about. */
  readonly asked: number;
  /** Calls that a person denied, that policy blocked, and that ended while they waited. */
  readonly refused: number;
  readonly blocked: number;
  readonly lapsed: number;
}
