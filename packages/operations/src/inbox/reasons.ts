import { decisionMessages } from '@callgate/messages/decision';
import type { Decision } from '@callgate/core';
import { describeUndo } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { describeOrigins } from '@callgate/core/label';

/** What `told` says in whole sentences. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(Object.values(decisionMessages.hint));

/** The most telling first, then where values come from, then the others; nothing that is told elsewhere. */
export const allReasons = (decision: Decision, origins: Origins, because: string): readonly string[] => {
  const sentence = describeOrigins(origins);
  const undo = describeUndo(decision);
  const first = [because, ...(sentence === undefined ? [] : [sentence])];
  const others = decision.reasons.filter((reason) => reason !== undo && !TOLD_ELSEWHERE.has(reason));
  return [...new Set([...first, ...others])];
};
