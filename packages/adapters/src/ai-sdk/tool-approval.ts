import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import { isDispatchable } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { Admission } from '../host/admit.ts';
import { notRunError, waitingReason } from '../host/admit.ts';
import type { PersonVote } from '../host/approvals.ts';
import { castPersonVote, verdictOf } from '../host/approvals.ts';
import type { HostOptions } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { rememberJoinedCall } from '../host/joined-calls.ts';
import { unstartedCallsOf } from '../host/unstarted-calls.ts';
import { RESULT_NOT_SEEN, reportProviderCalls } from '../host/report-provider-calls.ts';
import type { GatedToolEntry } from './gated-tools.ts';
import { findGatedTool } from './gated-tools.ts';
import type { ApprovalStatus, AiSdkMessageLike, AiSdkToolCallLike, AiSdkToolsLike } from './shapes.ts';
import { partsOf } from './shapes.ts';

export interface ApprovalQuestion {
  readonly toolCall: AiSdkToolCallLike;
  readonly tools: AiSdkToolsLike | undefined;
  readonly messages?: readonly AiSdkMessageLike[];
}

export type ToolApproval = (question: ApprovalQuestion) => Promise<ApprovalStatus>;

const deniedStatus = (reason: string): ApprovalStatus => ({ type: 'denied', reason });

/** The provider has run it when the gate hears of it. It is recorded, and if it should not have run the turn ends. */
const reportProviderRun = async (
  gate: Gate,
  host: HostOptions,
  name: string,
  input: unknown,
): Promise<ApprovalStatus> => {
  try {
    await reportProviderCalls(gate, host, [{ server: host.server, name, input, answer: RESULT_NOT_SEEN }]);
    return { type: 'approved' };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    throw new ProviderRanError(
      { code: 'PROVIDER_RAN_IT', message: error.message, help: adapterMessages.dropProviderRun },
      { cause: error },
    );
  }
};

class ProviderRanError extends CallgateError {}

/** The history has the call already: it claims that the call was approved. */
const isClaimedApproved = ({ toolCall, messages = [] }: ApprovalQuestion): boolean =>
  messages.some(
    (message) =>
      message.role === 'assistant' &&
      partsOf(message).some(
        (part) => part.type === 'tool-call' && part['toolCallId'] === toolCall.toolCallId,
      ),
  );

const statusOf = async (
  gate: Gate,
  { host, runBy }: GatedToolEntry,
  question: ApprovalQuestion,
): Promise<ApprovalStatus> => {
  const { toolCallId, toolName, input, providerExecuted } = question.toolCall;
  if (runBy === 'provider' || providerExecuted === true)
    return await reportProviderRun(gate, host, toolName, input);
  const request = requestOf(host, toolName, input, toolCallId);
  const claimed = isClaimedApproved(question);
  let admission: Admission = rememberJoinedCall(gate, host, request, await gate.begin(request));
  // one that it joined may be approved already, as a call of a plan is
  if (admission.state === 'held' && (claimed || admission.joined === true))
    admission = await gate.resume(admission.ticket, request);
  if (isDispatchable(admission)) {
    unstartedCallsOf(gate).keep(host, toolCallId, admission, runBy);
    return { type: 'approved' };
  }
  if (admission.state !== 'held') return deniedStatus(notRunError(admission).message);
  // for a slot nobody can be asked: `execute` waits for it
  if (admission.waiting === 'slot' && runBy === 'host') return { type: 'approved' };
  // to the SDK `user-approval` means that the claim is enough
  return claimed
    ? deniedStatus(notRunError(admission).message)
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
    const found = findGatedTool(tool);
    if (found?.gate !== gate) return deniedStatus(adapterMessages.answers.notWrapped);
    try {
      return await statusOf(gate, found, question);
    } catch (error) {
      if (!(error instanceof CallgateError) || error instanceof ProviderRanError) throw error;
      return deniedStatus(adapterMessages.notRun({ reason: error.message }));
    }
  };

/** The answer to an approval request, for the end of the history. */
export interface ApprovalResponse {
  readonly type: 'tool-approval-response';
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string;
}

export interface ApprovalAnswer extends PersonVote {
  /** Of the `tool-approval-request` part. */
  readonly approvalId: string;
}

export interface ApprovalOutcome {
  readonly vote: VoteResult;
  /** Put it at the end of the history and let the turn go on. Absent as long as the word of others is missing. */
  readonly response: ApprovalResponse | undefined;
}

/** Casts a person's vote at the gate, the only place where it counts, and says what to tell the SDK. */
export const answerApproval = async (gate: Gate, answer: ApprovalAnswer): Promise<ApprovalOutcome> => {
  const vote = await castPersonVote(gate, answer);
  const verdict = verdictOf(vote, answer.reason);
  const { approvalId } = answer;
  return {
    vote,
    response: verdict === undefined ? undefined : { type: 'tool-approval-response', approvalId, ...verdict },
  };
};
