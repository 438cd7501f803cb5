import type { Json } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Dispatchable, Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { Admission } from '../host/admit.ts';
import { notRunError } from '../host/admit.ts';
import type { ToolRequest, ConversationRef } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { runInOrder } from '../host/run-in-order.ts';
import { refuseCall } from '../host/model-call.ts';
import { unstartedCallsOf } from '../host/unstarted-calls.ts';
import { reasonText } from '../host/error-text.ts';
import type { McpApprovalRequest, McpApprovalResponse, ResponseLike } from './shapes.ts';
import { isApprovalRequest } from './shapes.ts';

/** Whose conversation it is. The label of a hosted server is the operator's name for it, as in the catalogue. */
export interface HostedHost extends ConversationRef {
  /** How long a call waits here for people. What still waits then is left unanswered. Not at all where nothing is said. */
  readonly waitMs?: number;
}

export interface AnswerApprovalsOptions {
  /** The host leaves: what waits is withdrawn. */
  readonly signal?: AbortSignal | undefined;
}

export interface HostedApprovals {
  /** For the input of the next request. `approve` is true only for calls that the gate let out. */
  readonly responses: McpApprovalResponse[];
  /** Requests that wait for people: come back with them, in any process, before you go on with the response. */
  readonly waiting: readonly McpApprovalRequest[];
}

interface AskedApproval {
  readonly item: McpApprovalRequest;
  readonly request: ToolRequest;
  readonly admission: Admission;
}

const deniedResponse = ({ id }: McpApprovalRequest, error: CallgateError): McpApprovalResponse => ({
  type: 'mcp_approval_response',
  approval_request_id: id,
  approve: false,
  reason: reasonText(error),
});

const argumentsOf = async (
  gate: Gate,
  who: ConversationRef,
  item: McpApprovalRequest,
): Promise<Json | CallgateError> => {
  try {
    return item.arguments === '' ? {} : parseStrict(item.arguments);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    const name = display(item.name, { max: 80 });
    const text = adapterErrors.argumentsNotJson({ tool: name, problem: error.message });
    return await refuseCall(gate, who, text);
  }
};

/** Asks the gate, in order: each is judged on what the ones before it touch. */
const askGate = async (
  gate: Gate,
  host: HostedHost,
  item: McpApprovalRequest,
): Promise<AskedApproval | McpApprovalResponse> => {
  const input = await argumentsOf(gate, host, item);
  if (input instanceof CallgateError) return deniedResponse(item, input);
  const request = requestOf({ ...host, server: item.server_label }, item.name, input, item.id);
  return { item, request, admission: await gate.begin(request) };
};

const resolveAdmission = async (
  gate: Gate,
  { waitMs = 0 }: HostedHost,
  { request, admission }: AskedApproval,
  signal: AbortSignal | undefined,
): Promise<Admission> => {
  if (admission.state !== 'held') return admission;
  const now = await gate.resume(admission.ticket, request);
  const leaving = signal === undefined ? {} : { signal };
  return now.state === 'held' && waitMs > 0
    ? await gate.waitFor(now, request, { withinMs: waitMs, comesBack: true, ...leaving })
    : now;
};

/** An approval is the permission to run it, so it is kept as let out until the provider has said what came of it. */
const approvedResponse = (
  gate: Gate,
  host: HostedHost,
  { item }: AskedApproval,
  begun: Dispatchable,
): McpApprovalResponse => {
  unstartedCallsOf(gate).keep({ ...host, server: item.server_label }, item.id, begun, 'client');
  return { type: 'mcp_approval_response', approval_request_id: item.id, approve: true };
};

type ApprovalReply = McpApprovalResponse | McpApprovalRequest;

const answerOf = async (
  gate: Gate,
  host: HostedHost,
  asked: AskedApproval,
  signal: AbortSignal | undefined,
): Promise<ApprovalReply> => {
  const admission = await resolveAdmission(gate, host, asked, signal);
  if (isDispatchable(admission)) return approvedResponse(gate, host, asked, admission);
  return admission.state === 'held' ? asked.item : deniedResponse(asked.item, notRunError(admission));
};

const NOT_SENT = {
  type: 'error',
  code: 'NOT_RUN',
  message: adapterMessages.outcome.approvalNotSent,
} as const;

/** Nothing is answered, so nothing runs. */
const releaseUnanswered = async (
  gate: Gate,
  host: HostedHost,
  all: readonly (AskedApproval | McpApprovalResponse)[],
): Promise<void> => {
  for (const one of all) {
    if (!('admission' in one)) continue;
    const kept = unstartedCallsOf(gate).takeFromClient(host, one.item.id);
    const begun = kept ?? (isDispatchable(one.admission) ? one.admission : undefined);
    if (begun !== undefined) await gate.settle(begun, NOT_SENT);
  }
};

/**
 * Answers the approval requests of a response by what the gate says. The provider runs a tool as soon as it has an
 * approval: settle it with `settleHosted` from the next response.
 */
export const answerApprovals = async (
  gate: Gate,
  host: HostedHost,
  { output }: ResponseLike,
  { signal }: AnswerApprovalsOptions = {},
): Promise<HostedApprovals> => {
  const asked: (AskedApproval | McpApprovalResponse)[] = [];
  try {
    await runInOrder(gate, host, async () => {
      for (const item of (output as readonly unknown[]).filter(isApprovalRequest))
        asked.push(await askGate(gate, host, item));
    });
    const ended = await Promise.allSettled(
      asked.map(async (one) => ('admission' in one ? await answerOf(gate, host, one, signal) : one)),
    );
    const answers = ended.map((end): ApprovalReply => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
    return {
      responses: answers.filter((answer) => answer.type === 'mcp_approval_response'),
      waiting: answers.filter((answer) => answer.type === 'mcp_approval_request'),
    };
  } catch (error) {
    await releaseUnanswered(gate, host, asked).catch(() => {});
    throw error;
  }
};

/** For a host that goes on without those that wait: the model reads why, and may ask again later. */
export const denyPending = (waiting: readonly McpApprovalRequest[]): McpApprovalResponse[] =>
  waiting.map(({ id }) => ({
    type: 'mcp_approval_response',
    approval_request_id: id,
    approve: false,
    reason: adapterMessages.answers.askAgain,
  }));

/** The arguments of a call that ran, if they can be read. */
export const parseRunArguments = (text: string): Json | undefined => {
  try {
    const value = text === '' ? {} : parseStrict(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
