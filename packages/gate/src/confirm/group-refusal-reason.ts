import { isLabelled } from '@callgate/core/label';
import { approvalMessages } from '@callgate/messages/approval';
import type { CallRow } from '../record/call-row.ts';

/** What has to be known of a held call to approve it together with others. */
export type GroupableCall = Pick<
  CallRow,
  'kind' | 'server' | 'target' | 'definition' | 'decision' | 'situation'
>;

const text = approvalMessages.group;

const callRefusalReason = ({ decision, situation }: GroupableCall): string | undefined => {
  const { reversible } = decision.beliefs;
  if (decision.outcome === 'block') return text.blocked;
  if (decision.obligations.terms !== 'plain') return text.extraChecks;
  if (isLabelled(situation.labels) || isLabelled(decision.labels)) return text.labelled;
  if (decision.facts.destroys !== 'no') return text.destroys;
  if (reversible?.value !== 'yes' || reversible.ground === 'default') return text.undoUnknown;
  return undefined;
};

const isSameTool = (one: GroupableCall, other: GroupableCall): boolean =>
  one.kind === other.kind &&
  one.server === other.server &&
  one.target === other.target &&
  one.definition === other.definition;

/** Why one word may not approve these calls together; undefined where it may. */
export const groupRefusalReason = (calls: readonly GroupableCall[]): string | undefined => {
  const [first] = calls;
  if (first === undefined) return text.empty;
  if (!calls.every((call) => isSameTool(first, call))) return text.otherTools;
  return calls.map(callRefusalReason).find((because) => because !== undefined);
};
