import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { callsOf, openGate, policyFrom, statesOf, who } from '../../test/conversation.ts';
import { contextName } from '../host/host-options.ts';
import type { McpApprovalResponse } from './index.ts';
import {
  HostedTools,
  OPENAI_TOOLS,
  answerApprovals,
  answerApproval,
  catalogueOf,
  joinCatalogues,
  denyPending,
  settleHosted,
  findPendingApproval,
} from './index.ts';

const listed = (name: string, annotations: object): object => ({
  name,
  description: name,
  input_schema: { type: 'object', properties: { to: { type: 'string' } } },
  annotations,
});

const LISTING = {
  type: 'mcp_list_tools',
  id: 'list-1',
  server_label: 'crm',
  tools: [
    listed('read_people', { readOnlyHint: true, openWorldHint: false }),
    listed('write_mail', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }),
    listed('wipe', { readOnlyHint: false, destructiveHint: true }),
  ],
};

const asks = (id: string, name: string, args: string) => ({
  type: 'mcp_approval_request',
  id,
  server_label: 'crm',
  name,
  arguments: args,
});

const CAME_BACK = { id: 'call-1', server_label: 'crm', output: 'done', error: null, status: 'completed' };

const ran = (approval: string | null, name: string, args: string, more: object = {}) => ({
  type: 'mcp_call',
  ...CAME_BACK,
  name,
  arguments: args,
  approval_request_id: approval,
  ...more,
});

const READ = asks('ask-1', 'read_people', '{"to":"ann"}');
const MAIL = asks('ask-2', 'write_mail', '{"to":"ann"}');

const POLICY = policyFrom(`
extends: balanced
rules:
  - id: never-wipe
    tools: ["crm/wipe"]
    then: block
    reason: people are not wiped by agents
`);

const open = async (): Promise<{ readonly gate: Gate; readonly tools: HostedTools }> => {
  const tools = new HostedTools({ crm: { trust: 'trusted' } });
  const own = catalogueOf(OPENAI_TOOLS, { server: 'openai', trust: 'trusted' });
  const gate = await openGate({}, { catalogue: joinCatalogues(tools.catalogue, own), policy: POLICY });
  await tools.learn(gate, { output: [LISTING] });
  return { gate, tools };
};

const approve = async (gate: Gate, id: string): Promise<void> => {
  const waiting = await findPendingApproval(gate, who, id);
  if (waiting?.question === undefined) throw new Error('nobody is asked');
  await answerApproval(gate, { question: waiting.question, approved: true, subject: 'local', opened: true });
};

const YES: McpApprovalResponse = {
  type: 'mcp_approval_response',
  approval_request_id: 'ask-1',
  approve: true,
};

