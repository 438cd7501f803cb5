import type { Decision, Labels, Policy } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, judgeCall } from '@callgate/core';
import type { ContextRef, Contexts } from '@callgate/core/label';
import { NO_CONTEXTS, applyIn, endContext, sessionIn } from '@callgate/core/label';
import type { HostileCase, Step, Where } from './case.ts';
import { toolNamed } from './catalogue.ts';

const refOf = ({ principal = 'noa', context = 'main', authenticated = true }: Where = {}): ContextRef => ({
  principal,
  context,
  authenticated,
});

const take = (contexts: Contexts, step: Step, id: string): Contexts => {
  const ref = refOf(step.in);
  const at = step.at === undefined ? {} : { at: step.at };
  switch (step.step) {
    case 'says': {
      const { text, via, vouched } = step;
      return applyIn(contexts, ref, {
        ...at,
        type: 'user',
        text,
        ...(via === undefined ? {} : { via }),
        ...(vouched === undefined ? {} : { vouched }),
      });
    }
    case 'ends':
      return applyIn(contexts, ref, { ...at, type: 'end' });
    case 'closes':
      return endContext(contexts, ref);
    case 'declassifies':
      return applyIn(contexts, ref, {
        ...at,
        type: 'declassify',
        label: step.label,
        by: 'ada',
        reason: 'looked through it',
      });
    case 'calls': {
      const tool = toolNamed(step.tool);
      const { intended } = judgeCall(sessionIn(contexts, ref), tool, step.args);
      const sent = applyIn(contexts, ref, { ...at, type: 'call', id, tool });
      if (step.result === undefined) return sent;
      return applyIn(sent, ref, {
        ...at,
        type: 'result',
        id,
        tool,
        args: step.args,
        result: step.result,
        intended,
      });
    }
  }
};

export interface Played {
  readonly decision: Decision;
  /** What the call was judged on. */
  readonly labels: Labels;
}

const engines = new Map<Policy, Engine>();

/** Takes a case through the real core: every step before it, and then the decision about its call. */
export const play = (
  policy: Policy,
  { before, tool: name, args, in: where, age }: Omit<HostileCase, 'kind' | 'role'>,
): Played => {
  const engine = engines.get(policy) ?? new Engine(policy);
  engines.set(policy, engine);
  const contexts = before.reduce((known, step, index) => take(known, step, `c${index + 1}`), NO_CONTEXTS);
  const tool = toolNamed(name);
  const { labels, words, origins } = judgeCall(sessionIn(contexts, refOf(where), age), tool, args);
  const decision = engine.decide({
    v: 1,
    tool: tool.tool,
    labels,
    words,
    origins,
    principal: LOCAL_PRINCIPAL,
    args,
    time: { at: 0, offsetMinutes: 0 },
    policy: policy.revision,
  });
  return { decision, labels };
};
