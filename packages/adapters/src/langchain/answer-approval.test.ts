import { expect, it } from 'vitest';
import { readReviewDecision } from './answer-approval.ts';

const decided = (decision: unknown): unknown => readReviewDecision({ decisions: [decision] });

it('reads the decisions of humanInTheLoopMiddleware', () => {
  expect(decided({ type: 'approve' })).toEqual({ type: 'approve' });
  expect(decided({ type: 'reject' })).toEqual({ type: 'reject' });
  expect(decided({ type: 'reject', message: 'no' })).toEqual({ type: 'reject', message: 'no' });
  const edit = { type: 'edit', editedAction: { name: 'send_mail', args: { to: 'bob' } } };
  expect(decided(edit)).toEqual(edit);
});

it.each([
  ['nothing', undefined],
  ['a word', 'approve'],
  ['a decision alone', { type: 'approve' }],
  ['no decision', { decisions: [] }],
  ['decisions on several calls', { decisions: [{ type: 'approve' }, { type: 'approve' }] }],
  ['another word', { decisions: [{ type: 'accept' }] }],
  ['an edit of nothing', { decisions: [{ type: 'edit' }] }],
  ['an edit without arguments', { decisions: [{ type: 'edit', editedAction: { name: 'a' } }] }],
  ['an edit that is a list', { decisions: [{ type: 'edit', editedAction: { name: 'a', args: [] } }] }],
  ['an edit of no tool', { decisions: [{ type: 'edit', editedAction: { args: {} } }] }],
  [
    'an edit that has no JSON',
    { decisions: [{ type: 'edit', editedAction: { name: 'a', args: { n: 1n } } }] },
  ],
])('decides nothing by %s', (_, resumed) => {
  expect(readReviewDecision(resumed)).toBeUndefined();
});
