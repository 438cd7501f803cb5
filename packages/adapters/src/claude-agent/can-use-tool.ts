import type { Gate } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { isBegun, notNow } from '../host/admit.ts';
import { admitOrWait } from '../host/hold.ts';
import type { ToolRequest } from '../host/host.ts';
import { letOutOf } from '../host/let-out.ts';
import { errorText } from '../host/told.ts';
import { whyNot } from '../host/why-not.ts';
import { judgedInput } from './pre-tool-use.ts';
import type { CanUseToolLike, CanUseToolOptions, PermissionResultLike } from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { hostFor, toolRequest } from './tool-request.ts';

/** The gate had nothing against it, and a rule of the host wants a person asked all the same. */
const askedAnyway = async (
  gate: Gate,
  host: ClaudeHost,
  request: ToolRequest,
  signal: AbortSignal,
): Promise<Admission | undefined> => {
  const out = letOutOf(gate).take(host, request.key);
  if (out === undefined) return undefined;
  const message = 'a rule of the host wants a person asked first';
  await gate.settle(out.begun.dispatchable, { type: 'not-sent', message });
  const again = { ...request, key: `${request.key}:asked` };
  return await admitOrWait(gate, hostFor(host, request.server), again, { people: true, signal });
};

const permission = async (
  gate: Gate,
  host: ClaudeHost,
  request: ToolRequest,
  { signal, agentID }: CanUseToolOptions,
): Promise<PermissionResultLike> => {
  const admission =
    (await askedAnyway(gate, host, request, signal)) ??
    (await admitOrWait(gate, hostFor(host, request.server), request, { signal }));
  if (isBegun(admission)) {
    letOutOf(gate).keep(host, { begun: admission, request, agent: agentID });
    return { behavior: 'allow', updatedInput: judgedInput(request) };
  }
  return {
    behavior: 'deny',
    message: errorText(notNow(admission)),
    ...(admission.state === 'refused' ? { decisionClassification: 'user_reject' } : {}),
  };
};

/**
 * For `canUseTool`: waits for people inside the turn. What still waits after `waitMs` stays held, and the same call later
 * takes the approval up. Rules of the host that would let calls pass for ever are never written.
 */
export const canUseTool =
  (gate: Gate, host: ClaudeHost): CanUseToolLike =>
  async (toolName, input, options) => {
    try {
      const { toolUseID, mcpServer } = options;
      const request = toolRequest(host, { tool: toolName, input, id: toolUseID, server: mcpServer });
      return await permission(gate, host, request, options);
    } catch (error) {
      return { behavior: 'deny', message: `not run: ${whyNot(error)}` };
    }
  };
