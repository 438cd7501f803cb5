import type { CallgateError as Refusal } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ContextRef } from '@callgate/core/label';
import { contextKey } from '@callgate/core/label';
import { receiveCall } from '@callgate/core/receive';
import { checkArguments } from './check-arguments.ts';
import type { ProposedCall } from './decide.ts';
import type { CallRequest, Stopped } from './gate.ts';
import { mintId } from './ids.ts';
import type { GateParts } from './parts.ts';

const refused = (error: Refusal): Stopped => ({
  state: 'blocked',
  call: '',
  code: error.code,
  reasons: [error.help === undefined ? error.message : `${error.message}; ${error.help}`],
});

const unknownTool = ({ server, target }: ProposedCall['call']): Stopped =>
  refused(
    new CallgateError(
      'TOOL_UNKNOWN',
      `there is no tool ${display(server)}/${display(target, { max: 200 })}`,
      {
        help: 'call a tool that is listed',
      },
    ),
  );

const MAX_NAME = 200;
const named = (text: unknown): string =>
  typeof text === 'string' && text.isWellFormed() ? text.slice(0, MAX_NAME) : '';

/** What is known of the called tool now, or that there is none. */
const lookUpTool = (
  { catalogue }: GateParts,
  call: ProposedCall['call'],
): Pick<ProposedCall, 'tool' | 'identity'> | Stopped => {
  const tool = catalogue.find(call.kind, call.server, call.target, call.argumentsDigest);
  if (tool === undefined) return unknownTool(call);
  const identity = catalogue.identity?.(call.server);
  return identity === undefined ? { tool } : { tool, identity };
};

/**
 * Receive and disclose: one typed call and what is known of its tool, or why there is none. Nothing is recorded yet.
 * `isReported`: it ran already, so its arguments are what they are.
 */
export const proposeCall = (
  parts: GateParts,
  request: CallRequest,
  isReported = false,
): ProposedCall | Stopped => {
  let call: ProposedCall['call'];
  try {
    call = receiveCall(request, () => mintId(parts.clock.now()));
  } catch (error) {
    if (error instanceof CallgateError) return refused(error);
    throw error;
  }
  const found = lookUpTool(parts, call);
  if ('code' in found) return found;
  const { tool } = found;
  const problem =
    call.kind === 'tool' && !isReported ? checkArguments(tool.inputSchema, call.arguments) : undefined;
  if (problem !== undefined)
    return refused(new CallgateError(problem.code, problem.message, { help: problem.help }));
  const ref: ContextRef = {
    principal: call.principal.subject,
    context: call.context,
    authenticated: request.authenticated,
  };
  const client = named(request.client);
  return { call, ...found, ref, session: contextKey(ref), ...(client === '' ? {} : { client }) };
};

/** The tool as it is defined at this moment: what was looked up before a transaction may have changed since. */
export const refreshTool = (parts: GateParts, proposed: ProposedCall): ProposedCall | Stopped => {
  const found = lookUpTool(parts, proposed.call);
  if ('code' in found) return found;
  if (found.tool === proposed.tool && found.identity === proposed.identity) return proposed;
  const { identity: _before, ...rest } = proposed;
  return { ...rest, ...found };
};

/** What could not even be taken in leaves a row too: who asked for which tool, and why it was refused. No argument of it. */
export const recordRefusal = async (
  parts: GateParts,
  request: CallRequest,
  { code }: Stopped,
): Promise<void> => {
  const target = 'name' in request ? request.name : 'uri' in request ? request.uri : '';
  await parts.store.transact((tx) =>
    tx.append({
      event: 'blocked',
      outcome: 'denied',
      principal: named(request.principal?.subject),
      tool: `${named(request.server)}/${named(target)}`,
      call: null,
      detail: { arrows: ['received', 'blocked'], code, kind: named(request.kind) },
    }),
  );
};

export const isProposed = (received: ProposedCall | Stopped): received is ProposedCall => 'tool' in received;
