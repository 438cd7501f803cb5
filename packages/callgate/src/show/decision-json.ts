import type { Decision, DecisionInput } from '@callgate/core';
import type { AutoIf } from '@callgate/core/decide';
import { hoursNow } from '@callgate/core/decide';
import type { CallArguments } from '@callgate/core/receive';
import { unprovenJson } from './replayed-json.ts';

/** A decision for machines, with the digests of what was judged. */
export const decisionJson = (
  { tool, words, origins, time }: DecisionInput,
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
  words,
  origins: { ...origins, unproven: origins.unproven.map(unprovenJson) },
  read: decision.read,
  obligations: decision.obligations,
  hours: hoursNow(decision.obligations.hours, time),
  autoIf: suggestions,
});
