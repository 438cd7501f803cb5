import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Agent, Stage } from './stage.ts';
import { COMBINATIONS, ERAS, READS, policyOf, stage, textOf, tool } from './stage.ts';

const CAPABILITIES: JsonObject = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const asking = policyOf(
  '  - id: asks\n    when: tool.mutates == no\n    then: confirm\n    reason: everything asks\n',
);
const says = { capabilities: CAPABILITIES };
const updated = (uri: string): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
const changed = (list: string): string =>
  JSON.stringify({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });

/** Listens in the words of its era; the id of the stream, where there is one. */
const listens = async (agent: Agent, uris: readonly string[], lists = true): Promise<number | undefined> => {
  if (agent.era === 'legacy') {
    for (const uri of uris) expect((await agent.request('resources/subscribe', { uri })).result).toEqual({});
    return undefined;
  }
  const id = agent.client.nextId;
  const before = agent.heard('notifications/subscriptions/acknowledged').length;
  void agent.request('subscriptions/listen', {
    notifications: {
      ...(lists ? { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true } : {}),
      resourceSubscriptions: [...uris],
    },
  });
  await expect.poll(() => agent.heard('notifications/subscriptions/acknowledged').length).toBe(before + 1);
  return id;
};

const stops = async (agent: Agent, uri: string, id: number | undefined): Promise<void> => {
  if (id === undefined) await agent.request('resources/unsubscribe', { uri });
  else agent.client.notify('notifications/cancelled', { requestId: id });
};

/** What the server is subscribed to now, in the words of its era. */
const watchedAt = (on: Stage): readonly string[] => {
  const watched = new Set<string>();
  for (const { method, params } of on.oracle().received()) {
    const { uri, notifications } = (params ?? {}) as { uri?: string; notifications?: JsonObject };
    if (method === 'resources/subscribe' && uri !== undefined) watched.add(uri);
    if (method === 'resources/unsubscribe' && uri !== undefined) watched.delete(uri);
    if (method === 'subscriptions/listen') {
      watched.clear();
      for (const each of (notifications?.['resourceSubscriptions'] ?? []) as string[]) watched.add(each);
    }
  }
  return [...watched].toSorted();
};

describe.each(COMBINATIONS)('a $before client before a $behind server', ({ before, behind }) => {
  it('hears of resources it subscribed to and of no others, also where two watch one', async () => {
    const on = await stage({ behind, says });
    const [one, two, none] = [await on.agent(before), await on.agent(before), await on.agent(before)];
    const first = await listens(one, ['note://one', 'note://two']);
    const second = await listens(two, ['note://one']);
    expect(watchedAt(on)).toEqual(['note://one', 'note://two']);
    await on.oracle().sends(updated('note://one'), updated('note://two'), updated('note://three'));
    const heardBy = (agent: Agent): readonly unknown[] =>
      agent.heard('notifications/resources/updated').map(({ uri }) => uri);
    await expect.poll(() => heardBy(one)).toEqual(['note://one', 'note://two']);
    await expect.poll(() => heardBy(two)).toEqual(['note://one']);
    expect(heardBy(none)).toEqual([]);
    if (before === 'modern')
      expect(one.heard('notifications/resources/updated')).toEqual([
        { uri: 'note://one', _meta: { [SUBSCRIPTION]: first } },
        { uri: 'note://two', _meta: { [SUBSCRIPTION]: first } },
      ]);
    await stops(one, 'note://one', first);
    await two.call('read_note', { id: 'x' });
    await on.oracle().sends(updated('note://one'));
    await expect.poll(() => heardBy(two)).toEqual(['note://one', 'note://one']);
    expect(heardBy(one)).toEqual(['note://one', 'note://two']);
    expect(watchedAt(on)).toContain('note://one');
    await stops(two, 'note://one', second);
    await expect.poll(() => watchedAt(on)).not.toContain('note://one');
  });

  it('has its subscriptions taken back at the server when it goes away', async () => {
    const on = await stage({ behind, says });
    const agent = await on.agent(before);
    await listens(agent, ['note://one']);
    expect(watchedAt(on)).toEqual(['note://one']);
    await agent.client.end();
    await expect.poll(() => watchedAt(on), { timeout: 3000 }).toEqual([]);
  });

  it('still hears of what it subscribed to after the server was started again', async () => {
    const on = await stage({ behind, says });
    const agent = await on.agent(before);
    await listens(agent, ['note://one']);
    await on
      .oracle()
      .sends('exit')
      .catch(() => {});
    await expect
      .poll(async () => textOf(await agent.call('read_note', { id: 'x' })), {
        timeout: 10_000,
        interval: 300,
      })
      .toContain('read_note');
    const greeted = on
      .oracle()
      .received()
      .findLastIndex(({ method }) => method === 'initialize' || method === 'server/discover');
    await expect
      .poll(
        () =>
          JSON.stringify(
            on
              .oracle()
              .received()
              .slice(greeted)
              .filter(({ method }) => method === 'resources/subscribe' || method === 'subscriptions/listen'),
          ),
        { timeout: 3000 },
      )
      .toContain('note://one');
  });

  it('hears once of every list that changed, and reads the new one', async () => {
    const on = await stage({ behind, says });
    const agent = await on.agent(before);
    await listens(agent, []);
    on.oracle().says({
      ...says,
      tools: [tool('fresh', READS)],
      prompts: [{ name: 'fresh' }],
      resources: [{ uri: 'note://fresh', name: 'fresh' }],
    });
    await on.oracle().sends(changed('tools'), changed('prompts'), changed('resources'));
    for (const list of ['tools', 'prompts', 'resources'])
      await expect.poll(() => agent.heard(`notifications/${list}/list_changed`).length).toBe(1);
    expect(await agent.names()).toEqual(['fresh']);
    expect((await agent.request('prompts/list')).result).toMatchObject({ prompts: [{ name: 'fresh' }] });
    expect((await agent.request('resources/list')).result).toMatchObject({ resources: [{ name: 'fresh' }] });
    for (const { params } of agent.client.notifications)
      if (before === 'modern') expect(params).toHaveProperty('_meta');
    await on.oracle().sends(changed('tools'));
    await agent.call('fresh');
    expect(agent.heard('notifications/tools/list_changed')).toHaveLength(1);
  });
});

