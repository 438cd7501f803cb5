import { describeTool } from '../disclose/describe-tool.ts';
import type { Json } from '../receive/json.ts';
import type { Expression } from '../condition/expression.ts';
import { partialEvaluate } from '../condition/fold-expression.ts';
import { readToolFieldMap } from './frame.ts';
import { coversPatterns } from '../condition/glob.ts';
import type { Policy, Rule } from './policy.ts';

/** An undescribed, untrusted, destructive, outward tool. Only its names are left open: any tool may be like it. */
const CANARY = describeTool({
  server: 'canary',
  trust: 'untrusted',
  definition: { name: 'canary', annotations: { destructiveHint: true, openWorldHint: true } },
});

const OPEN_NAMES: ReadonlySet<string> = new Set(['tool.name', 'server.name']);

/** All that is fixed about a canary call: the tool, a session that has touched everything, values that prove nothing. */
const canaryFields = (policy: Policy, proven: 'no' | 'unknown'): ReadonlyMap<string, Json> => {
  const tool = [...readToolFieldMap(CANARY, policy.hints)].filter(([name]) => !OPEN_NAMES.has(name));
  return new Map<string, Json>([
    ...tool,
    ['session.private', 'known'],
    ['session.untrusted', 'known'],
    ['origin.proven', proven],
    ['origin.destination', proven],
  ]);
};

const TRUE: Expression = { op: 'value', value: true };

const settledAs = (
  condition: Expression | undefined,
  fields: ReadonlyMap<string, Json>,
  value: boolean,
): boolean => {
  const rest = partialEvaluate(condition ?? TRUE, fields);
  return rest.op === 'value' && rest.value === value;
};

/** It holds the call back whatever its arguments, principal, time and names are. */
const alwaysHolds = (rule: Rule, fields: ReadonlyMap<string, Json>): boolean =>
  (rule.then === 'confirm' || rule.then === 'block') &&
  settledAs(rule.when, fields, true) &&
  rule.exceptions.every((exception) => settledAs(exception.unless, fields, false));

/**
 * The rule that could let a canary through: an undescribed, untrusted, destructive, outward call in a session that
 * has touched private data and seen untrusted content. Arguments, principal, time and names are taken to be
 * whatever suits the call. A policy with such a rule is not run.
 */
export const findCanary = (policy: Policy): Rule | undefined => {
  for (const proven of ['no', 'unknown'] as const) {
    const fields = canaryFields(policy, proven);
    const holding = policy.rules.filter((rule) => alwaysHolds(rule, fields));
    const letting = policy.rules.find(
      (rule) =>
        rule.then === 'auto' &&
        !settledAs(rule.when, fields, false) &&
        !holding.some((other) => coversPatterns(other.tools, rule.tools)),
    );
    if (letting !== undefined) return letting;
  }
  return undefined;
};
