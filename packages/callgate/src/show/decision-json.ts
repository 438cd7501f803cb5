import type { AutoIf, CallArguments, Decision, ToolInput } from '@callgate/core';

/** A decision for machines, with the digests of what was judged. */
export const decisionJson = (
  tool: ToolInput,
  call: CallArguments,
  decision: Decision,
  suggestions: readonly AutoIf[],
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
  read: decision.read,
  obligations: decision.obligations,
  autoIf: suggestions,
});
