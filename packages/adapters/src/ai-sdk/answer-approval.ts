import type { Gate, VoteResult } from '@callgate/gate';
import type { Word } from '../host/approvals.ts';
import { castWord, verdictOf } from '../host/approvals.ts';

/** The answer to an approval request, for the end of the history. */
export interface ApprovalResponse {
  readonly type: 'tool-approval-response';
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string;
}

export interface ApprovalAnswer extends Word {
  /** Of the `tool-approval-request` part. */
  readonly approvalId: string;
}

export interface Answered {
  readonly vote: VoteResult;
  /** Put it at the end of the history and let the turn go on. Absent as long as the word of others is missing. */
  readonly response: ApprovalResponse | undefined;
}

/** Casts a person's vote at the gate, the only place where it counts, and says what to tell the SDK. */
export const answerApproval = async (gate: Gate, answer: ApprovalAnswer): Promise<Answered> => {
  const vote = await castWord(gate, answer);
  const verdict = verdictOf(vote, answer.reason);
  const { approvalId } = answer;
  return {
    vote,
    response: verdict === undefined ? undefined : { type: 'tool-approval-response', approvalId, ...verdict },
  };
};
