import { isLabelled } from '@callgate/core/label';
import type { CallRow } from '../record/call-row.ts';

/** What has to be known of a held call to approve it together with others. */
export type GroupableCall = Pick<
  CallRow,
  'kind' | 'server' | 'target' | 'definition' | 'decision' | 'situation'
>;

const callRefusalReason = ({ decision, situation }: GroupableCall): string | undefined => {
  const { reversible } = decision.beliefs;
  if (decision.outcome === 'block') return 'one of them is blocked';
  if (decision.obligations.terms !== 'plain') return 'one of them is asked on strong terms';
  if (isLabelled(situation.labels) || isLabelled(decision.labels))
    return 'one of them comes from a session that has touched private or untrusted content';
  if (decision.facts.destroys !== 'no') return 'one of them may delete or overwrite';
  if (reversible?.value !== 'yes' || reversible.ground === 'default')
    return 'nobody who counts says that one of them can be undone';
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
  if (first === undefined) return 'there is nothing to decide about';
  if (!calls.every((call) => isSameTool(first, call))) return 'they are not all calls of the same tool';
  return calls.map(callRefusalReason).find((because) => because !== undefined);
};
