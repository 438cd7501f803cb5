import type { Decision, DecisionInput } from '@callgate/core';
import type { AutoCondition } from '@callgate/core/decide';
import type { UnprovenValue } from '@callgate/core/label';
import type { CallArguments } from '@callgate/core/receive';
import { describeHours, describeObligations, getHoursStatus } from '@callgate/core/decide';

/** An argument as people write it: `to`, `recipients[0]`, `invite.email`. */
export const argumentName = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (name, step) => (typeof step === 'number' ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`),
    '',
  );

/** A value that could not be traced, for machines. */
export const unprovenJson = (value: UnprovenValue): Record<string, unknown> => ({
  argument: argumentName(value.path),
  value: value.text ?? null,
  role: value.role ?? null,
  origin: value.origin,
  firstSeen: value.firstSeen ?? null,
});

/** A decision for machines, with the digests of what was judged. */
export const decisionJson = (
  { tool, words, origins, time }: DecisionInput,
  call: CallArguments,
  decision: Decision,
  suggestions: readonly AutoCondition[],
): Record<string, unknown> => ({
  outcome: decision.outcome,
  mode: decision.mode,
  policy: decision.policy,
  definition: tool.definition,
  arguments: call.argumentsDigest,
  rules: decision.rules,
  exceptions: decision.exceptions,
  reasons: decision.reasons,
  beliefs: decision.beliefs,
  facts: decision.facts,
  conflicts: decision.conflicts,
  labels: decision.labels,
  words,
  origins: { ...origins, unproven: origins.unproven.map(unprovenJson) },
  read: decision.read,
  obligations: decision.obligations,
  hours: getHoursStatus(decision.obligations.hours, time),
  autoIf: suggestions,
});

/** The same in short, beside all that is known of the tool. */
export const calledJson = (
  { time }: DecisionInput,
  { outcome, mode, labels, reasons, rules, exceptions, obligations, facts }: Decision,
  suggestions: readonly AutoCondition[],
): Record<string, unknown> => ({
  outcome,
  mode,
  labels,
  reasons,
  rules,
  exceptions,
  besides: [...describeHours(obligations.hours, time), ...describeObligations(obligations)],
  facts,
  autoIf: suggestions.map(({ words }) => words),
});