describe('an approval request of a hosted server', () => {
  it('that waits for people is withdrawn when the host leaves', async () => {
    const { gate } = await open();
    const leaving = new AbortController();
    const answers = answerApprovals(
      gate,
      { ...who, waitMs: 600_000 },
      { output: [MAIL] },
      { signal: leaving.signal },
    );
    await expect.poll(() => statesOf(gate)).toEqual(['write_mail held']);
    leaving.abort();
    expect(await answers).toMatchObject({
      responses: [{ approval_request_id: 'ask-2', approve: false }],
      waiting: [],
    });
    expect(await statesOf(gate)).toEqual(['write_mail withdrawn']);
  });

  it('is answered with yes when the gate let the call out, and settled by what came back', async () => {
    const { gate } = await open();
    const { responses, waiting } = await answerApprovals(gate, who, { output: [READ] });
    expect(responses).toEqual([YES]);
    expect(waiting).toEqual([]);
    expect(await statesOf(gate)).toEqual(['read_people dispatching']);
    // the same arguments, written otherwise
    await settleHosted(
      gate,
      who,
      { output: [ran('ask-1', 'read_people', '{ "to": "ann" }')] },
      { sent: responses },
    );
    expect(await statesOf(gate)).toEqual(['read_people done']);
  });

  it('waits for people, and is answered when they agreed', async () => {
    const { gate } = await open();
    const first = await answerApprovals(gate, who, { output: [MAIL] });
    expect(first).toEqual({ responses: [], waiting: [MAIL] });
    expect(await statesOf(gate)).toEqual(['write_mail held']);
    await approve(gate, 'ask-2');
    const { responses } = await answerApprovals(gate, who, { output: first.waiting });
    expect(responses).toEqual([{ ...YES, approval_request_id: 'ask-2' }]);
    await settleHosted(
      gate,
      who,
      { output: [ran('ask-2', 'write_mail', '{"to":"ann"}')] },
      { sent: responses },
    );
    expect(await statesOf(gate)).toEqual(['write_mail done']);
  });

  it('can wait here for a while', async () => {
    const { gate } = await open();
    const answered = answerApprovals(gate, { ...who, waitMs: 60_000 }, { output: [MAIL] });
    await new Promise<void>((resolve) => {
      const stop = gate.onEvent(({ type }) => {
        if (type !== 'held') return;
        stop();
        resolve();
      });
    });
    await approve(gate, 'ask-2');
    expect((await answered).responses).toMatchObject([{ approve: true }]);
    await settleHosted(gate, who, undefined, { sent: (await answered).responses });
  });

  it('can be put off: the model reads that it waits, and the call stays held', async () => {
    const { gate } = await open();
    const { waiting } = await answerApprovals(gate, who, { output: [MAIL] });
    expect(denyPending(waiting)).toMatchObject([{ approval_request_id: 'ask-2', approve: false }]);
    expect(await statesOf(gate)).toEqual(['write_mail held']);
    await approve(gate, 'ask-2');
    const again = asks('ask-9', 'write_mail', '{"to":"ann"}');
    const { responses } = await answerApprovals(gate, who, { output: [again] });
    expect(responses).toMatchObject([{ approval_request_id: 'ask-9', approve: true }]);
    const output = [ran('ask-9', 'write_mail', '{"to":"ann"}')];
    await settleHosted(gate, who, { output }, { sent: responses });
    expect(await statesOf(gate)).toEqual(['write_mail done']);
  });

  it.each([
    ['is blocked', asks('ask-3', 'wipe', '{}'), 'people are not wiped by agents'],
    ['nobody knows', asks('ask-3', 'other', '{}'), 'There is no tool'],
    ['cannot be read', asks('ask-3', 'read_people', '{"to"'), 'cannot be read'],
    ['is of a server nobody named', { ...READ, server_label: 'evil' }, 'There is no tool'],
  ])('is answered with no and the reason where the call %s', async (_, item, reason) => {
    const { gate } = await open();
    const { responses } = await answerApprovals(gate, who, { output: [item] });
    expect(responses).toMatchObject([{ approve: false, reason: expect.stringContaining(reason) }]);
    expect((await statesOf(gate)).filter((state) => state.endsWith('dispatching'))).toEqual([]);
  });
});

describe('what came of a call that was approved', () => {
  const approved = async (): Promise<{ gate: Gate; sent: McpApprovalResponse[] }> => {
    const { gate } = await open();
    const { responses } = await answerApprovals(gate, who, { output: [READ] });
    return { gate, sent: responses };
  };

  it.each([
    ['did not come back', [], 'failed'],
    [
      'stopped in the middle',
      [ran('ask-1', 'read_people', '{"to":"ann"}', { status: 'incomplete' })],
      'failed',
    ],
    [
      'failed',
      [ran('ask-1', 'read_people', '{"to":"ann"}', { output: null, error: 'no such person' })],
      'done',
    ],
  ])('is recorded where it %s', async (_, output, state) => {
    const { gate, sent } = await approved();
    await settleHosted(gate, who, { output }, { sent });
    expect(await statesOf(gate)).toEqual([`read_people ${state}`]);
  });

  it('is a failure where the request itself failed, for it only reads', async () => {
    const { gate, sent } = await approved();
    await settleHosted(gate, who, undefined, { sent });
    expect(await statesOf(gate)).toEqual(['read_people failed']);
  });

  it.each([
    ['other arguments', ran('ask-1', 'read_people', '{"to":"eve"}')],
    ['arguments that no call can have', ran('ask-1', 'read_people', '{"to":"ann","To":"eve"}')],
    ['another tool', ran('ask-1', 'wipe', '{"to":"ann"}')],
    ['another server', ran('ask-1', 'read_people', '{"to":"ann"}', { server_label: 'openai' })],
  ])('ends the turn where the provider ran %s; both are recorded', async (_, item) => {
    const { gate, sent } = await approved();
    await expect(settleHosted(gate, who, { output: [item] }, { sent })).rejects.toMatchObject({
      code: 'PROVIDER_CHANGED_CALL',
    });
    expect((await callsOf(gate)).map(({ state }) => state)).toEqual(['failed', 'done']);
  });
});

