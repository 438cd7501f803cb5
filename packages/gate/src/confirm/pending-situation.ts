import type { Engine, Policy } from '@callgate/core';
import { isPresetRule } from '@callgate/core/decide';
import type { Contexts } from '@callgate/core/label';
import { LABEL_NAMES, strongerOf } from '@callgate/core/label';
import { digestText } from '@callgate/core/receive';
import type { DecidedCall } from '../decide/decide-call.ts';
import type { StoredSituation } from '../record/call-row.ts';
import { listAskingRules } from './grant-coverage.ts';
import { findLeadingRule } from './headline.ts';

type PendingSituation = Pick<StoredSituation, 'operatorReason' | 'userMessage' | 'ownLabelRules'>;

const keyOf = ({ layer, id }: { readonly layer: string; readonly id: string }): string => `${layer} ${id}`;

const operatorRules = ({ rules }: Policy): ReadonlySet<string> =>
  new Set(rules.filter((rule) => !isPresetRule(rule)).map(keyOf));

/**
 * The rules that would ask about the same call besides, once the tool's own results have labelled the session. None where
 * the call would then be blocked or need extra checks: severity is never granted.
 */
const listOwnLabelRules = (
  { decision, input, tool: { raises } }: DecidedCall,
  engine: Engine,
): readonly string[] => {
  const { labels } = input;
  const after = {
    private: strongerOf(labels.private, raises.private),
    untrusted: strongerOf(labels.untrusted, raises.untrusted),
  };
  if (LABEL_NAMES.every((name) => after[name] === labels[name])) return [];
  const next = engine.decide({ ...input, labels: after });
  if (next.outcome !== 'confirm' || next.obligations.terms !== 'plain') return [];
  const asked = listAskingRules(decision);
  return listAskingRules(next).filter((rule) => !asked.includes(rule));
};

/** What only people who are asked need to know of a call: it is found out where a person is asked. */
export const pendingSituation = (
  decided: DecidedCall,
  { sessions }: Contexts,
  engine: Engine,
): PendingSituation => {
  const { decision, policy, session } = decided;
  const ownLabelRules = listOwnLabelRules(decided, engine);
  const own = operatorRules(policy);
  const written = findLeadingRule(
    decision,
    (rule) => rule.outcome !== 'auto' && own.has(keyOf(rule)),
  )?.reason;
  // with what the rule counted
  const counted =
    decided.input.history === undefined || written === undefined
      ? undefined
      : decision.reasons.find((text) => text.startsWith(written));
  const reason = counted ?? written;
  const message = sessions[session]?.said.findLast(({ via }) => via === 'host')?.text;
  return {
    ...(reason === undefined ? {} : { operatorReason: reason }),
    ...(message === undefined ? {} : { userMessage: digestText('said', message) }),
    ...(ownLabelRules.length === 0 ? {} : { ownLabelRules }),
  };
};
