import { CallgateError, display } from '@callgate/core';
import type { Answer, Gate } from '@callgate/gate';
import { notNow, waitingReason } from './admit.ts';
import type { Gated } from './gated-tools.ts';
import { gatedAs } from './gated-tools.ts';
import type { ToolRequest } from './host.ts';
import { requestOf } from './host.ts';
import { pendingOf } from './pending.ts';
import type { ApprovalStatus, ToolCallLike, ToolsLike } from './shapes.ts';

export interface ApprovalQuestion {
  readonly toolCall: ToolCallLike;
  readonly tools: ToolsLike | undefined;
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

const statusOf = async (gate: Gate, { host, runBy }: Gated, call: ToolCallLike): Promise<ApprovalStatus> => {
  const request = requestOf(host, call.toolName, call.input, call.toolCallId);
  if (runBy === 'provider' || call.providerExecuted === true) return await reportedOrThrown(gate, request);
  const admission = await gate.begin(request);
  if (admission.state === 'dispatching') {
    pendingOf(gate).keep(host, call.toolCallId, admission, runBy);
    return { type: 'approved' };
  }
  if (admission.state !== 'held') return denied(notNow(admission).message);
  // for a slot nobody can be asked: `execute` waits for it
  const type = admission.waiting === 'slot' && runBy === 'host' ? 'approved' : 'user-approval';
  return { type, reason: waitingReason(admission) };
};

/**
 * For `toolApproval` of `generateText`, `streamText` and agents. An auto call is let out here already, so that the next
 * call of the same step is judged on what this one touches.
 */
export const toolApproval =
  (gate: Gate): ToolApproval =>
  async ({ toolCall, tools }) => {
    const tool =
      tools !== undefined && Object.hasOwn(tools, toolCall.toolName) ? tools[toolCall.toolName] : undefined;
    const found = gatedAs(tool);
    if (found?.gate !== gate)
      return denied('this tool does not go through the gate; wrap it with gatedTools');
    try {
      return await statusOf(gate, found, toolCall);
    } catch (error) {
      if (!(error instanceof CallgateError) || error instanceof ProviderRanIt) throw error;
      return denied(`not run: ${error.message}`);
    }
  };
