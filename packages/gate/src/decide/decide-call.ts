import type { Decision, DecisionInput, Engine, JsonObject, Policy, Session } from '@callgate/core';
import type { HistoryReadings } from '@callgate/core/decide';
import type { Contexts, LabelAge, Origins } from '@callgate/core/label';
import { getContextSession, judgeCallInContext } from '@callgate/core/label';
import { canonicalCached, freezeJson } from '@callgate/core/receive';
import type { Clock } from '../environment/clock.ts';
import { momentAt } from '../environment/clock.ts';
import type { GateLimits } from '../environment/limits.ts';
import type { ProposedCall } from '../receive/propose-call.ts';
import type { StoredSituation } from '../record/call-row.ts';
import { stripSecretTexts } from '../record/secrets.ts';
import type { Tx } from '../store/store.ts';
import { listCountedSessions, listLabelCounters, loadHistory } from './call-history.ts';

export interface DecideParts {
  readonly clock: Clock;
  readonly limits: GateLimits;
  engine(): Engine;
}

/** A proposed call with the decision about it and what that was made from. */
export interface DecidedCall extends ProposedCall {
  readonly input: DecisionInput;
  readonly situation: StoredSituation;
  readonly decision: Decision;
  readonly policy: Policy;
  /** The session it was judged on. */
  judgedSession(): Session;
}

/** What the rules about a call read of earlier ones, without the call `except`; nothing where the policy reads none. */
export const loadCallHistory = async (
  tx: Tx,
  { engine: current }: Pick<DecideParts, 'engine'>,
  proposed: ProposedCall,
  contexts: Contexts,
  now: number,
  except?: string,
): Promise<HistoryReadings | undefined> => {
  const engine = current();
  return engine.counters.length === 0
    ? undefined
    : await loadHistory(tx, engine, proposed, contexts, now, except);
};

/** Decides about a call on the contexts as they are inside a transaction. */
export const decideCall = (
  { engine: current, clock, limits }: DecideParts,
  proposed: ProposedCall,
  contexts: Contexts,
  now: number,
  history?: HistoryReadings,
): DecidedCall => {
  const { call, tool, ref, identity, client } = proposed;
  const engine = current();
  const age = limits.labelAgeMs;
  const limit: LabelAge | undefined = age === null ? undefined : { now, age };
  const {
    labels,
    words,
    origins: judged,
    intended,
  } = judgeCallInContext(contexts, ref, tool, call.arguments, limit);
  // written down more than once
  canonicalCached(freezeJson(judged as unknown as JsonObject));
  const origins: Origins = judged;
  const input: DecisionInput = {
    v: 1,
    tool: tool.tool,
    labels,
    words,
    origins,
    principal: call.principal,
    args: call.arguments,
    time: momentAt(clock, now),
    ...(history === undefined ? {} : { history }),
    policy: engine.policy.revision,
  };
  const decision = engine.decide(input);
  const shown = stripSecretTexts(origins, call.arguments, decision.obligations.redact);
  const sessions = history === undefined ? [] : listCountedSessions(contexts, proposed);
  const open = shown === origins ? input : { ...input, origins: shown };
  return {
    ...proposed,
    input: open,
    situation: {
      labels,
      words,
      origins: shown,
      intended,
      ...(sessions.length > 1 ? { sessions } : {}),
      ...(history !== undefined && listLabelCounters(engine.policy).length > 0 ? { store: tool.store } : {}),
      ...(identity === undefined ? {} : { identity }),
      ...(client === undefined ? {} : { client }),
    },
    // the same decision; only its words quote nothing that is secret
    decision: shown === origins ? decision : engine.decide(open),
    policy: engine.policy,
    judgedSession: () => getContextSession(contexts, ref, limit),
  };
};
