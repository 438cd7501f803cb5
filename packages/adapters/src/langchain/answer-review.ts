import type { Gate, VoteResult } from '@callgate/gate';
import type { Word } from '../host/approvals.ts';
import { castWord, verdictOf } from '../host/approvals.ts';
import type { ReviewResponse } from './decisions.ts';

export interface Answered {
  readonly vote: VoteResult;
  /** For `new Command({ resume })`. Absent as long as the word of others is missing. */
  readonly resume: ReviewResponse | undefined;
}

/** Casts a person's vote at the gate, the only place where it counts, and says with what the graph is resumed. */
export const answerReview = async (gate: Gate, word: Word): Promise<Answered> => {
  const vote = await castWord(gate, word);
  const verdict = verdictOf(vote, word.reason);
  if (verdict === undefined) return { vote, resume: undefined };
  const { approved, reason } = verdict;
  const decision = approved
    ? ({ type: 'approve' } as const)
    : ({ type: 'reject', ...(reason === undefined ? {} : { message: reason }) } as const);
  return { vote, resume: { decisions: [decision] } };
};
