import type { CallgateError as Refusal, ContextRef } from '@callgate/core';
import { CallgateError, display, receiveCall } from '@callgate/core';
import type { CallInContext } from './decide.ts';
import type { CallRequest, Stopped } from './gate.ts';
import { mintId } from './ids.ts';
import type { GateParts } from './parts.ts';

const refused = (error: Refusal): Stopped => ({
  state: 'blocked',
  call: '',
  code: error.code,
  reasons: [error.help === undefined ? error.message : `${error.message}; ${error.help}`],
});

const unknownTool = ({ server, target }: CallInContext['call']): Stopped =>
  refused(
    new CallgateError(
      'TOOL_UNKNOWN',
      `there is no tool ${display(server)}/${display(target, { max: 200 })}`,
      {
        help: 'call a tool that is listed',
      },
    ),
  );

/** Receive and disclose: one typed call and what is known of its tool, or why there is none. Nothing is recorded yet. */
export const takeIn = (parts: GateParts, request: CallRequest): CallInContext | Stopped => {
  let call: CallInContext['call'];
  try {
    call = receiveCall(request, () => mintId(parts.clock.now()));
  } catch (error) {
    if (error instanceof CallgateError) return refused(error);
    throw error;
  }
  const tool = parts.catalogue.find(call.kind, call.server, call.target);
  if (tool === undefined) return unknownTool(call);
  const ref: ContextRef = {
    principal: call.principal.subject,
    context: call.context,
    authenticated: request.authenticated,
  };
  return { call, tool, ref };
};

export const isTakenIn = (taken: CallInContext | Stopped): taken is CallInContext => 'tool' in taken;
