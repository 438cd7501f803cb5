import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import { notRunError, waitingReason } from '../host/admit.ts';
import { requestOf } from '../host/host-options.ts';
import { unstartedCallsOf } from '../host/unstarted-calls.ts';
import type { AdkHost } from './adk-host.ts';
import { admitCall, isConfirmationRequired, hostFor } from './adk-host.ts';
import type { AdkSessionLike, AdkToolLike } from './adk-shapes.ts';
import { isObject } from '../host/host-options.ts';

export interface AdkPolicyQuestion {
  readonly tool: Pick<AdkToolLike, 'name' | 'checkRequireConfirmation'>;
  readonly toolArgs: Record<string, unknown>;
}

/** What `PolicyOutcome` of ADK says: auto, confirm, block. */
export interface AdkPolicyAnswer {
  outcome: 'ALLOW' | 'CONFIRM' | 'DENY';
  reason: string;
}

export interface AdkPolicyEngine {
  evaluate(question: AdkPolicyQuestion): Promise<AdkPolicyAnswer>;
}

interface NotedAdkCall {
  readonly functionCall: Readonly<Record<string, unknown>>;
  readonly session: AdkSessionLike;
  readonly host: AdkHost;
}

const notedCalls = new WeakMap<Gate, WeakMap<object, NotedAdkCall>>();

/** Notes which call has these arguments. ADK hands the very same object to the policy engine, and nothing else. */
export const noteCalls = (gate: Gate, host: AdkHost, session: AdkSessionLike, content: unknown): void => {
  const parts: unknown = isObject(content) ? content['parts'] : undefined;
  const calls = notedCalls.get(gate) ?? new WeakMap<object, NotedAdkCall>();
  notedCalls.set(gate, calls);
  for (const part of Array.isArray(parts) ? (parts as readonly unknown[]) : []) {
    const functionCall = isObject(part) ? part['functionCall'] : undefined;
    if (isObject(functionCall) && isObject(functionCall['args']))
      calls.set(functionCall['args'], { functionCall, session, host });
  }
};

const denyAnswer = (reason: string): AdkPolicyAnswer => ({ outcome: 'DENY', reason });

const answerQuestion = async (
  gate: Gate,
  { tool, toolArgs }: AdkPolicyQuestion,
): Promise<AdkPolicyAnswer> => {
  const call = notedCalls.get(gate)?.get(toolArgs);
  const id = call?.functionCall['id'];
  if (call === undefined || typeof id !== 'string' || call.functionCall['name'] !== tool.name)
    return denyAnswer(adapterMessages.answers.pluginMissing);
  const host = await hostFor(call.host, call.session, tool.name);
  const request = requestOf(host, tool.name, toolArgs, id);
  const people = await isConfirmationRequired(tool, request);
  const admission = await admitCall(gate, host, request, people, undefined);
  if (admission.state === 'ask') return { outcome: 'CONFIRM', reason: adapterMessages.answers.toolAsks };
  if (isDispatchable(admission)) {
    unstartedCallsOf(gate).keep(host, id, admission, 'host');
    return { outcome: 'ALLOW', reason: adapterMessages.answers.policyAllows };
  }
  if (admission.state !== 'held') return denyAnswer(notRunError(admission).message);
  return { outcome: 'CONFIRM', reason: waitingReason(admission) };
};

/** For `new SecurityPlugin({ policyEngine })`, together with `gatePlugin`, which runs what is allowed here. */
export const policyEngine = (gate: Gate): AdkPolicyEngine => ({
  evaluate: async (question) => {
    try {
      return await answerQuestion(gate, question);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return denyAnswer(error.message);
    }
  },
});
