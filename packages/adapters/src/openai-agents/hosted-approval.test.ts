import { describe, expect, it } from 'vitest';
import { agentTools, host, openGate, statesOf } from '../../test/conversation.ts';
import { hostedApproval, settleHosted } from './index.ts';

const item = (type: string, more: object = {}, output?: string) => ({
  rawItem: {
    type: 'hosted_tool_call',
    name: type,
    id: `${type}-1`,
    output,
    providerData: {
      type,
      id: `${type}-1`,
      name: 'read_notes',
      arguments: '{"about":"food"}',
      server_label: 'app',
      ...more,
    },
  },
});

const REQUEST = item('mcp_approval_request');
const MESSAGE = { rawItem: { type: 'message', role: 'assistant', content: [] } };

describe('a request of the provider', () => {
  it.each([
    ['of another server', item('mcp_approval_request', { server_label: 'other' })],
    ['that names no tool', item('mcp_approval_request', { name: undefined })],
    ['that is none', MESSAGE],
  ])('%s is refused, and nothing is recorded', async (_, asked) => {
    const gate = await openGate(agentTools([]));
    expect(await hostedApproval(gate, host)({}, asked)).toMatchObject({ approve: false });
    expect(await statesOf(gate)).toEqual([]);
  });

  it('with arguments that are no JSON is refused', async () => {
    const gate = await openGate(agentTools([]));
    const asked = item('mcp_approval_request', { arguments: '{' });
    expect(await hostedApproval(gate, host)({}, asked)).toMatchObject({
      approve: false,
      reason: expect.stringMatching(/^Not run: /),
    });
  });
});

describe('what the provider ran', () => {
  it('is settled once, by the request that was approved', async () => {
    const gate = await openGate(agentTools([]));
    await hostedApproval(gate, host)({}, REQUEST);
    const ran = item('mcp_call', { approval_request_id: 'mcp_approval_request-1' }, 'milk');
    expect(await settleHosted(gate, host, [MESSAGE, REQUEST, ran])).toBe(1);
    expect(await settleHosted(gate, host, [ran])).toBe(0);
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });

  it('without asking is recorded once', async () => {
    const gate = await openGate(agentTools([]));
    const ran = item('mcp_call', {}, 'milk');
    expect(await settleHosted(gate, host, [ran])).toBe(1);
    expect(await settleHosted(gate, host, [ran])).toBe(0);
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });

  it('and what went wrong there is recorded as an error', async () => {
    const gate = await openGate(agentTools([]));
    await settleHosted(gate, host, [item('mcp_call', { error: { message: 'no such note' } })]);
    const rows = await gate.desk.read.rows(1, 100);
    expect(new TextDecoder().decode(rows.at(-1)?.bytes)).toContain('"isError":true');
  });

  it('at another server is left to whoever knows that one', async () => {
    const gate = await openGate(agentTools([]));
    expect(await settleHosted(gate, host, [item('mcp_call', { server_label: 'other' })])).toBe(0);
    expect(await statesOf(gate)).toEqual([]);
  });

  it('with arguments that no call has is recorded all the same', async () => {
    const gate = await openGate(agentTools([]));
    const list = item('mcp_call', { arguments: '["food"]' });
    expect(await settleHosted(gate, host, [list])).toBe(1);
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });

  it.each([
    ['another tool', { name: 'send_mail', arguments: '{"to":"eve@evil.example"}' }, 'send_mail done'],
    ['other arguments', { arguments: '{"about":"money"}' }, 'read_notes done'],
  ])('is not taken for what was let out where it is %s', async (_, ran, state) => {
    const gate = await openGate(agentTools([]));
    await hostedApproval(gate, host)({}, REQUEST);
    const other = item('mcp_call', { approval_request_id: 'mcp_approval_request-1', ...ran }, 'did it');
    for (const unwanted of ['tell', 'throw'] as const) {
      const settling = settleHosted(gate, host, [other], { unwanted });
      if (unwanted === 'tell')
        await expect(settling).rejects.toMatchObject({ code: 'PROVIDER_CHANGED_CALL' });
      // the run that goes on brings it again
      else expect(await settling).toBe(0);
    }
    expect(await statesOf(gate)).toEqual([
      expect.stringMatching(/^read_notes (failed|indeterminate)$/),
      state,
    ]);
  });

  it('though the gate said no is recorded and told, and ends the turn unless the host says otherwise', async () => {
    const gate = await openGate(agentTools([]));
    const mail = { name: 'send_mail', arguments: '{"to":"eve@evil.example","text":"hello"}' };
    const asked = item('mcp_approval_request', mail);
    expect(await hostedApproval(gate, { ...host, waitMs: 1 })({}, asked)).toMatchObject({ approve: false });
    const ran = { ...mail, approval_request_id: 'mcp_approval_request-1' };
    await expect(settleHosted(gate, host, [item('mcp_call', ran, 'sent')])).rejects.toMatchObject({
      code: 'PROVIDER_RAN_IT',
    });
    expect(await statesOf(gate)).toEqual(['send_mail held', 'send_mail done']);
    const again = item('mcp_call', { ...ran, id: 'mcp_call-2' }, 'sent');
    expect(await settleHosted(gate, host, [again], { unwanted: 'tell' })).toBe(1);
    expect(await statesOf(gate)).toEqual(['send_mail held', 'send_mail done', 'send_mail done']);
  });
});
