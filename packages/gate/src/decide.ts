import type { Decision, DecisionInput, JsonObject, Policy, TracedTool } from '@callgate/core';
import type { ContextRef, Contexts, LabelAge, Origins } from '@callgate/core/label';
import { judgeIn } from '@callgate/core/label';
import type { Call } from '@callgate/core/receive';
import { freezeJson } from '@callgate/core/receive';
import { momentAt } from './clock.ts';
import type { GateParts } from './parts.ts';
import type { StoredSituation } from './record/call-row.ts';
import { withoutSecretTexts } from './record/secrets.ts';

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
}

/** A proposed call with the decision about it and what that was made from. */
export interface DecidedCall extends ProposedCall {
  readonly input: DecisionInput;
  readonly situation: StoredSituation;
  readonly decision: Decision;
  readonly policy: Policy;
}

/** Decides about a call on the contexts as they are inside a transaction. */
export const decideCall = (
  { engine: current, clock, limits }: Pick<GateParts, 'engine' | 'clock' | 'limits'>,
  proposed: ProposedCall,
  contexts: Contexts,
  now: number,
): DecidedCall => {
  const { call, tool, ref, identity, client } = proposed;
  const engine = current();
  const age = limits.labelAgeMs;
  const limit: LabelAge | undefined = age === null ? undefined : { now, age };
  const { labels, words, origins: judged, intended } = judgeIn(contexts, ref, tool, call.arguments, limit);
  // written down more than once
  const origins = freezeJson(judged as unknown as JsonObject) as unknown as Origins;
  const input: DecisionInput = {
    v: 1,
    tool: tool.tool,
    labels,
    words,
    origins,
    principal: call.principal,
    args: call.arguments,
    time: momentAt(clock, now),
    policy: engine.policy.revision,
  };
  const decision = engine.decide(input);
  const shown = withoutSecretTexts(origins, call.arguments, decision.obligations.redact);
  const open = shown === origins ? input : { ...input, origins: shown };
  return {
    ...proposed,
    input: open,
    situation: {
      labels,
      words,
      origins: shown,
      intended,
      ...(identity === undefined ? {} : { identity }),
      ...(client === undefined ? {} : { client }),
    },
    // the same decision; only its words quote nothing that is secret
    decision: shown === origins ? decision : engine.decide(open),
    policy: engine.policy,
  };
};
