import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { displayJson, receiveArguments } from '@callgate/core/receive';
import type { Gate, PendingCall } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { Admission } from '../host/admit.ts';
import { admitNow, notRunText, waitingReason } from '../host/admit.ts';
import { castPersonVote, findPendingApproval, withdrawCall } from '../host/approvals.ts';
import type { HostOptions, ToolRequest } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { runInOrder } from '../host/run-in-order.ts';
import type { ReviewDecision, ReviewRequest } from './answer-approval.ts';
import { readReviewDecision } from './answer-approval.ts';
import type { RuntimeLike, ToolCallRequestLike } from './shapes.ts';
import { isObject } from '../host/host-options.ts';

/** A call as it is now, after whatever people made of it. */
export interface ReviewedCall {
  readonly request: ToolRequest;
  readonly admission: Admission;
  readonly edited: boolean;
}

type InterruptFunction = (value: unknown) => unknown;

const interruptOf = ({ interrupt }: RuntimeLike): InterruptFunction => {
  if (typeof interrupt === 'function') return interrupt as InterruptFunction;
  throw new CallgateError(adapterErrors.interruptMissing());
};

/** With what the graph was resumed at this place, if it was. */
const readResumeValue = (runtime: RuntimeLike): { readonly value: unknown } | undefined => {
  try {
    return { value: interruptOf(runtime)(null) };
  } catch {
    // it throws to pause, which is for later
    return undefined;
  }
};

const toolCallsOf = (message: unknown): readonly unknown[] =>
  isObject(message) && Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];

/** All calls of this step run in one task, so that nobody can tell whose decision it is. */
const isTaskShared = ({ runtime, state }: ToolCallRequestLike): boolean => {
  const scratchpad = runtime.configurable?.['__pregel_scratchpad'];
  const input = isObject(scratchpad) ? scratchpad['currentTaskInput'] : undefined;
  if (isObject(input) && 'lg_tool_call' in input) return false;
  return toolCallsOf(state.messages.findLast(({ type }) => type === 'ai')).length > 1;
};

const reviewRequest = (
  { name, arguments: args, key = '' }: ToolRequest,
  held: PendingCall,
): ReviewRequest => ({
  actionRequests: [
    {
      name,
      args: args as JsonObject,
      description: adapterMessages.waiting.description({
        tool: display(name, { max: 200 }),
        reason: waitingReason(held),
        args: displayJson(args as JsonObject),
      }),
    },
  ],
  reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] }],
  toolCallId: key,
});

/** The call with other arguments is another call. The same edit is the same call, however often the graph runs this again. */
const editedRequest = (host: HostOptions, { name, key = '' }: ToolRequest, args: JsonObject): ToolRequest =>
  requestOf(host, name, args, `${key}/edited/${receiveArguments(args).argumentsDigest}`);

const isEdit = (
  decision: ReviewDecision | undefined,
  { name, arguments: args }: ToolRequest,
): decision is Extract<ReviewDecision, { type: 'edit' }> =>
  decision?.type === 'edit' &&
  decision.editedAction.name === name &&
  canonical(decision.editedAction.args) !== canonical(args as JsonObject);

/** The host said no. That is a refusal if it says whose word it is, and otherwise nobody wants the call any more. */
const recordRefusal = async (
  gate: Gate,
  host: HostOptions,
  key: string,
  reason: string,
  reviewer: string | undefined,
): Promise<void> => {
  const waiting = await findPendingApproval(gate, host, key);
  if (reviewer !== undefined && waiting?.question !== undefined) {
    const { question } = waiting;
    await castPersonVote(gate, { question, approved: false, subject: reviewer, opened: false, reason });
  }
  // does nothing where the refusal counted
  await withdrawCall(gate, host, key, reason);
};

const admitInOrder = async (
  gate: Gate,
  host: HostOptions,
  request: ToolRequest,
  signal: AbortSignal | undefined,
): Promise<Admission> => {
  const first = await runInOrder(gate, host, () => gate.begin(request));
  // people may have decided meanwhile, and for a slot nobody is asked
  return first.state === 'held' ? await admitNow(gate, request, signal) : first;
};

export interface PauseOptions {
  /** Whom the host has authenticated as the one who decided. A reject is then this person's refusal. */
  readonly reviewer?: (runtime: RuntimeLike) => string | undefined;
}

/**
 * Admits a call in a graph that pauses where people are asked. LangGraph runs this again from the start whenever it
 * resumes: decisions so far are taken in their order, and the gate knows the call by its id. A decision is only the
 * host's wish to go on; whether the call may run is asked at the gate.
 */
export const admitOrPause = async (
  gate: Gate,
  host: HostOptions,
  wrapped: ToolCallRequestLike,
  { reviewer }: PauseOptions,
): Promise<ReviewedCall> => {
  const { toolCall, runtime } = wrapped;
  const shares = isTaskShared(wrapped);
  let request = requestOf(host, toolCall.name, toolCall.args, toolCall.id);
  let edited = false;
  for (;;) {
    let resumed = shares ? undefined : readResumeValue(runtime);
    if (resumed === undefined) {
      const admission = await admitInOrder(gate, host, request, runtime.signal);
      if (admission.state !== 'held') return { request, admission, edited };
      if (shares) throw new CallgateError({ ...notRunText(admission), help: adapterMessages.useVersion2 });
      // this throws, and so pauses the graph
      resumed = { value: interruptOf(runtime)(reviewRequest(request, admission)) };
    }
    const decision = readReviewDecision(resumed.value);
    const { key = '' } = request;
    if (decision?.type === 'reject') {
      const reason = display(decision.message ?? adapterMessages.answers.rejected, { max: 500 });
      await recordRefusal(gate, host, key, reason, reviewer?.(runtime));
      throw new CallgateError(adapterErrors.rejected({ reason }));
    }
    if (isEdit(decision, request)) {
      await withdrawCall(gate, host, key, adapterMessages.outcome.edited);
      request = editedRequest(host, request, decision.editedAction.args);
      edited = true;
    }
  }
};
