import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { Admission } from '../host/admit.ts';
import { notRunError } from '../host/admit.ts';
import { askPeopleAnyway, isWaitingForPeople, resumeAsked } from '../host/ask-people-anyway.ts';
import { errorText, failureText } from '../host/error-text.ts';
import type { ToolRequest } from '../host/host-options.ts';
import { hostRunCallsOf, isSameCall } from '../host/host-run-calls.ts';
import { admitOrWait } from '../host/run-with-approval.ts';
import type { PermissionAnswer, PermissionHandlerLike, PermissionRequestLike } from './shapes.ts';
import type { CopilotHost } from './tool-request.ts';
import { mcpAlias, requestByToolName, createRequest, stripServerPrefix } from './tool-request.ts';

/** The runtime understands a no without a person for the requests of hooks alone. */
const deniedAnswer = ({ kind }: PermissionRequestLike, message: string): PermissionAnswer =>
  kind === 'hook'
    ? { kind: 'denied-by-permission-request-hook', message }
    : { kind: 'reject', feedback: message };

/** The call that leave is asked for. Undefined for requests that name what would be done, and not the call. */
const findToolRequest = (
  gate: Gate,
  host: CopilotHost,
  asked: PermissionRequestLike,
): ToolRequest | undefined => {
  const { kind, toolCallId, toolName, serverName } = asked;
  if (typeof toolName !== 'string') return undefined;
  if (kind === 'hook') return requestByToolName(gate, host, toolName, asked.toolArgs, toolCallId);
  if (kind === 'custom-tool') return createRequest(host, host.server, toolName, asked.args, toolCallId);
  if (kind !== 'mcp' || typeof serverName !== 'string') return undefined;
  const tool = stripServerPrefix(serverName, toolName);
  return createRequest(host, mcpAlias(serverName), tool, asked.args, toolCallId);
};

const isRepeatedCall = (admission: Admission): boolean =>
  'code' in admission && admission.code === 'CALL_TWICE';

interface AdmittedRequest {
  readonly request: ToolRequest;
  readonly admission: Admission | 'out';
  /** Nobody but a person has let it out. */
  readonly byPeople: boolean;
}

const admitRequest = async (
  gate: Gate,
  host: CopilotHost,
  wanted: PermissionRequestLike,
): Promise<AdmittedRequest> => {
  const people = wanted.managedApprovalRequired === true;
  const letOut = hostRunCallsOf(gate);
  const out = letOut.get(host, wanted.toolCallId);
  const request = findToolRequest(gate, host, wanted) ?? out?.request;
  if (request?.key === undefined) throw new CallgateError(adapterErrors.callUnseen());
  if (out === undefined) {
    const admission = await admitOrWait(gate, host, request, { people });
    return isRepeatedCall(admission) && (await isWaitingForPeople(gate, host, request))
      ? { request, admission: await resumeAsked(gate, host, request), byPeople: true }
      : { request, admission, byPeople: people };
  }
  if (!isSameCall(out.request, request)) throw new CallgateError(adapterErrors.callChanged());
  // one call may need leave for several things, and leave for the call is leave for them
  if (!people || out.byPeople) return { request, admission: 'out', byPeople: out.byPeople === true };
  letOut.take(host, request.key);
  const why = adapterMessages.answers.organisationAsks;
  return { request, admission: await askPeopleAnyway(gate, host, out, { request, why }), byPeople: true };
};

const permissionAnswer = async (
  gate: Gate,
  host: CopilotHost,
  asked: PermissionRequestLike,
): Promise<PermissionAnswer> => {
  const { request, admission, byPeople: asksPeople } = await admitRequest(gate, host, asked);
  if (admission === 'out') return { kind: 'approve-once' };
  if (isDispatchable(admission)) {
    const byPeople = admission.decision.outcome === 'confirm' || asksPeople;
    hostRunCallsOf(gate).keep(host, { begun: admission, request, agent: undefined, byPeople });
    return { kind: 'approve-once', ...(byPeople ? { approvedInteractively: true } : {}) };
  }
  const message = errorText(notRunError(admission));
  return admission.state === 'refused' ? { kind: 'reject', feedback: message } : deniedAnswer(asked, message);
};

/**
 * For `onPermissionRequest`: decides, and waits for people inside the turn. What still waits after `waitMs` stays held,
 * and the same call later takes the approval up. Leave is given for one call at a time, never for a session.
 */
export const permissionHandler =
  (gate: Gate, host: CopilotHost): PermissionHandlerLike =>
  async (asked) => {
    try {
      return await permissionAnswer(gate, host, asked);
    } catch (error) {
      return deniedAnswer(asked, adapterMessages.notRun({ reason: failureText(error) }));
    }
  };
