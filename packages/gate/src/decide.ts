import type {
  Call,
  ContextRef,
  Contexts,
  Decision,
  DecisionInput,
  Engine,
  JsonObject,
  LabelAge,
  Origins,
  Policy,
  TracedTool,
} from '@callgate/core';
import { freezeJson, judgeIn } from '@callgate/core';
import type { Clock } from './clock.ts';
import { momentAt } from './clock.ts';
import { withoutSecretTexts } from './record/secret-origins.ts';
import type { StoredSituation } from './store/call-row.ts';

/** One call, the tool it is for and the context it is made in. */
export interface CallInContext {
  readonly call: Call;
  readonly tool: TracedTool;
  readonly ref: ContextRef;
  /** What the alias of the server stands for, where that is known. */
  readonly identity?: string;
  /** What the client calls itself. */
  readonly client?: string;
}

export interface Judged {
  readonly input: DecisionInput;
  readonly situation: StoredSituation;
  readonly decision: Decision;
  readonly policy: Policy;
}

/** Judges a call on the contexts as they are inside a transaction. */
export const judge = (
  engine: Engine,
  clock: Clock,
  { call, tool, ref, identity, client }: CallInContext,
  contexts: Contexts,
  now: number,
  age: number | null,
): Judged => {
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
