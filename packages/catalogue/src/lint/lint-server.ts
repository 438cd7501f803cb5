import { CallgateError, display } from '@callgate/core';
import { catalogueErrors } from '@callgate/messages/errors/catalogue';
import { findNearestName } from '@callgate/policy';
import type { Finding, Severity } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import type { InspectedTool } from './inspect-server.ts';
import { inspectServer } from './inspect-server.ts';
import type { RuleFinding, LintRule } from './lint-rule.ts';
import { RULES } from './rules.ts';

export interface LintOptions {
  /** Rules by id: another severity, or none of it. */
  readonly rules?: Readonly<Record<string, Severity | 'off'>>;
  /** How long calls took, in milliseconds, by the name of the tool. */
  readonly durations?: Readonly<Record<string, readonly number[]>>;
}

/** The rule of this id. A typo must not switch nothing off. */
export const findRule = (id: string): LintRule => {
  const rule = RULES.find((each) => each.id === id);
  if (rule !== undefined) return rule;
  const near = findNearestName(
    id,
    RULES.map((each) => each.id),
  );
  throw new CallgateError(
    near === undefined
      ? catalogueErrors.ruleUnknown({ rule: display(id, { max: 80 }) })
      : catalogueErrors.ruleMisspelled({ rule: display(id, { max: 80 }), near }),
  );
};

const findingOf = (
  server: string,
  rule: string,
  severity: Severity,
  tool: InspectedTool | null,
  found: RuleFinding,
): Finding => ({
  rule,
  severity,
  server,
  tool: tool?.name ?? null,
  ...found,
  path: tool === null || tool.name !== null ? found.path : ['tools', tool.at, ...found.path],
});

/** What the author of this server should look at, worst first; what is about one tool stays together with its kind. */
export const lintServer = (
  server: ListedServer,
  { rules = {}, durations = {} }: LintOptions = {},
): readonly Finding[] => {
  for (const id of Object.keys(rules)) findRule(id);
  const looked = inspectServer(server, durations);
  return RULES.flatMap((rule) => {
    const severity = Object.hasOwn(rules, rule.id) ? (rules[rule.id] ?? rule.severity) : rule.severity;
    if (severity === 'off') return [];
    return rule.look(looked).map(([tool, found]) => findingOf(server.server, rule.id, severity, tool, found));
  });
};
