import type { Policy } from '@callgate/core';
import type { People } from '@callgate/gate';
import { loadPolicy } from '@callgate/policy';

const POLICY = `
extends: balanced
rules:
  - {id: two, tools: office/delete_note, then: confirm, approvers: 2, reason: two must agree}
`;

/** Everything that is deleted needs two people, none of them the requester. */
export const policyOfCompany = (): Policy => {
  const loaded = loadPolicy([{ name: 'company.yaml', text: POLICY }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

export const VOTERS = ['ann', 'bob', 'cid'] as const;

export const PEOPLE: People = {
  all: VOTERS.map((subject) => ({ subject, groups: [], active: true })),
  selfApproval: false,
};
