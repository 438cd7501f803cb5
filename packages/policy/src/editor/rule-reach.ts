import type { Outcome, Policy, ToolInput } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, UNTRACED_ORIGINS } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import { readToolFieldMap } from '@callgate/core/decide';
import { couldMatch } from '../lint-policy.ts';

/** The tools of a catalogue that a rule is about, and what becomes of a call of each in a fresh session. */
export interface RuleReach {
  /** As `server/tool`. */
  readonly tools: readonly string[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

/** Undefined where the policy has no such rule. Arguments are not looked at. */
export const ruleReach = (
  policy: Policy,
  id: string,
  tools: readonly ToolInput[],
  time: Moment,
): RuleReach | undefined => {
  const rules = policy.rules.filter((rule) => rule.id === id);
  if (rules.length === 0) return undefined;
  const engine = new Engine(policy);
  const outcomes: Record<Outcome, number> = { auto: 0, confirm: 0, block: 0 };
  const reached = tools.filter((tool) => {
    const fields = readToolFieldMap(tool, policy.hints);
    return rules.some((rule) => couldMatch(rule, tool, fields));
  });
  for (const tool of reached) {
    const { outcome } = engine.decide({
      v: 1,
      tool,
      labels: { private: 'none', untrusted: 'none' },
      words: true,
      origins: UNTRACED_ORIGINS,
      principal: LOCAL_PRINCIPAL,
      args: {},
      time,
      policy: policy.revision,
    });
    outcomes[outcome] += 1;
  }
  return { tools: reached.map(({ server, name }) => `${server.name}/${name}`), outcomes };
};
