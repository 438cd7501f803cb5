import { HINT_NAMES } from '@callgate/core';
import type { HomeTools } from '../tools/home-tools.ts';
import { acceptReview, keepOut } from './accept-review.ts';
import type { ReviewItem } from './find-tools-to-review.ts';

/** Where the decisions of a reviewer go. */
export interface ReviewTarget {
  /** What can be said of a tool there. */
  readonly hints: readonly string[];
  accept(one: ReviewItem, set: Readonly<Record<string, 'yes' | 'no'>>, reason: string): Promise<unknown>;
  /** Absent where no tool can be hidden. */
  readonly keepOut?: (one: ReviewItem, reason: string) => Promise<unknown>;
  /** Called when a question is answered. */
  readonly save?: () => void;
}

/** Decisions about tools of this machine: they count at once and are in its audit log. */
export const homeReviewTarget = (tools: HomeTools): ReviewTarget => ({
  hints: [...HINT_NAMES, ...tools.judge.policy.hints.map(({ name }) => name)],
  accept: (one, set, reason) => acceptReview(tools, one, set, reason),
  keepOut: (one, reason) => keepOut(tools, one, reason),
});
