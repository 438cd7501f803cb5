import type { Decision, Labels, Policy } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, judgeCall } from '@callgate/core';
import type { ContextRef, Contexts } from '@callgate/core/label';
import { NO_CONTEXTS, applyContextEvent, endContext, getContextSession } from '@callgate/core/label';
import type { HostileCase, CaseStep, StepContext } from './hostile-case.ts';
import { toolNamed } from './catalogue.ts';

const refOf = ({
  principal = 'noa',
  context = 'main',
  authenticated = true,
}: StepContext = {}): ContextRef => ({
  principal,
  context,
  authenticated,
});

const take = (contexts: Contexts, step: CaseStep, id: string): Contexts => {
  const ref = refOf(step.in);
  const at = step.at === undefined ? {} : { at: step.at };
  switch (step.step) {
    case 'says': {
      const { text, via, vouched } = step;
      return applyContextEvent(contexts, ref, {
        ...at,
        type: 'user',
        text,
        ...(via === undefined ? {} : { via }),
        ...(vouched === undefined ? {} : { vouched }),
      });
    }
    case 'answers':
      return applyContextEvent(contexts, ref, { ...at, type: 'assistant', text: step.text });
    case 'ends':
      return applyContextEvent(contexts, ref, { ...at, type: 'end' });
    case 'closes':
      return endContext(contexts, ref);
    case 'declassifies':
      return applyContextEvent(contexts, ref, {
        ...at,
        type: 'declassify',
        label: step.label,
        by: 'ada',
        reason: 'looked through it',
      });
    case 'calls': {
      const tool = toolNamed(step.tool);
      const { intended } = judgeCall(getContextSession(contexts, ref), tool, step.args);
      const sent = applyContextEvent(contexts, ref, {
        ...at,
        type: 'call',
        id,
        tool,
        ...(step.approved === true ? { approved: step.args } : {}),
      });
      if (step.result === undefined) return sent;
      return applyContextEvent(sent, ref, {
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

export interface CaseResult {
  readonly decision: Decision;
  /** What the call was judged on. */
  readonly labels: Labels;
}

const engines = new Map<Policy, Engine>();

/** Takes a case through the real core: every step before it, and then the decision about its call. */
export const playCase = (
  policy: Policy,
  { before, tool: name, args, in: where, age }: Omit<HostileCase, 'kind' | 'role'>,
): CaseResult => {
  const engine = engines.get(policy) ?? new Engine(policy);
  engines.set(policy, engine);
  const contexts = before.reduce((known, step, index) => take(known, step, `c${index + 1}`), NO_CONTEXTS);
  const tool = toolNamed(name);
  const { labels, words, origins } = judgeCall(getContextSession(contexts, refOf(where), age), tool, args);
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
