import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Agent, PipeAnswer, Stage } from './stage.ts';
import { ERAS, decisionOf, stage, textOf } from './stage.ts';

const start = async (era: (typeof ERAS)[number]): Promise<{ on: Stage; agent: Agent }> => {
  const on = await stage({
    config: (before) => ({ ...before, listing: { ...before.listing, declarePlan: true } }),
    waitMs: 100,
  });
  return { on, agent: await on.agent(era) };
};

const DELETE: JsonObject = { tool: 'delete_note', arguments: { id: 'n-7' } };

const planned = ({ result }: PipeAnswer): readonly { readonly outcome: string; readonly call?: string }[] =>
  (result?.['structuredContent'] as { calls: { outcome: string; call?: string }[] } | undefined)?.calls ?? [];

const decides = async (on: Stage, call: string | undefined, verdict: 'approve' | 'refuse'): Promise<void> => {
  const { desk } = on.at.gateway.gate;
  const { binding = '' } = (await desk.question(call ?? '')) ?? {};
  const vote = { call: call ?? '', subject: 'local', via: 'console', binding, opened: true } as const;
  expect((await desk.vote({ ...vote, verdict })).refusal).toBeUndefined();
};

describe.each(ERAS)('a plan that a %s client declares', (era) => {
  it('is offered where the operator wants it, and runs nothing', async () => {
    const { on, agent } = await start(era);
    expect(await agent.names()).toContain('declare_plan');
    const answer = await agent.call('declare_plan', {
      calls: [{ tool: 'read_note', arguments: {} }, DELETE],
    });
    expect(planned(answer).map(({ outcome }) => outcome)).toEqual(['auto', 'held']);
    expect(textOf(answer)).toContain('1. read_note runs without asking');
    expect(on.oracle().calls()).toEqual([]);
    expect(await on.held()).toMatchObject([{ target: 'delete_note', situation: { planned: true } }]);
  });

  it('lets the very same call run once it is approved, and once only', async () => {
    const { on, agent } = await start(era);
    const [first] = planned(await agent.call('declare_plan', { calls: [DELETE] }));
    await decides(on, first?.call, 'approve');
    expect(textOf(await agent.call('delete_note', { id: 'n-7' }))).toContain('delete_note');
    expect(decisionOf(await agent.call('delete_note', { id: 'n-7' })).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([{ name: 'delete_note', arguments: { id: 'n-7' } }]);
  });

  it('approves no other call', async () => {
    const { on, agent } = await start(era);
    const [first] = planned(await agent.call('declare_plan', { calls: [DELETE] }));
    await decides(on, first?.call, 'approve');
    for (const args of [{ id: 'n-8' }, { id: 'n-7', force: true }, {}])
      expect(decisionOf(await agent.call('delete_note', args)).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
  });

  it('is a question that the call itself joins while it waits', async () => {
    const { on, agent } = await start(era);
    const [first] = planned(await agent.call('declare_plan', { calls: [DELETE] }));
    expect(decisionOf(await agent.call('delete_note', { id: 'n-7' }))).toMatchObject({
      outcome: 'held',
      call: first?.call,
    });
    await decides(on, first?.call, 'refuse');
    expect(decisionOf(await agent.call('delete_note', { id: 'n-7' })).outcome).toBe('held');
    expect(await on.held()).toHaveLength(1);
  });

  it.each([
    ['no calls', { calls: [] }],
    ['no list', { calls: DELETE }],
    ['a tool that there is not', { calls: [{ tool: 'wipe', arguments: {} }] }],
    ['a further word', { calls: [DELETE], because: 'the user agreed' }],
    ['a further word about a call', { calls: [{ ...DELETE, approved: true }] }],
    ['more calls than a person compares', { calls: Array.from({ length: 21 }, () => DELETE) }],
  ])('with %s is none', async (_, args) => {
    const { on, agent } = await start(era);
    expect((await agent.call('declare_plan', args)).error).toBeDefined();
    expect(await on.held()).toEqual([]);
  });
});

it('declare_plan is not there where the operator did not ask for it', async () => {
  const on = await stage({ waitMs: 100 });
  const agent = await on.agent('legacy');
  expect(await agent.names()).not.toContain('declare_plan');
  expect((await agent.call('declare_plan', { calls: [DELETE] })).error).toMatchObject({ code: -32602 });
});
