import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import type { PersonVote } from '../host/approvals.ts';
import { castPersonVote, verdictOf } from '../host/approvals.ts';

/** The run that is paused, as a `tool-call-approval` names it. */
export interface PausedCall {
  readonly runId: string;
  readonly toolCallId: string;
}

/** An agent, as far as it takes approvals. */
export interface ApprovingAgent<R> {
  approveToolCall(options: PausedCall): Promise<R>;
  declineToolCall(options: PausedCall & { reason?: string }): Promise<R>;
}

/**
 * Casts a person's vote at the gate, the only place where it counts, and sends the run on. Its stream is absent as long
 * as the word of others is missing: then the run stays paused.
 */
export const answerApproval = async <R>(
  gate: Gate,
  agent: ApprovingAgent<R>,
  paused: PausedCall,
  word: PersonVote,
): Promise<{ readonly vote: VoteResult; readonly stream: R | undefined }> => {
  const vote = await castPersonVote(gate, word);
  const verdict = verdictOf(vote, word.reason);
  if (verdict === undefined) return { vote, stream: undefined };
  const { runId, toolCallId } = paused;
  const stream = verdict.approved
    ? await agent.approveToolCall({ runId, toolCallId })
    : await agent.declineToolCall({
        runId,
        toolCallId,
        ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
      });
  return { vote, stream };
};
