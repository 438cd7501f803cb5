import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it, vi } from 'vitest';
import type { GatewayConfig } from '../../src/config/config.ts';
import type { Agent, Stage } from './stage.ts';
import { ERAS, decisionOf, stage, textOf } from './stage.ts';

const AI = 'io.modelcontextprotocol/aiInvocation';
const intent = (userIntent: string): JsonObject => ({ [AI]: { userIntent } });
const WISH = 'Delete the note n-7 please.';

const config =
  (vouched: boolean) =>
  (before: GatewayConfig): GatewayConfig => ({
    ...before,
    clients: [{ name: 'test', vouched, answersInBand: false }],
    listing: { ...before.listing, declareTask: true },
  });

const start = async (era: (typeof ERAS)[number], vouched: boolean): Promise<{ on: Stage; agent: Agent }> => {
  const on = await stage({ config: config(vouched), policy: presetPolicy('intent'), waitMs: 100 });
  return { on, agent: await on.agent(era) };
};

describe.each(ERAS)('what a %s client says the person wants', (era) => {
  it('by declare_task counts where the client is vouched for', async () => {
    const { on, agent } = await start(era, true);
    expect(await agent.names()).toContain('declare_task');
    expect(decisionOf(await agent.call('delete_note', { id: 'n-1' })).outcome).toBe('held');
    expect((await agent.call('declare_task', { task: WISH })).result).toMatchObject({
      content: [{ text: 'Noted.' }],
    });
    expect(textOf(await agent.call('delete_note', { id: 'n-7' }))).toContain('delete_note');
    expect(on.oracle().calls()).toEqual([{ name: 'delete_note', arguments: { id: 'n-7' } }]);
  });

  it('by aiInvocation counts where the client is vouched for', async () => {
    const { on, agent } = await start(era, true);
    expect(textOf(await agent.call('delete_note', { id: 'n-7' }, intent(WISH)))).toContain('delete_note');
    expect(on.oracle().calls()).toHaveLength(1);
    expect(on.oracle().bytes()).not.toContain('please');
  });

  it('is heard when it is said again, where it could not be kept the first time', async () => {
    const { on, agent } = await start(era, true);
    const away = new CallgateError('STORE_AWAY', 'the database cannot be reached');
    vi.spyOn(on.at.gateway.gate, 'hear').mockRejectedValueOnce(away);
    await agent.call('delete_note', { id: 'n-7' }, intent(WISH));
    expect(on.oracle().calls()).toEqual([]);
    await agent.call('delete_note', { id: 'n-7' }, intent(WISH));
    expect(on.oracle().calls()).toHaveLength(1);
  });

  it('counts for nothing where it is not, and is recorded', async () => {
    const { on, agent } = await start(era, false);
    await agent.call('declare_task', { task: WISH });
    expect(decisionOf(await agent.call('delete_note', { id: 'n-7' })).outcome).toBe('held');
    expect(decisionOf(await agent.call('delete_note', { id: 'n-7' }, intent(WISH))).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
    const { read } = on.at.gateway.gate.desk;
    const heard = (await read.rows(1, 1000)).filter(({ event }) => event === 'heard');
    expect(heard).toHaveLength(2);
    const { principal, context } = (await on.lives())[0]?.call ?? { principal: { subject: '' }, context: '' };
    const session = await on.at.gateway.gate.session({
      principal: principal.subject,
      context,
      authenticated: true,
    });
    expect(session.said).toEqual([]);
    expect(session.unbelieved.map(({ via }) => via)).toEqual(['task', 'intent']);
  });

  it('counts for nothing after something untrusted was seen, also where it is vouched for', async () => {
    const { on, agent } = await start(era, true);
    await agent.call('fetch_page', { url: 'https://example.com' });
    await agent.call('declare_task', { task: WISH });
    expect(decisionOf(await agent.call('delete_note', { id: 'n-7' }, intent(WISH))).outcome).toBe('held');
    expect(
      on
        .oracle()
        .calls()
        .map(({ name }) => name),
    ).toEqual(['fetch_page']);
  });

  it('counts for its own context and no other', async () => {
    const { on, agent } = await start(era, true);
    const other = await on.agent(era);
    await agent.call('declare_task', { task: WISH });
    expect(decisionOf(await other.call('delete_note', { id: 'n-7' })).outcome).toBe('held');
    expect(textOf(await agent.call('delete_note', { id: 'n-7' }))).toContain('delete_note');
  });

  it('is heard once, however often the same words come', async () => {
    const { on, agent } = await start(era, true);
    for (const id of ['1', '2', '3']) await agent.call('read_note', { id }, intent(WISH));
    const { read } = on.at.gateway.gate.desk;
    const heard = async (): Promise<number> =>
      (await read.rows(1, 1000)).filter(({ event }) => event === 'heard').length;
    expect(await heard()).toBe(1);
    await agent.call('read_note', { id: '4' }, intent('Read the note n-8'));
    expect(await heard()).toBe(2);
  });
});

it('declare_task is not there where the operator did not ask for it', async () => {
  const on = await stage();
  const agent = await on.agent('legacy');
  expect(await agent.names()).not.toContain('declare_task');
  expect((await agent.call('declare_task', { task: WISH })).error).toMatchObject({ code: -32602 });
});
