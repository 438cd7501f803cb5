import type { Decision, CallgateError as Refusal, TracedTool } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ContextRef } from '@callgate/core/label';
import { contextKey } from '@callgate/core/label';
import type { Call } from '@callgate/core/receive';
import { receiveCall } from '@callgate/core/receive';
import { toolErrors } from '@callgate/messages/errors/tool';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { Clock } from '../environment/clock.ts';
import { mintId } from '../environment/ids.ts';
import type { Store } from '../store/store.ts';
import type { CallRequest } from './call-request.ts';
import type { ToolCatalogue } from './tool-catalogue.ts';
import { checkArguments } from './check-arguments.ts';

export interface ReceiveParts {
  readonly store: Store;
  readonly catalogue: ToolCatalogue;
  readonly clock: Clock;
}

/** A call that was received, with its tool and its context. Nothing is decided yet. */
export interface ProposedCall {
  readonly call: Call;
  readonly tool: TracedTool;
  readonly ref: ContextRef;
  /** Key of the session it is judged on. */
  readonly session: string;
  /** What the alias of the server stands for, where that is known. */
  readonly identity?: string;
  /** What the client calls itself. */
  readonly client?: string;
  /** Another program makes it. */
  readonly runsElsewhere?: true;
}

/** The call does not run, and why. `reasons` are for people and models alike, already safe to show. */
export interface StoppedCall {
  readonly state: 'blocked' | 'refused' | 'expired' | 'withdrawn';
  /** Empty where the call could not even be taken in. */
  readonly call: string;
  readonly code: string;
  readonly reasons: readonly string[];
  readonly decision?: Decision;
}

/** A call that nothing was decided about. */
export const refuse = (error: ErrorText | Refusal): StoppedCall => ({
  state: 'blocked',
  call: '',
  code: error.code,
  reasons: [errorSentences(error)],
});

const unknownTool = ({ server, target }: ProposedCall['call']): StoppedCall =>
  refuse(toolErrors.unknown({ server: display(server), tool: display(target, { max: 200 }) }));

const MAX_NAME = 200;
const nameTarget = (text: unknown): string =>
  typeof text === 'string' && text.isWellFormed() ? text.slice(0, MAX_NAME) : '';

/** What is known of the called tool now, or that there is none. */
const lookUpTool = (
  { catalogue }: ReceiveParts,
  { call, runsElsewhere }: Pick<ProposedCall, 'call' | 'runsElsewhere'>,
): Pick<ProposedCall, 'tool' | 'identity'> | StoppedCall => {
  const tool = catalogue.find(call.kind, call.server, call.target, call.argumentsDigest, runsElsewhere);
  if (tool === undefined) return unknownTool(call);
  const identity = catalogue.identity?.(call.server);
  return identity === undefined ? { tool } : { tool, identity };
};

/**
 * Receive and disclose: one typed call and what is known of its tool, or why there is none. Nothing is recorded yet.
 * `isReported`: it ran already, so its arguments are what they are.
 */
export const proposeCall = (
  parts: ReceiveParts,
  request: CallRequest,
  isReported = false,
): ProposedCall | StoppedCall => {
  let call: ProposedCall['call'];
  try {
    call = receiveCall(request, () => mintId(parts.clock.now()));
  } catch (error) {
    if (error instanceof CallgateError) return refuse(error);
    throw error;
  }
  const elsewhere = request.runsElsewhere === true ? { runsElsewhere: true as const } : {};
  const found = lookUpTool(parts, { call, ...elsewhere });
  if ('code' in found) return found;
  const { tool } = found;
  const problem =
    call.kind === 'tool' && !isReported ? checkArguments(tool.inputSchema, call.arguments) : undefined;
  if (problem !== undefined) return refuse(problem);
  const ref: ContextRef = {
    principal: call.principal.subject,
    context: call.context,
    authenticated: request.authenticated,
  };
  const client = nameTarget(request.client);
  return {
    call,
    ...found,
    ref,
    session: contextKey(ref),
    ...(client === '' ? {} : { client }),
    ...elsewhere,
  };
};

/** The tool as it is defined at this moment: what was looked up before a transaction may have changed since. */
export const refreshTool = (parts: ReceiveParts, proposed: ProposedCall): ProposedCall | StoppedCall => {
  const found = lookUpTool(parts, proposed);
  if ('code' in found) return found;
  if (found.tool === proposed.tool && found.identity === proposed.identity) return proposed;
  const { identity: _before, ...rest } = proposed;
  return { ...rest, ...found };
};

/** What could not even be taken in leaves a row too: who asked for which tool, and why it was refused. No argument of it. */
export const recordRefusal = async (
  parts: ReceiveParts,
  request: CallRequest,
  { code }: StoppedCall,
): Promise<void> => {
  const target = 'name' in request ? request.name : 'uri' in request ? request.uri : '';
  await parts.store.transact((tx) =>
    tx.append({
      event: 'blocked',
      outcome: 'denied',
      principal: nameTarget(request.principal?.subject),
      tool: `${nameTarget(request.server)}/${nameTarget(target)}`,
      call: null,
      detail: { arrows: ['received', 'blocked'], code, kind: nameTarget(request.kind) },
    }),
  );
};

export const isProposedCall = (received: ProposedCall | StoppedCall): received is ProposedCall =>
  'tool' in received;
