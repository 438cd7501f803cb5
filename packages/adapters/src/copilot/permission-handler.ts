import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { isBegun, notNow } from '../host/admit.ts';
import { admitOrWait } from '../host/hold.ts';
import type { ToolRequest } from '../host/host.ts';
import type { Out } from '../host/let-out.ts';
import { letOutOf, sameCall } from '../host/let-out.ts';
import { errorText } from '../host/told.ts';
import { whyNot } from '../host/why-not.ts';
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

/** A person must be asked about a call that the gate has let out by itself. */
const askedAnyway = async (gate: Gate, host: CopilotHost, { begun, request }: Out): Promise<Admission> => {
  const message = 'a policy of the organisation wants a person asked first';
  letOutOf(gate).take(host, request.key);
  await gate.settle(begun.dispatchable, { type: 'not-sent', message });
  return await admitOrWait(gate, host, { ...request, key: `${request.key}:asked` }, { people: true });
};

const admitted = async (
  gate: Gate,
  host: CopilotHost,
  asked: PermissionRequestLike,
): Promise<{ readonly request: ToolRequest; readonly admission: Admission | 'out' }> => {
  const people = asked.managedApprovalRequired === true;
  const out = letOutOf(gate).get(host, asked.toolCallId);
  const request = requestIn(gate, host, asked) ?? out?.request;
  if (request?.key === undefined)
    throw new CallgateError('CALL_UNSEEN', 'the gate was not asked about the call that this is part of', {
      help: 'give the session the hooks of gateHooks',
    });
  if (out === undefined) return { request, admission: await admitOrWait(gate, host, request, { people }) };
  if (!sameCall(out.request, request))
    throw new CallgateError('ARGUMENTS_CHANGED', 'this is not the call that was judged');
  // one call may need leave for several things, and leave for the call is leave for them
  return { request, admission: people && !out.byPeople ? await askedAnyway(gate, host, out) : 'out' };
};

const permission = async (
  gate: Gate,
  host: CopilotHost,
  asked: PermissionRequestLike,
): Promise<PermissionAnswer> => {
  const { request, admission } = await admitted(gate, host, asked);
  if (admission === 'out') return { kind: 'approve-once' };
  if (isBegun(admission)) {
    const byPeople = admission.decision.outcome === 'confirm' || asked.managedApprovalRequired === true;
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
