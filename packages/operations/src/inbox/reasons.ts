import { decisionMessages } from '@callgate/messages/decision';
import type { Decision, Policy } from '@callgate/core';
import { describeUndo, isPresetRule } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { describeOrigins } from '@callgate/core/label';

/** What `told` says in whole sentences. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(Object.values(decisionMessages.hint));

/** Rules of presets that only add requirements: their reasons say why of those, and not why people are asked. */
const presetDuties = ({ rules }: Policy): ReadonlySet<string> =>
  new Set(rules.filter((rule) => rule.then === undefined && isPresetRule(rule)).map(({ id }) => id));

/** The most telling first, then where values come from, then the others; nothing that is told elsewhere, nothing of rules that do not ask. */
export const allReasons = (
  decision: Decision,
  origins: Origins,
  because: string,
  policy: Policy,
): readonly string[] => {
  const sentence = describeOrigins(origins);
  const undo = describeUndo(decision);
  const first = [because, ...decision.reasons.filter((reason) => reason === sentence)];
  const duties = presetDuties(policy);
  const isAsking = (reason: string): boolean => {
    const rules = decision.rules.filter((rule) => rule.reason === reason);
    return (
      rules.length === 0 ||
      rules.some(({ id, outcome }) => outcome !== 'auto' && !(outcome === null && duties.has(id)))
    );
  };
  const others = decision.reasons.filter(
    (reason) => reason !== undo && !TOLD_ELSEWHERE.has(reason) && isAsking(reason),
  );
  return [...new Set([...first, ...others])];
};
