import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import { isDispatchable } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { notNow, waitingReason } from '../host/admit.ts';
import type { Word } from '../host/approvals.ts';
import { castWord, verdictOf } from '../host/approvals.ts';
import type { HostOptions } from '../host/host.ts';
import { requestOf } from '../host/host.ts';
import { rememberJoined } from '../host/joined.ts';
import { pendingOf } from '../host/pending.ts';
import { NOT_SEEN, reportRan } from '../host/ran-elsewhere.ts';
import type { Gated } from './gated-tools.ts';
import { gatedAs } from './gated-tools.ts';
import type { ApprovalStatus, MessageLike, ToolCallLike, ToolsLike } from './shapes.ts';
import { partsOf } from './shapes.ts';

export interface ApprovalQuestion {
  readonly toolCall: ToolCallLike;
  readonly tools: ToolsLike | undefined;
  readonly messages?: readonly MessageLike[];
}

export type ToolApproval = (question: ApprovalQuestion) => Promise<ApprovalStatus>;

const denied = (reason: string): ApprovalStatus => ({ type: 'denied', reason });

/** The provider has run it when the gate hears of it. It is recorded, and if it should not have run the turn ends. */
const reported = async (
  gate: Gate,
  host: HostOptions,
  name: string,
  input: unknown,
): Promise<ApprovalStatus> => {
  try {
    await reportRan(gate, host, [{ server: host.server, name, input, answer: NOT_SEEN }]);
    return { type: 'approved' };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    throw new ProviderRanIt('PROVIDER_RAN_IT', error.message, {
      help: 'drop this turn; leave the tool out, or run it in a tool of your own',
      cause: error,
    });
  }
};

class ProviderRanIt extends CallgateError {}

/** The history has the call already: somebody claims that it was approved. */
const isClaimed = ({ toolCall, messages = [] }: ApprovalQuestion): boolean =>
  messages.some(
    (message) =>
      message.role === 'assistant' &&
      partsOf(message).some(
        (part) => part.type === 'tool-call' && part['toolCallId'] === toolCall.toolCallId,
      ),
  );

const statusOf = async (
  gate: Gate,
  { host, runBy }: Gated,
  question: ApprovalQuestion,
): Promise<ApprovalStatus> => {
  const { toolCallId, toolName, input, providerExecuted } = question.toolCall;
  if (runBy === 'provider' || providerExecuted === true) return await reported(gate, host, toolName, input);
  const request = requestOf(host, toolName, input, toolCallId);
  const claimed = isClaimed(question);
  let admission: Admission = rememberJoined(gate, host, request, await gate.begin(request));
  if (claimed && admission.state === 'held') admission = await gate.resume(admission.ticket, request);
  if (isDispatchable(admission)) {
    pendingOf(gate).keep(host, toolCallId, admission, runBy);
    return { type: 'approved' };
  }
  if (admission.state !== 'held') return denied(notNow(admission).message);
  // for a slot nobody can be asked: `execute` waits for it
  if (admission.waiting === 'slot' && runBy === 'host') return { type: 'approved' };
  // to the SDK `user-approval` means that the claim is enough
  return claimed
    ? denied(notNow(admission).message)
    : { type: 'user-approval', reason: waitingReason(admission) };
};

/**
 * For `toolApproval` of `generateText`, `streamText` and agents. An auto call is let out here already, so that the next
 * call of the same step is judged on what this one touches.
 */
export const toolApproval =
  (gate: Gate): ToolApproval =>
  async (question) => {
    const { toolCall, tools } = question;
    const tool =
      tools !== undefined && Object.hasOwn(tools, toolCall.toolName) ? tools[toolCall.toolName] : undefined;
    const found = gatedAs(tool);
    if (found?.gate !== gate)
      return denied('this tool does not go through the gate; wrap it with gatedTools');
    try {
      return await statusOf(gate, found, question);
    } catch (error) {
      if (!(error instanceof CallgateError) || error instanceof ProviderRanIt) throw error;
      return denied(`not run: ${error.message}`);
    }
  };

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
