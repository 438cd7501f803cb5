import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { People } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../../src/config/gateway-config.ts';
import { defaultGatewayConfig } from '../../src/config/defaults.ts';
import { codeIn, personAnswer } from '../person-answer.ts';
import type { ConnectOptions } from '../test-gateway.ts';
import type { Agent, PipeAnswer, Stage } from './stage.ts';
import { ERAS, decisionOf, policyOf, stage, textOf } from './stage.ts';

const person = (subject: string): People['all'][number] => ({ subject, groups: [], active: true });
const TEAM: People = { all: [person('local'), person('ada'), person('bob')], selfApproval: true };

const config =
  (people: People, answersInBand: boolean) =>
  (before: GatewayConfig): GatewayConfig => ({
    ...before,
    approvals: { ...before.approvals, readingMs: 0 },
    people,
    clients: [{ name: 'desktop', vouched: false, answersInBand }],
  });

const yes: ConnectOptions = {
  capabilities: { elicitation: {} },
  name: 'desktop',
  answer: (_, form) => personAnswer(form),
};

interface ApprovalAttempt {
  readonly asked: boolean;
  readonly answered: PipeAnswer;
}

/** Makes the call and answers yes wherever the client is asked. */
const wishes = async (agent: Agent): Promise<ApprovalAttempt> => {
  const args = { name: 'delete_note', arguments: { id: '1' } };
  const first = await agent.request('tools/call', args);
  if (first.result?.['resultType'] !== 'input_required')
    return { asked: agent.client.asked.length > 0, answered: first };
  const answered = await agent.request('tools/call', {
    ...args,
    inputResponses: {
      'dev.callgate/approval': {
        action: 'accept',
        content: { decision: 'approve', code: codeIn(JSON.stringify(first.result['inputRequests'])) },
      },
    },
    requestState: String(first.result['requestState']),
  });
  return { asked: true, answered };
};

describe.each(ERAS)('a yes over the connection of a %s client', (era) => {
  const start = async (
    people: People,
    answersInBand: boolean,
    options = yes,
    policy = policyOf(
      '  - id: nothing\n    when: tool.agentic == yes\n    then: confirm\n    reason: as before\n',
    ),
  ): Promise<ApprovalAttempt & { readonly on: Stage }> => {
    const on = await stage({ config: config(people, answersInBand), waitMs: 200, policy });
    return { on, ...(await wishes(await on.agent(era, options))) };
  };

  it('counts where there are several people and the operator listed the client', async () => {
    const { on, asked, answered } = await start(TEAM, true);
    expect(asked).toBe(true);
    expect(textOf(answered)).toContain('delete_note {');
    expect(await on.eventsOf('delete_note')).toEqual([['held', 'vote', 'approved', 'dispatching', 'done']]);
  });

  it('is not even asked for where the operator did not', async () => {
    const { on, asked, answered } = await start(TEAM, false);
    expect(asked).toBe(false);
    expect(decisionOf(answered).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
    const other = await start(TEAM, true, { ...yes, name: 'something else' });
    expect(other.asked).toBe(false);
    expect(decisionOf(other.answered).outcome).toBe('held');
  });

  it('is not asked for of a principal who is none of the people', async () => {
    const { on, asked, answered } = await start(TEAM, true, {
      ...yes,
      principal: { ...LOCAL_PRINCIPAL, subject: 'robot' },
    });
    expect(asked).toBe(false);
    expect(decisionOf(answered).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
  });

  it('lets nothing out where people may not approve their own calls', async () => {
    const { on, answered } = await start({ ...TEAM, selfApproval: false }, true);
    expect(decisionOf(answered).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
    const [held] = await on.held();
    expect(await on.vote(held?.id ?? '', 'approve', { subject: 'ada' })).toMatchObject({ state: 'approved' });
  });

  it('is not asked for any more once the operator set answersInBand to false', async () => {
    const { on } = await start(SINGLE_USER, true);
    const { gateway, folder } = on.at;
    const agent = await on.agent(era, yes);
    const usual = config(SINGLE_USER, true)(defaultGatewayConfig(folder, on.configs));
    const off = { ...usual, approvals: { ...usual.approvals, waitMs: 200, answersInBand: false } };
    await gateway.reload(off, gateway.gate.policy);
    const calls = on.oracle().calls().length;
    const { result } = await agent.call('delete_note', { id: 'after' });
    expect(decisionOf({ result: result ?? {} }).outcome).toBe('held');
    expect(agent.client.asked).toEqual([]);
    expect(on.oracle().calls()).toHaveLength(calls);
  });

  it('is one vote where two are needed: another person must agree', async () => {
    const two = policyOf(
      '  - id: two\n    when: tool.destroys != no\n    then: confirm\n    approvers: 2\n    reason: two must agree\n',
    );
    const { on, answered } = await start(TEAM, true, yes, two);
    expect(decisionOf(answered).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
    const [held] = await on.held();
    const call = held?.id ?? '';
    expect((await on.vote(call)).state).toBe('held');
    expect((await on.vote(call, 'approve', { subject: 'ada' })).state).toBe('approved');
  });
});
