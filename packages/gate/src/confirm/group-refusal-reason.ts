import { isLabelled } from '@callgate/core/label';
import type { GroupRefusal } from '@callgate/messages/approval';
import type { CallRow } from '../record/call-row.ts';

/** What has to be known of a held call to approve it together with others. */
export type GroupableCall = Pick<
  CallRow,
  'kind' | 'server' | 'target' | 'definition' | 'decision' | 'situation'
>;

const callRefusalReason = ({ decision, situation }: GroupableCall): GroupRefusal | undefined => {
  const { reversible } = decision.beliefs;
  if (decision.outcome === 'block') return { code: 'blocked' };
  if (decision.obligations.terms !== 'plain') return { code: 'extraChecks' };
  if (isLabelled(situation.labels) || isLabelled(decision.labels)) return { code: 'labelled' };
  if (decision.facts.destroys !== 'no') return { code: 'destroys' };
  if (reversible?.value !== 'yes' || reversible.ground === 'default') return { code: 'undoUnknown' };
  return undefined;
};

const isSameTool = (one: GroupableCall, other: GroupableCall): boolean =>
  one.kind === other.kind &&
  one.server === other.server &&
  one.target === other.target &&
  one.definition === other.definition;

/** Why one word may not approve these calls together; undefined where it may. */
export const groupRefusalReason = (calls: readonly GroupableCall[]): GroupRefusal | undefined => {
  const [first] = calls;
  if (first === undefined) return { code: 'empty' };
  if (!calls.every((call) => isSameTool(first, call))) return { code: 'otherTools' };
  return calls.map(callRefusalReason).find((because) => because !== undefined);
};
