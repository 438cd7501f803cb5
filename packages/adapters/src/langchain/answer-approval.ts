import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import type { PersonVote } from '../host/approvals.ts';
import { castPersonVote, verdictOf } from '../host/approvals.ts';
import { toJson } from '../host/host-options.ts';
import { isObject } from '../host/host-options.ts';

/** The request of `humanInTheLoopMiddleware`, for one call. */
export interface ReviewRequest {
  actionRequests: [{ name: string; args: JsonObject; description: string }];
  reviewConfigs: [{ actionName: string; allowedDecisions: ('approve' | 'edit' | 'reject')[] }];
  /** Of the call that waits: `findPendingApproval` takes it. */
  toolCallId: string;
}

/** One of the decisions with which `humanInTheLoopMiddleware` is resumed. */
export type ReviewDecision =
  | { readonly type: 'approve' }
  | {
      readonly type: 'edit';
      readonly editedAction: { readonly name: string; readonly args: JsonObject };
    }
  | { readonly type: 'reject'; readonly message?: string };

/** What the graph is resumed with. */
export interface ReviewResponse {
  decisions: [ReviewDecision];
}

const argumentsOf = (value: unknown): JsonObject | undefined => {
  try {
    const json = toJson(value);
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
};

/** The decision on one call. What cannot be read decides nothing. */
export const readReviewDecision = (resumed: unknown): ReviewDecision | undefined => {
  const decisions = isObject(resumed) ? resumed['decisions'] : undefined;
  const decision: unknown = Array.isArray(decisions) && decisions.length === 1 ? decisions[0] : undefined;
  if (!isObject(decision)) return undefined;
  const { type, editedAction, message } = decision;
  if (type === 'approve') return { type };
  if (type === 'reject') return { type, ...(typeof message === 'string' ? { message } : {}) };
  if (type !== 'edit' || !isObject(editedAction)) return undefined;
  const args = argumentsOf(editedAction['args']);
  const { name } = editedAction;
  return typeof name === 'string' && args !== undefined ? { type, editedAction: { name, args } } : undefined;
};

export interface ReviewOutcome {
  readonly vote: VoteResult;
  /** For `new Command({ resume })`. Absent as long as the word of others is missing. */
  readonly resume: ReviewResponse | undefined;
}

/** Casts a person's vote at the gate, the only place where it counts, and says with what the graph is resumed. */
export const answerApproval = async (gate: Gate, word: PersonVote): Promise<ReviewOutcome> => {
  const vote = await castPersonVote(gate, word);
  const verdict = verdictOf(vote, word.reason);
  if (verdict === undefined) return { vote, resume: undefined };
  const { approved, reason } = verdict;
  const decision = approved
    ? ({ type: 'approve' } as const)
    : ({ type: 'reject', ...(reason === undefined ? {} : { message: reason }) } as const);
  return { vote, resume: { decisions: [decision] } };
};
