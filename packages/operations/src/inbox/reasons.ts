import { decisionMessages } from '@callgate/messages/decision';
import type { Decision, Policy, Rule } from '@callgate/core';
import { reads, undoWords } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { originSentence } from '@callgate/core/label';

/** What `told` says in whole sentences. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(Object.values(decisionMessages.hint));

/** What tells most comes first: severity, then what the session has touched, then the tool itself. */
const weightOf = ({ obligations, when }: Rule): number => {
  if (obligations.terms === 'strong') return 0;
  const fields = when === undefined ? [] : [...reads(when).fields];
  return fields.some((field) => field.startsWith('session.') || field.startsWith('origin.')) ? 1 : 2;
};

const weights = new WeakMap<Policy, ReadonlyMap<string, number>>();

const weightsOf = (policy: Policy): ReadonlyMap<string, number> => {
  const known = weights.get(policy) ?? new Map(policy.rules.map((rule) => [rule.id, weightOf(rule)]));
  weights.set(policy, known);
  return known;
};

/** Why it was held: the most telling of the rules that ask, in the words of whoever wrote the policy. Quotes no value. */
export const heldBecause = ({ rules, outcome, conflicts }: Decision, policy: Policy | undefined): string => {
  const weight = policy === undefined ? new Map<string, number>() : weightsOf(policy);
  const [asking] = rules
    .filter((rule) => rule.outcome === outcome || rule.counted === 'fault')
    .toSorted((a, b) => (weight.get(a.id) ?? 2) - (weight.get(b.id) ?? 2));
  if (asking !== undefined) return asking.reason;
  return conflicts.length > 0 ? decisionMessages.reason.conflicting : decisionMessages.reason.noRule;
};

/** The most telling first, then where values come from, then the others; nothing that is told elsewhere. */
export const allReasons = (decision: Decision, origins: Origins, because: string): readonly string[] => {
  const sentence = originSentence(origins);
  const undo = undoWords(decision);
  const first = [because, ...(sentence === undefined ? [] : [sentence])];
  const others = decision.reasons.filter((reason) => reason !== undo && !TOLD_ELSEWHERE.has(reason));
  return [...new Set([...first, ...others])];
};
