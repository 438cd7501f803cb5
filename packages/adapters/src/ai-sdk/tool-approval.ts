import { CallgateError, display } from '@callgate/core';
import type { Answer, Gate } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { isBegun, notNow, waitingReason } from '../host/admit.ts';
import type { Gated } from './gated-tools.ts';
import { gatedAs } from './gated-tools.ts';
import type { ToolRequest } from '../host/host.ts';
import { requestOf } from '../host/host.ts';
import { pendingOf } from '../host/pending.ts';
import type { ApprovalStatus, MessageLike, ToolCallLike, ToolsLike } from './shapes.ts';
import { partsOf } from './shapes.ts';

export interface ApprovalQuestion {
  readonly toolCall: ToolCallLike;
  readonly tools: ToolsLike | undefined;
  readonly messages?: readonly MessageLike[];
}

export type ToolApproval = (question: ApprovalQuestion) => Promise<ApprovalStatus>;

const denied = (reason: string): ApprovalStatus => ({ type: 'denied', reason });

const NOT_SEEN: Answer = { type: 'result', result: { ranAt: 'provider', resultSeen: false } };

/** The provider has run it when the gate hears of it. It is recorded, and if it should not have run the turn ends. */
const reported = async (gate: Gate, request: ToolRequest): Promise<ApprovalStatus> => {
  const { decision } = await gate.decide(request);
  const finished = await gate.report(request, NOT_SEEN);
  if ('reasons' in finished) throw new CallgateError(finished.code, finished.reasons.join('; '));
  if (decision.outcome === 'auto' || decision.mode === 'observe') return { type: 'approved' };
  throw new CallgateError('PROVIDER_RAN_IT', decision.reasons.join('; '));
};

const reportedOrThrown = async (gate: Gate, request: ToolRequest): Promise<ApprovalStatus> => {
  try {
    return await reported(gate, request);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    const name = display(request.name, { max: 80 });
    throw new ProviderRanIt('PROVIDER_RAN_IT', `${name} ran at the provider: ${error.message}`, {
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
  const request = requestOf(host, toolName, input, toolCallId);
  if (runBy === 'provider' || providerExecuted === true) return await reportedOrThrown(gate, request);
  const claimed = isClaimed(question);
  let admission: Admission = await gate.begin(request);
  if (claimed && admission.state === 'held') admission = await gate.resume(admission.ticket, request);
  if (isBegun(admission)) {
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
