import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { notNow } from '../host/admit.ts';
import { askAnyway, isAsked, takeUpAsked } from '../host/asked-anyway.ts';
import { errorText, whyNot } from '../host/error-text.ts';
import type { ToolRequest } from '../host/host.ts';
import { letOutOf, sameCall } from '../host/let-out.ts';
import { admitOrWait } from '../host/run-held.ts';
import type { PermissionAnswer, PermissionHandlerLike, PermissionRequestLike } from './shapes.ts';
import type { CopilotHost } from './tool-request.ts';
import { mcpAlias, namedRequest, requestTo, withoutServer } from './tool-request.ts';

/** The runtime understands a no without a person for the requests of hooks alone. */
const denied = ({ kind }: PermissionRequestLike, message: string): PermissionAnswer =>
  kind === 'hook'
    ? { kind: 'denied-by-permission-request-hook', message }
    : { kind: 'reject', feedback: message };

/** The call that leave is asked for. Undefined for requests that name what would be done, and not the call. */
const requestIn = (gate: Gate, host: CopilotHost, asked: PermissionRequestLike): ToolRequest | undefined => {
  const { kind, toolCallId, toolName, serverName } = asked;
  if (typeof toolName !== 'string') return undefined;
  if (kind === 'hook') return namedRequest(gate, host, toolName, asked.toolArgs, toolCallId);
  if (kind === 'custom-tool') return requestTo(host, host.server, toolName, asked.args, toolCallId);
  if (kind !== 'mcp' || typeof serverName !== 'string') return undefined;
  const tool = withoutServer(serverName, toolName);
  return requestTo(host, mcpAlias(serverName), tool, asked.args, toolCallId);
};

const isTwice = (admission: Admission): boolean => 'code' in admission && admission.code === 'CALL_TWICE';

interface Admitted {
  readonly request: ToolRequest;
  readonly admission: Admission | 'out';
  /** Nobody but a person has let it out. */
  readonly byPeople: boolean;
}

const admitted = async (gate: Gate, host: CopilotHost, wanted: PermissionRequestLike): Promise<Admitted> => {
  const people = wanted.managedApprovalRequired === true;
  const letOut = letOutOf(gate);
  const out = letOut.get(host, wanted.toolCallId);
  const request = requestIn(gate, host, wanted) ?? out?.request;
  if (request?.key === undefined)
    throw new CallgateError('CALL_UNSEEN', 'the gate was not asked about the call that this is part of', {
      help: 'give the session the hooks of gateHooks',
    });
  if (out === undefined) {
    const admission = await admitOrWait(gate, host, request, { people });
    return isTwice(admission) && (await isAsked(gate, host, request))
      ? { request, admission: await takeUpAsked(gate, host, request), byPeople: true }
      : { request, admission, byPeople: people };
  }
  if (!sameCall(out.request, request))
    throw new CallgateError('ARGUMENTS_CHANGED', 'this is not the call that was judged');
  // one call may need leave for several things, and leave for the call is leave for them
  if (!people || out.byPeople) return { request, admission: 'out', byPeople: out.byPeople === true };
  letOut.take(host, request.key);
  const why = 'a policy of the organisation wants a person asked first';
  return { request, admission: await askAnyway(gate, host, out, { request, why }), byPeople: true };
};

const permission = async (
  gate: Gate,
  host: CopilotHost,
  asked: PermissionRequestLike,
): Promise<PermissionAnswer> => {
  const { request, admission, byPeople: asksPeople } = await admitted(gate, host, asked);
  if (admission === 'out') return { kind: 'approve-once' };
  if (isDispatchable(admission)) {
    const byPeople = admission.decision.outcome === 'confirm' || asksPeople;
    letOutOf(gate).keep(host, { begun: admission, request, agent: undefined, byPeople });
    return { kind: 'approve-once', ...(byPeople ? { approvedInteractively: true } : {}) };
  }
  const message = errorText(notNow(admission));
  return admission.state === 'refused' ? { kind: 'reject', feedback: message } : denied(asked, message);
};

/**
 * For `onPermissionRequest`: decides, and waits for people inside the turn. What still waits after `waitMs` stays held,
 * and the same call later takes the approval up. Leave is given for one call at a time, never for a session.
 */
export const permissionHandler =
  (gate: Gate, host: CopilotHost): PermissionHandlerLike =>
  async (asked) => {
    try {
      return await permission(gate, host, asked);
    } catch (error) {
      return denied(asked, `not run: ${whyNot(error)}`);
    }
  };