describe('a stream of the modern era', () => {
  it('begins with what was honoured, and what was not asked for is not told', async () => {
    const on = await stage({ says, behind: 'legacy' });
    const agent = await on.agent('modern');
    const id = agent.client.nextId;
    void agent.request('subscriptions/listen', {
      notifications: { toolsListChanged: true, resourceSubscriptions: ['note://one'] },
    });
    await expect.poll(() => agent.client.notifications.length).toBe(1);
    expect(agent.client.notifications[0]).toEqual({
      method: 'notifications/subscriptions/acknowledged',
      params: {
        _meta: { [SUBSCRIPTION]: id },
        notifications: { toolsListChanged: true, resourceSubscriptions: ['note://one'] },
      },
    });
    on.oracle().says({ ...says, prompts: [{ name: 'fresh' }], tools: [tool('fresh', READS)] });
    await on.oracle().sends(changed('prompts'));
    await expect.poll(() => agent.heard('notifications/tools/list_changed').length).toBe(1);
    expect(agent.heard('notifications/prompts/list_changed')).toEqual([]);
  });

  it('leaves out what cannot be subscribed to and honours the rest', async () => {
    const on = await stage({ says: { ...says, templates: [] }, behind: 'legacy' });
    const agent = await on.agent('modern');
    const answered = agent.request('subscriptions/listen', {
      notifications: { resourceSubscriptions: ['note://one', 'note://unknown'] },
    });
    let refused: unknown;
    void answered.then((answer) => {
      refused = answer.error;
    });
    await expect.poll(() => agent.client.notifications.length + Number(refused !== undefined)).toBe(1);
    expect(refused).toBeUndefined();
    expect(agent.client.notifications[0]?.params).toMatchObject({
      notifications: { resourceSubscriptions: ['note://one'] },
    });
  });

  it('ends with an answer when the client cancels it, and nothing comes after', async () => {
    const on = await stage({ says, behind: 'legacy' });
    const agent = await on.agent('modern');
    const id = await listens(agent, ['note://one']);
    await stops(agent, 'note://one', id);
    await agent.call('read_note', { id: '1' });
    const before = agent.client.notifications.length;
    await on.oracle().sends(updated('note://one'));
    await agent.call('read_note', { id: '2' });
    expect(agent.client.notifications).toHaveLength(before);
  });
});

describe.each(ERAS)('subscribing, for a %s client', (era) => {
  it('is a call: what may not be read without a person may not be watched without one', async () => {
    const on = await stage({ says, policy: asking, waitMs: 200 });
    const agent = await on.agent(era);
    if (era === 'legacy') {
      const { error } = await agent.request('resources/subscribe', { uri: 'note://one' });
      expect(error).toMatchObject({ code: -32001 });
    } else {
      void agent.request('subscriptions/listen', {
        notifications: { resourceSubscriptions: ['note://one'] },
      });
      await expect.poll(() => agent.client.notifications.length, { timeout: 5000 }).toBe(1);
      expect(agent.client.notifications[0]?.params).toMatchObject({
        notifications: { resourceSubscriptions: [] },
      });
    }
    expect(watchedAt(on)).toEqual([]);
    expect((await on.held()).map(({ kind, target }) => `${kind} ${target}`)).toEqual(['resource note://one']);
  });
});