describe('what the provider ran without asking', () => {
  it('is recorded and raises labels', async () => {
    const { gate } = await open();
    const output = [
      { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', query: 'x' } },
    ];
    expect(await settleHosted(gate, who, { output })).toBe(1);
    expect(await statesOf(gate)).toEqual(['web_search done']);
    expect((await gate.session(contextName(who))).labels.untrusted.strength).not.toBe('none');
  });

  it.each([
    [
      {
        type: 'shell_call',
        id: 'a',
        environment: { type: 'container_reference' },
        action: { commands: ['ls'] },
      },
      'shell',
    ],
    [{ type: 'program', id: 'a', code: 'x' }, 'program'],
    [{ type: 'tool_search_call', id: 'a', execution: 'server', arguments: {} }, 'tool_search'],
    [{ type: 'levitate_call', id: 'a' }, 'levitate'],
  ])('is recorded whatever it is: %j', async (item, name) => {
    const { gate } = await open();
    expect(await settleHosted(gate, who, { output: [item] }, { unwanted: 'tell' })).toBe(1);
    const rows = await gate.desk.read.rows(1, 100);
    expect(rows.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n')).toContain(`openai/${name}`);
  });

  it.each([
    { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' },
    { type: 'local_shell_call', id: 'a' },
    { type: 'shell_call', id: 'a', environment: { type: 'local' } },
    { type: 'tool_search_call', id: 'a', execution: 'client' },
    { type: 'message', id: 'a' },
    { type: 'shell_call_output', id: 'a' },
  ])('does not include what the host runs: %j', async (item) => {
    const { gate } = await open();
    expect(await settleHosted(gate, who, { output: [item] })).toBe(0);
  });

  it('ends the turn where it should not have run; all of it is recorded first', async () => {
    const { gate } = await open();
    const output = [ran(null, 'write_mail', '{"to":"eve"}'), ran(null, 'read_people', '{}')];
    const settled = settleHosted(gate, who, { output });
    await expect(settled).rejects.toThrow(CallgateError);
    await expect(settled).rejects.toMatchObject({ code: 'PROVIDER_RAN_IT' });
    expect(await statesOf(gate)).toEqual(['write_mail done', 'read_people done']);
  });

  it('can be told to the operator only', async () => {
    const { gate } = await open();
    const output = [ran(null, 'write_mail', '{"to":"eve"}')];
    expect(await settleHosted(gate, who, { output }, { unwanted: 'tell' })).toBe(1);
    const rows = await gate.desk.read.rows(1, 100);
    expect(rows.map(({ event }) => event)).toContain('alert');
  });

  it('is reported where an approval of another process led to it', async () => {
    const { gate } = await open();
    expect(await settleHosted(gate, who, { output: [ran('ask-7', 'read_people', '{"to":"ann"}')] })).toBe(1);
    expect(await statesOf(gate)).toEqual(['read_people done']);
  });
});

describe('tools that a hosted server lists', () => {
  it('are believed as far as the operator trusts it', async () => {
    const { tools } = await open();
    expect(tools.catalogue.find('tool', 'crm', 'read_people')?.mutates).toBe(false);
    const untrusted = new HostedTools({ crm: {} });
    const gate = await openGate({}, { catalogue: untrusted.catalogue });
    await untrusted.learn(gate, { output: [LISTING, { ...LISTING, server_label: 'other' }] });
    expect(untrusted.catalogue.find('tool', 'crm', 'read_people')?.mutates).toBe(true);
    expect(untrusted.catalogue.find('tool', 'other', 'read_people')).toBeUndefined();
  });

  it('lose what was approved for them when they are defined otherwise', async () => {
    const { gate, tools } = await open();
    await answerApprovals(gate, who, { output: [MAIL] });
    await approve(gate, 'ask-2');
    const changed = {
      ...LISTING,
      tools: [listed('write_mail', { readOnlyHint: false, openWorldHint: true })],
    };
    await tools.learn(gate, { output: [changed] });
    const { responses } = await answerApprovals(gate, who, { output: [MAIL] });
    expect(responses).toMatchObject([{ approve: false }]);
  });
});
