import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { notNow, waitingReason } from '../host/admit.ts';
import { requestOf } from '../host/host.ts';
import { pendingOf } from '../host/pending.ts';
import type { AdkHost } from './adk-host.ts';
import { admitCall, wantsPeople, hostFor } from './adk-host.ts';
import type { AdkSessionLike, AdkToolLike } from './adk-shapes.ts';
import { isObject } from '../host/host.ts';

export interface PolicyQuestion {
  readonly tool: Pick<AdkToolLike, 'name' | 'checkRequireConfirmation'>;
  readonly toolArgs: Record<string, unknown>;
}

/** What `PolicyOutcome` of ADK says: auto, confirm, block. */
export interface PolicyAnswer {
  outcome: 'ALLOW' | 'CONFIRM' | 'DENY';
  reason: string;
}

export interface PolicyEngine {
  evaluate(question: PolicyQuestion): Promise<PolicyAnswer>;
}

interface Made {
  readonly functionCall: Readonly<Record<string, unknown>>;
  readonly session: AdkSessionLike;
  readonly host: AdkHost;
}

const made = new WeakMap<Gate, WeakMap<object, Made>>();

/** Notes which call has these arguments. ADK hands the very same object to the policy engine, and nothing else. */
export const noteCalls = (gate: Gate, host: AdkHost, session: AdkSessionLike, content: unknown): void => {
  const parts: unknown = isObject(content) ? content['parts'] : undefined;
  const calls = made.get(gate) ?? new WeakMap<object, Made>();
  made.set(gate, calls);
  for (const part of Array.isArray(parts) ? (parts as readonly unknown[]) : []) {
    const functionCall = isObject(part) ? part['functionCall'] : undefined;
    if (isObject(functionCall) && isObject(functionCall['args']))
      calls.set(functionCall['args'], { functionCall, session, host });
  }
};

const deny = (reason: string): PolicyAnswer => ({ outcome: 'DENY', reason });

const answer = async (gate: Gate, { tool, toolArgs }: PolicyQuestion): Promise<PolicyAnswer> => {
  const call = made.get(gate)?.get(toolArgs);
  const id = call?.functionCall['id'];
  if (call === undefined || typeof id !== 'string' || call.functionCall['name'] !== tool.name)
    return deny('this call does not go through the gate; register gatePlugin with the runner too');
  const host = await hostFor(call.host, call.session, tool.name);
  const request = requestOf(host, tool.name, toolArgs, id);
  const people = await wantsPeople(tool, request);
  const admission = await admitCall(gate, host, request, people, undefined);
  if (admission.state === 'ask') return { outcome: 'CONFIRM', reason: 'the tool wants to be confirmed' };
  if (isDispatchable(admission)) {
    pendingOf(gate).keep(host, id, admission, 'host');
    return { outcome: 'ALLOW', reason: 'policy lets it run' };
  }
  if (admission.state !== 'held') return deny(notNow(admission).message);
  return { outcome: 'CONFIRM', reason: waitingReason(admission) };
};

/** For `new SecurityPlugin({ policyEngine })`, together with `gatePlugin`, which runs what is allowed here. */
export const policyEngine = (gate: Gate): PolicyEngine => ({
  evaluate: async (question) => {
    try {
      return await answer(gate, question);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return deny(error.message);
    }
  },
});
