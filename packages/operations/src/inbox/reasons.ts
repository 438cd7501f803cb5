import { decisionMessages } from '@callgate/messages/decision';
import type { Decision } from '@callgate/core';
import { describeUndo } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { describeOrigins } from '@callgate/core/label';

/** What `told` says in whole sentences. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(Object.values(decisionMessages.hint));

/** The most telling first, then where values come from, then the others; nothing that is told elsewhere, nothing of rules that let it run. */
export const allReasons = (decision: Decision, origins: Origins, because: string): readonly string[] => {
  const sentence = describeOrigins(origins);
  const undo = describeUndo(decision);
  const first = [because, ...(sentence === undefined ? [] : [sentence])];
  const isAsking = (reason: string): boolean => {
    const rules = decision.rules.filter((rule) => rule.reason === reason);
    return rules.length === 0 || rules.some(({ outcome }) => outcome !== 'auto');
  };
  const others = decision.reasons.filter(
    (reason) => reason !== undo && !TOLD_ELSEWHERE.has(reason) && isAsking(reason),
  );
  return [...new Set([...first, ...others])];
};
