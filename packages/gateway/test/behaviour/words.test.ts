import type { JsonObject, Session } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it, vi } from 'vitest';
import type { GatewayConfig } from '../../src/config/gateway-config.ts';
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

describe.each(ERAS)('what a %s client says beside an untrusted server', (era) => {
  const servers = { notes: {}, odd: { trust: 'untrusted' } } as const;

  const beside = async (): Promise<{ on: Stage; agent: Agent }> => {
    const on = await stage({ servers, config: config(true), policy: presetPolicy('intent'), waitMs: 100 });
    return { on, agent: await on.agent(era) };
  };

  const sessionOf = async (on: Stage): Promise<Session> => {
    const { principal, context } = (await on.lives())[0]?.call ?? { principal: { subject: '' }, context: '' };
    return await on.at.gateway.gate.session({ principal: principal.subject, context, authenticated: true });
  };

  it('proves nothing, and is kept', async () => {
    const { on, agent } = await beside();
    await agent.names();
    await agent.call('declare_task', { task: WISH });
    expect(decisionOf(await agent.call('notes__delete_note', { id: 'n-7' })).outcome).toBe('held');
    const held = await agent.call('notes__delete_note', { id: 'n-7' }, intent(WISH));
    expect(decisionOf(held).outcome).toBe('held');
    const session = await sessionOf(on);
    expect(session.said).toEqual([]);
    const why = 'definitions of an untrusted server were listed';
    expect(session.unbelieved).toEqual([
      { text: WISH, via: 'task', why },
      { text: WISH, via: 'intent', why },
    ]);
    expect(session.listed).toEqual(['odd']);
  });

  it('proves nothing either where the client brought its list from elsewhere', async () => {
    const { on, agent } = await beside();
    await agent.call('declare_task', { task: WISH });
    expect(decisionOf(await agent.call('notes__delete_note', { id: 'n-7' })).outcome).toBe('held');
    expect(on.oracle('notes').calls()).toEqual([]);
  });

  it('proves nothing after the server is gone', async () => {
    const { on, agent } = await beside();
    await agent.names();
    const { gateway } = on.at;
    const left = gateway.config().servers.filter(({ server }) => server === 'notes');
    await gateway.reload({ ...gateway.config(), servers: left }, gateway.gate.policy);
    await agent.call('declare_task', { task: WISH });
    const name = (await agent.names()).find((each) => each.endsWith('delete_note')) ?? '';
    expect(decisionOf(await agent.call(name, { id: 'n-7' })).outcome).toBe('held');
  });

  it('is not needed where a hook heard the person', async () => {
    const { on, agent } = await beside();
    await agent.call('declare_task', { task: WISH });
    expect(decisionOf(await agent.call('notes__delete_note', { id: 'n-7' })).outcome).toBe('held');
    const { principal, context } = (await on.lives())[0]?.call ?? { principal: { subject: '' }, context: '' };
    await on.at.gateway.gate.hear(
      { principal: principal.subject, context, authenticated: true },
      { text: 'Delete the note n-8 please.', via: 'host' },
    );
    expect(textOf(await agent.call('notes__delete_note', { id: 'n-8' }))).toContain('delete_note');
  });
});

it('declare_task is not there where the operator did not ask for it', async () => {
  const on = await stage();
  const agent = await on.agent('legacy');
  expect(await agent.names()).not.toContain('declare_task');
  expect((await agent.call('declare_task', { task: WISH })).error).toMatchObject({ code: -32602 });
});
