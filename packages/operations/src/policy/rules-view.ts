import { setImmediate } from 'node:timers/promises';
import type { Policy, Rule, ToolInput } from '@callgate/core';
import type { RuleObligations } from '@callgate/core/decide';
import { NO_OBLIGATIONS, describeObligations } from '@callgate/core/decide';
import type { PolicyProblem } from '@callgate/policy';
import { lintPolicyInTurns } from '@callgate/policy';
import type { PolicyFinding, PolicySummary, RuleView, RulesView } from '../api/policy.ts';

const NOWHERE = { file: 'policy', line: 1, column: 1 };

/** What one rule demands, as if it were alone. */
const demandWords = ({ concurrency, model, ...rest }: RuleObligations): readonly string[] =>
  describeObligations({
    ...NO_OBLIGATIONS,
    ...rest,
    concurrency: concurrency === undefined ? [] : [concurrency],
    model: { atLeast: model?.atLeast ?? null, atMost: model?.atMost ?? null },
  });

export const findingOf = ({ severity, code, message, position, help }: PolicyProblem): PolicyFinding => ({
  severity,
  code,
  message,
  ...position,
  ...(help === undefined ? {} : { help }),
});

export const summaryOf = ({ name, revision, mode, timeoutCapMs }: Policy): PolicySummary => ({
  name,
  revision,
  mode,
  timeoutCapMs,
});

const ruleView = (rule: Rule, findings: readonly PolicyFinding[], now: number): RuleView => {
  const { file, line } = rule.position ?? NOWHERE;
  return {
    id: rule.id,
    layer: rule.layer,
    file,
    line,
    outcome: rule.then ?? null,
    reason: rule.reason,
    tools: rule.tools,
    when: rule.text ?? null,
    obligations: demandWords(rule.obligations),
    delegated: rule.delegated,
    exceptions: rule.exceptions.map(({ id, layer, text, reason, until }) => ({
      id,
      layer,
      unless: text,
      reason,
      until,
      over: until <= now,
    })),
    findings: findings.filter((finding) => finding.file === file && finding.line === line),
  };
};

/** A policy as people read it. Without tools nothing is said about rules that match none. */
export const rulesView = async (
  policy: Policy,
  tools: readonly ToolInput[] | undefined,
  now: number,
): Promise<RulesView> => {
  const findings = (await lintPolicyInTurns(policy, tools, () => setImmediate())).map(findingOf);
  return {
    policy: summaryOf(policy),
    rules: policy.rules.map((rule) => ruleView(rule, findings, now)),
    hints: policy.hints.map(({ name, key, relaxing, description }) => ({ name, key, relaxing, description })),
    findings,
  };
};
