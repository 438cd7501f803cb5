import type { AutoIf, Decision } from '@callgate/core';

/** A decision for machines. */
export const decisionJson = (
  decision: Decision,
  suggestions: readonly AutoIf[],
): Record<string, unknown> => ({
  outcome: decision.outcome,
  mode: decision.mode,
  policy: decision.policy,
  rules: decision.rules,
  exceptions: decision.exceptions,
  reasons: decision.reasons,
  beliefs: decision.beliefs,
  facts: decision.facts,
  conflicts: decision.conflicts,
  labels: decision.labels,
  read: decision.read,
  obligations: decision.obligations,
  autoIf: suggestions,
});
