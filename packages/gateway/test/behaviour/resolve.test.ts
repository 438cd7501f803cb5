import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Stage } from './stage.ts';
import { COMBINATIONS, DESTROYS, decisionOf, stage, textOf, tool } from './stage.ts';

const KEY = 'io.modelcontextprotocol/tool-resolution';
const CAPABILITIES: JsonObject = { tools: {}, extensions: { [KEY]: {} } };
const RESOLVABLE: JsonObject = { _meta: { [KEY]: { resolvable: true } } };
const edit = tool('edit', DESTROYS, RESOLVABLE);
const says = (resolve: JsonObject, more: JsonObject = {}): JsonObject => ({
  capabilities: CAPABILITIES,
  tools: [edit],
  resolve,
  ...more,
});
const adds = { annotations: { destructiveHint: false } };

const resolved = (on: Stage): readonly unknown[] =>
  on
    .oracle()
    .received()
    .filter(({ method }) => method === 'tools/resolve')
    .map(({ params }) => params);

describe.each(COMBINATIONS)('a trusted $behind server, asked for a $before client', ({ before, behind }) => {
  it('lowers care for these arguments alone, and asking it is a recorded call', async () => {
    const on = await stage({ behind, says: says(adds), waitMs: 100 });
    const agent = await on.agent(before);
    expect(textOf(await agent.call('edit', { n: 1 }))).toBe('edit {"n":1}');
    expect(resolved(on)).toMatchObject([{ name: 'edit', arguments: { n: 1 } }]);
    on.oracle().says(says({ annotations: { destructiveHint: true } }));
    expect(decisionOf(await agent.call('edit', { n: 2 })).outcome).toBe('held');
    const lives = await on.lives();
    expect(lives.map(({ call, events }) => `${call.kind} ${events.join(' ')}`)).toEqual([
      'resolve dispatching done',
      'tool dispatching done',
      'resolve dispatching done',
      'tool held',
    ]);
  });

  it('says that the call would be invalid: it does not run, and no person is asked', async () => {
    const error = { code: -32602, message: 'no such line' };
    const on = await stage({ behind, says: says({ error }) });
    const agent = await on.agent(before);
    expect((await agent.call('edit', { n: 1 })).error).toMatchObject(error);
    expect(on.oracle().calls()).toEqual([]);
    expect((await on.lives()).map(({ call }) => call.kind)).toEqual(['resolve']);
  });

  it('fails otherwise: everything is as it was', async () => {
    const on = await stage({
      behind,
      says: says({ error: { code: -32603, message: 'broken' } }),
      waitMs: 100,
    });
    const agent = await on.agent(before);
    expect(decisionOf(await agent.call('edit', { n: 1 })).outcome).toBe('held');
  });
});

it('what the definition did not speak of is not lowered', async () => {
  const tools = [tool('edit', { readOnlyHint: false, openWorldHint: false }, RESOLVABLE)];
  const on = await stage({ says: says(adds, { tools }), waitMs: 100 });
  const agent = await on.agent('legacy');
  expect(decisionOf(await agent.call('edit', { n: 1 })).outcome).toBe('held');
  expect(resolved(on)).toHaveLength(1);
});

it('a stricter answer is believed', async () => {
  const tools = [tool('edit', { ...DESTROYS, destructiveHint: false }, RESOLVABLE)];
  const on = await stage({ says: says({ annotations: { destructiveHint: true } }, { tools }), waitMs: 100 });
  const agent = await on.agent('modern');
  expect(decisionOf(await agent.call('edit', { n: 1 })).outcome).toBe('held');
  expect(on.oracle().calls()).toEqual([]);
});

it.each<[string, JsonObject, 'untrusted' | 'trusted']>([
  ['is not trusted', says(adds), 'untrusted'],
  ['does not offer it', says(adds, { capabilities: { tools: {} } }), 'trusted'],
  ['does not say so of the tool', says(adds, { tools: [tool('edit', DESTROYS)] }), 'trusted'],
])('a server that %s is not asked', async (_, script, trust) => {
  const on = await stage({ says: script, servers: { notes: { trust } }, waitMs: 100 });
  const agent = await on.agent('legacy');
  expect(decisionOf(await agent.call('edit', { n: 1 })).outcome).toBe('held');
  expect(resolved(on)).toEqual([]);
  expect((await on.lives()).map(({ call }) => call.kind)).toEqual(['tool']);
});
