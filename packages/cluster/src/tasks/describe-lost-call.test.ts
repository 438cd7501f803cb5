import type { CallRow } from '@callgate/gate/record';
import { expect, it } from 'vitest';
import { describeLostCall } from './describe-lost-call.ts';

const rowOf = (state: CallRow['state'], mutates: 'yes' | 'no', code: string | null): CallRow =>
  ({
    id: 'c1',
    state,
    fault: code === null ? null : { code, message: 'm' },
    decision: { facts: { mutates } },
  }) as CallRow;

it.each([
  ['dispatching', 'no', null, 'you can call it again'],
  ['failed', 'no', 'PROCESS_GONE', 'you can call it again'],
  ['failed', 'no', 'TOOL_FAILED', 'its answer was lost with the process'],
  ['indeterminate', 'yes', 'PROCESS_GONE', 'do not repeat it'],
  ['dispatching', 'yes', null, 'do not repeat it'],
] as const)('a call that is %s, changes something: %s, fault %s', async (state, mutates, code, words) => {
  const told = await describeLostCall({ call: async () => rowOf(state, mutates, code) })('c1');
  expect(told).toContain(words);
});
