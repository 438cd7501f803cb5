import { receiveArguments } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import { findToolApprovals, findWaitingCall } from '../src/find-tool-approvals.ts';

const part = {
  type: 'tool-send_mail',
  toolCallId: 't1',
  state: 'approval-requested',
  input: { to: 'a@example.com' },
  approval: { id: 'a1' },
};

describe('tool parts of a chat', () => {
  it('are found where they wait for approval', () => {
    const dynamic = { ...part, type: 'dynamic-tool', toolName: 'delete_note' };
    const messages = [
      { parts: [{ type: 'text', text: 'hello' }, part] },
      { parts: [dynamic, { ...part, state: 'output-available' }, null, 7, { ...part, approval: {} }] },
    ];
    expect(findToolApprovals(messages).map(({ toolName, approvalId }) => [toolName, approvalId])).toEqual([
      ['send_mail', 'a1'],
      ['delete_note', 'a1'],
    ]);
  });

  it('belong to the waiting call with the same tool and arguments', () => {
    const row = (target: string, input: { readonly to: string }): never =>
      ({ id: target, kind: 'tool', target, ...receiveArguments(input) }) as never;
    const calls = [row('send_mail', { to: 'b@example.com' }), row('send_mail', { to: 'a@example.com' })];
    expect(findWaitingCall({ toolName: 'send_mail', input: part.input }, calls)).toBe(calls[1]);
    expect(findWaitingCall({ toolName: 'other', input: part.input }, calls)).toBeUndefined();
    expect(findWaitingCall({ toolName: 'send_mail', input: 'text' }, calls)).toBeUndefined();
  });
});
