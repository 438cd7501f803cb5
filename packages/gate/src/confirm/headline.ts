import type { Decision } from '@callgate/core';
import { decisionMessages } from '@callgate/messages/decision';

/**
 * Why people are asked, in the words of the policy; quotes no value of the call. A file's own rules come
 * after those it extends, and presets put the severe ones last: the last rule that asks is the headline.
 */
export const headlineOf = ({ rules, outcome, conflicts }: Decision): string => {
  const asking = rules.findLast((rule) => rule.outcome === outcome || rule.counted === 'fault');
  if (asking !== undefined) return asking.reason;
  return conflicts.length > 0 ? decisionMessages.reason.conflicting : decisionMessages.reason.noRule;
};
