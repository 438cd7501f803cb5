import { SINGLE_USER } from '@callgate/gate';
import { loadPolicy, presetPolicy } from '@callgate/policy';
import { expect, it } from 'vitest';
import { checkApprovers } from './check-approvers.ts';

const AT = { file: 'callgate.yaml', line: 1, column: 1 };

const DEAR = 'extends: balanced\nrules: [{ id: dear, approvers: { count: 2, group: finance }, reason: r }]\n';

const warnings = (
  text: string,
  people: readonly { readonly groups: readonly string[]; readonly active?: boolean }[],
) => {
  const loaded = loadPolicy([{ name: 'p.yaml', text }]);
  if (!loaded.ok) throw new Error('the policy does not load');
  const all = people.map(({ groups, active = true }, at) => ({ subject: `p${at}`, groups, active }));
  return checkApprovers(loaded.policy, { all, selfApproval: false }, AT).map(({ message }) => message);
};

it('says which rule asks for more people than there are', () => {
  const finance = { groups: ['finance'] };
  expect(warnings(DEAR, [finance, { groups: [] }])).toEqual([
    'Rule `dear` needs 2 people of `finance`, and `approvals.people` has 1: its calls are blocked',
  ]);
  expect(warnings(DEAR, [finance, { ...finance, active: false }])).toHaveLength(1);
  expect(warnings(DEAR, [finance, finance])).toEqual([]);
  expect(checkApprovers(presetPolicy('balanced'), SINGLE_USER, AT)).toEqual([]);
  expect(checkApprovers(presetPolicy('strict'), SINGLE_USER, AT)).not.toEqual([]);
});
