import type { Engine, Policy } from '@callgate/core';
import { isPresetRule } from '@callgate/core/decide';
import type { Contexts } from '@callgate/core/label';
import { digestText } from '@callgate/core/receive';
import type { DecidedCall } from '../decide/decide-call.ts';
import type { StoredSituation } from '../record/call-row.ts';
import { listOwnLabelRules } from './own-labels.ts';
import { findLeadingRule } from './headline.ts';

type PendingSituation = Pick<StoredSituation, 'operatorReason' | 'userMessage' | 'ownLabelRules'>;

const keyOf = ({ layer, id }: { readonly layer: string; readonly id: string }): string => `${layer} ${id}`;

const operatorRules = ({ rules }: Policy): ReadonlySet<string> =>
  new Set(rules.filter((rule) => !isPresetRule(rule)).map(keyOf));

/** What only people who are asked need to know of a call: it is found out where somebody is asked. */
export const pendingSituation = (
  decided: DecidedCall,
  { sessions }: Contexts,
  engine: Engine,
): PendingSituation => {
  const { decision, policy, session } = decided;
  const ownLabelRules = listOwnLabelRules(decided, engine);
  const own = operatorRules(policy);
  const reason = findLeadingRule(decision, (rule) => rule.outcome !== 'auto' && own.has(keyOf(rule)))?.reason;
  const message = sessions[session]?.said.findLast(({ via }) => via === 'host')?.text;
  return {
    ...(reason === undefined ? {} : { operatorReason: reason }),
    ...(message === undefined ? {} : { userMessage: digestText('said', message) }),
    ...(ownLabelRules.length === 0 ? {} : { ownLabelRules }),
  };
};
