import type { LabelName, SessionLabels } from '@callgate/core/label';

/** A search for sessions. All that is given must hold. */
export interface SessionFilter {
  /** Whose newest call in it was this principal's. */
  readonly principal?: string;
  /** It has touched this, possibly or for sure. */
  readonly label?: LabelName;
  /** Stands in the name of the principal or of the context, in whatever case. */
  readonly text?: string;
  /** Labels that were last raised before this have aged away. */
  readonly labelsSince?: number;
}

/** How many calls of a session there are, among so many of the newest. */
export interface SessionCounts {
  readonly calls: number;
  /** There are more calls, which were not counted. */
  readonly more: boolean;
  readonly states: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** One session that calls were made in. */
export interface SessionSummary {
  /** Its key. */
  readonly session: string;
  readonly principal: string;
  /** As its newest call named it. */
  readonly context: string;
  readonly authenticated: boolean;
  /** When its first and its newest call were received. */
  readonly first: number;
  readonly last: number;
  readonly lastCall: string;
  /** Calls that wait for people now. */
  readonly waiting: number;
  readonly counts: SessionCounts;
  /** What it has touched; null where the context is over and nothing is kept of it. */
  readonly labels: SessionLabels | null;
}

/** What was written into a store by sessions that had touched something. */
export interface LabelledStore {
  /** `server NAME`, or `store NAME` as the operator called it. */
  readonly store: string;
  readonly labels: SessionLabels;
}

/** Calls of a session that are counted by state and outcome. */
export const COUNTED_CALLS = 1000;
