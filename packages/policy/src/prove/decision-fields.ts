import type { Decision } from '@callgate/core';
import { OUTCOMES } from '@callgate/core';
import type { Field } from '@callgate/core/decide';

/** What conditions of properties can read of the decision itself. */
export const DECISION_FIELDS: readonly Field[] = [
  {
    name: 'decision.outcome',
    type: 'text',
    stage: 'call',
    description: 'outcome',
    values: OUTCOMES,
  },
  {
    name: 'decision.approvers',
    type: 'number',
    stage: 'call',
    description: 'approvers',
  },
];

/** Who agrees to the largest demand may agree to the others too. */
export const approversOf = ({ outcome, obligations }: Pick<Decision, 'outcome' | 'obligations'>): number =>
  outcome === 'confirm' ? Math.max(1, ...obligations.approvers.map(({ count }) => count)) : 0;
