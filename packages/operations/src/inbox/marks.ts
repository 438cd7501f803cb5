import type { Decision } from '@callgate/core';
import type { CallMark } from '../api/inbox.ts';
import { CALL_MARKS } from '../api/inbox.ts';

const isYes = ({ beliefs }: Decision, hint: string): boolean => beliefs[hint]?.value === 'yes';

const HOLDS: Readonly<Record<CallMark, (decision: Decision) => boolean>> = {
  strong: ({ obligations }) => obligations.terms !== 'plain',
  irreversible: ({ facts }) => facts.irreversible === 'yes',
  destructive: ({ facts }) => facts.destroys === 'yes',
  privileged: ({ facts }) => facts.privileged === 'yes',
  agentic: ({ facts }) => facts.agentic === 'yes',
  ai: ({ facts, obligations }) => facts.usesAi === 'yes' || obligations.aiTag,
  sensitive: ({ facts }) => facts.sensitive === 'yes',
  outward: ({ facts }) => facts.outward === 'yes',
  undescribed: ({ facts }) => facts.described === 'no',
  conflicting: ({ facts }) => facts.conflicting === 'yes',
  slow: (decision) => isYes(decision, 'slowExecution'),
  heavy: (decision) => isYes(decision, 'resourceIntensive'),
};

/** What sets a call apart, in the order in which it is shown. */
export const marksOf = (decision: Decision): readonly CallMark[] =>
  CALL_MARKS.filter((mark) => HOLDS[mark](decision));
