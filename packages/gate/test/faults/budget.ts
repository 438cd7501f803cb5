import type { Policy } from '@callgate/core';
import { loadPolicy } from '@callgate/policy';
import type { OracleCounter } from '../count-oracle.ts';

/** What may be spent altogether. */
export const BUDGET = 400;

const SPENDING = /^office\/(?:add|delete)_note$/;

const POLICY = `
extends: balanced
rules:
  - id: budget
    tools: [office/add_note, office/delete_note]
    when: sum(args.amount, ["office/add_note", "office/delete_note"], "31d", "all") > ${BUDGET}
    then: block
    reason: The budget is spent
  - id: many-calls
    tools: [office/add_note, office/delete_note]
    when: count(["office/add_note", "office/delete_note"], "31d", "principal") > 12
    audit: full
    reason: Many calls of one person
`;

export const COUNTERS = {
  spent: {
    name: 'sum(args.amount, ["office/add_note","office/delete_note"], "31d", "all")',
    tools: SPENDING,
    windowMs: 31 * 86_400_000,
    per: 'all',
    amount: 'amount',
  },
  calls: {
    name: 'count(["office/add_note","office/delete_note"], "31d", "principal")',
    tools: SPENDING,
    windowMs: 31 * 86_400_000,
    per: 'principal',
  },
} as const satisfies Readonly<Record<string, OracleCounter>>;

export const policyOfBudget = (): Policy => {
  const loaded = loadPolicy([{ name: 'budget.yaml', text: POLICY }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};
