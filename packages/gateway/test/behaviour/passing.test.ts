import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { LOG_LEVEL_KEY } from '../../src/wire/request-meta.ts';
import { DESTROYS, ERAS, PASSAGES, READS, decisionOf, listOf, stage, textOf, tool } from './stage.ts';

const CAPABILITIES: JsonObject = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

const log = (level: string, data: string): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level, data } });

const progress = (token: string, at: number): string =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${at},"total":9,"message":"step ${at}"}}`;

describe.each(PASSAGES)(
  'a $before client before a $behind server over $transport',
  ({ before, behind, transport }) => {
    it('reads resources, templates and prompts, and completes arguments, and each is a recorded call', async () => {
      const on = await stage({
        behind,
        transport,
        says: {
          capabilities: CAPABILITIES,
          resources: [{ uri: 'note://one', name: 'one', 'x-odd': 1, _meta: { m: 1 } }],
          prompts: [{ name: 'greet', arguments: [{ name: 'who', 'x-odd': 1 }], _meta: { m: 1 } }],
          results: {
            'resources/read': { contents: [{ uri: 'note://one', text: 'T', 'x-odd': 1 }], 'x-odd': 2 },
            'prompts/get': {
              messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
              'x-odd': 3,
            },
            'completion/complete': { completion: { values: ['one'], 'x-odd': 4 } },
          },
        },
      });
      const agent = await on.agent(before);
      expect(listOf(await agent.request('resources/list'), 'resources')).toEqual([
        { uri: 'note://one', name: 'one', 'x-odd': 1, _meta: { m: 1 } },
      ]);
      expect(listOf(await agent.request('resources/templates/list'), 'resourceTemplates')).toEqual([
        { uriTemplate: 'note://{id}', name: 'note' },
      ]);
      expect(listOf(await agent.request('prompts/list'), 'prompts')).toEqual([
        { name: 'greet', arguments: [{ name: 'who', 'x-odd': 1 }], _meta: { m: 1 } },
      ]);
      const read = await agent.request('resources/read', { uri: 'note://one' });
      expect(read.result).toMatchObject({
        contents: [{ uri: 'note://one', text: 'T', 'x-odd': 1 }],
        'x-odd': 2,
      });
      const byTemplate = await agent.request('resources/read', { uri: 'note://seventeen' });
      expect(byTemplate.result).toMatchObject({ contents: [{ text: 'T' }] });
      const got = await agent.request('prompts/get', { name: 'greet', arguments: { who: 'Ada' } });
      expect(got.result).toMatchObject({ messages: [{ role: 'user' }], 'x-odd': 3 });
      for (const ref of [
        { type: 'ref/prompt', name: 'greet' },
        { type: 'ref/resource', uri: 'note://{id}' },
      ]) {
        const completed = await agent.request('completion/complete', {
          ref,
          argument: { name: ref.type === 'ref/prompt' ? 'who' : 'id', value: 'A' },
          context: { arguments: { other: 'B' } },
        });
        expect(completed.result).toMatchObject({ completion: { values: ['one'], 'x-odd': 4 } });
      }
      const sent = on.oracle().received();
      expect(
        sent.filter(({ method }) => method === 'resources/read').map(({ params }) => params),
      ).toMatchObject([{ uri: 'note://one' }, { uri: 'note://seventeen' }]);
      expect(sent.find(({ method }) => method === 'prompts/get')?.['params']).toMatchObject({
        name: 'greet',
        arguments: { who: 'Ada' },
      });
      expect(
        sent.filter(({ method }) => method === 'completion/complete').map(({ params }) => params),
      ).toMatchObject([
        { argument: { name: 'who', value: 'A' }, context: { arguments: { other: 'B' } } },
        { argument: { name: 'id', value: 'A' }, context: { arguments: { other: 'B' } } },
      ]);
      const lives = await on.lives();
      expect(lives.map(({ call }) => call.kind).toSorted()).toEqual([
        'completion',
        'completion',
        'prompt',
        'resource',
        'resource',
      ]);
      for (const { events } of lives) expect(events).toEqual(['dispatching', 'done']);
    });

    it('hears how far its own call is, under its own token, and others hear nothing', async () => {
      const on = await stage({
        behind,
        transport,
        says: { before: [progress('$TOKEN', 1), progress('$TOKEN', 2)] },
      });
      const agent = await on.agent(before);
      const other = await on.agent(before);
      await Promise.all([
        agent.call('read_note', { id: '1' }, { progressToken: 'mine' }),
        other.call('read_note', { id: '2' }),
      ]);
      expect(agent.heard('notifications/progress')).toEqual([
        { progressToken: 'mine', progress: 1, total: 9, message: 'step 1' },
        { progressToken: 'mine', progress: 2, total: 9, message: 'step 2' },
      ]);
      expect(other.client.notifications).toEqual([]);
    });

    it('hears the log of a server at the level it wants, while a call of its own is out', async () => {
      const on = await stage({
        behind,
        transport,
        says: { before: [log('debug', 'low'), log('error', 'high')] },
      });
      const loud = await on.agent(before);
      const silent = await on.agent(before);
      const wish = (level: string): JsonObject => (before === 'modern' ? { [LOG_LEVEL_KEY]: level } : {});
      if (before === 'legacy') await loud.request('logging/setLevel', { level: 'warning' });
      await loud.call('read_note', { id: '1' }, wish('warning'));
      expect(loud.heard('notifications/message')).toEqual([{ level: 'error', data: 'high' }]);
      if (before === 'legacy') await loud.request('logging/setLevel', { level: 'debug' });
      await loud.call('read_note', { id: '2' }, wish('debug'));
      expect(loud.heard('notifications/message')).toEqual([
        { level: 'error', data: 'high' },
        { level: 'debug', data: 'low' },
        { level: 'error', data: 'high' },
      ]);
      await silent.call('read_note', { id: '3' });
      expect(silent.heard('notifications/message')).toEqual([]);
      const levels = on
        .oracle()
        .received()
        .flatMap(({ method, params }) => {
          const { level, _meta: meta } = (params ?? {}) as { level?: string; _meta?: JsonObject };
          if (method === 'logging/setLevel') return [level];
          return method === 'tools/call' ? [meta?.[LOG_LEVEL_KEY]] : [];
        });
      if (behind === 'legacy' && before === 'legacy')
        expect(levels.filter((level) => level !== undefined)).toEqual(['warning', 'debug']);
      if (behind === 'modern') expect(levels).toEqual(['warning', 'debug', undefined]);
      const bad = before === 'legacy' ? await loud.request('logging/setLevel', { level: 'loud' }) : undefined;
      if (bad !== undefined) expect(bad.error).toMatchObject({ code: -32602 });
    });

    it('has a call that is out given up when it cancels it; nobody knows what came of it', async () => {
      const on = await stage({ behind, transport });
      const agent = await on.agent(before);
      const id = agent.client.nextId;
      void agent.call('slow', { ms: 60_000 });
      await expect.poll(() => on.oracle().calls().length).toBe(1);
      agent.client.notify('notifications/cancelled', { requestId: id });
      // over HTTP a modern request is cancelled by going away from it
      const told = transport === 'http' && behind === 'modern' ? 0 : 1;
      await expect
        .poll(
          () =>
            on
              .oracle()
              .received()
              .filter(({ method }) => method === 'notifications/cancelled').length,
        )
        .toBe(told);
      await expect.poll(() => on.eventsOf('slow')).toEqual([['dispatching', 'indeterminate']]);
      expect(textOf(await agent.call('read_note', { id: '1' }))).toContain('read_note');
    });

    it('takes a held call back when it cancels it', async () => {
      const on = await stage({ behind, transport });
      const agent = await on.agent(before);
      const id = agent.client.nextId;
      void agent.call('delete_note', { id: '1' });
      await on.untilHeld();
      agent.client.notify('notifications/cancelled', { requestId: id });
      await expect.poll(() => on.eventsOf('delete_note')).toEqual([['held', 'withdrawn']]);
      expect(on.oracle().calls()).toEqual([]);
    });
  },
);

describe.each(ERAS)('a %s client', (era) => {
  it('is told in its own words that a resource is not there', async () => {
    const on = await stage({ says: { resources: [], templates: [] } });
    const agent = await on.agent(era);
    const { error } = await agent.request('resources/read', { uri: 'note://none' });
    expect(error).toMatchObject({ code: era === 'legacy' ? -32002 : -32602, data: { uri: 'note://none' } });
  });

  it('gets an error of a server whole, and it is recorded as failed', async () => {
    const on = await stage();
    const agent = await on.agent(era);
    expect((await agent.call('fail')).error).toEqual({
      code: -32050,
      message: 'it failed',
      data: { why: 'because' },
    });
    const [events] = await on.eventsOf('fail');
    expect(events?.[0]).toBe('dispatching');
    expect(events).toHaveLength(2);
  });

  it('goes away: what it held is withdrawn, what was out is given up, and others go on', async () => {
    const on = await stage();
    const agent = await on.agent(era);
    const other = await on.agent(era);
    void agent.call('delete_note', { id: '1' });
    void agent.call('slow', { ms: 60_000 });
    await on.untilHeld();
    await expect.poll(() => on.oracle().calls().length).toBe(1);
    await agent.client.end();
    await expect.poll(() => on.eventsOf('delete_note')).toEqual([['held', 'withdrawn']]);
    await expect.poll(() => on.eventsOf('slow')).toEqual([['dispatching', 'indeterminate']]);
    expect(textOf(await other.call('read_note', { id: '1' }))).toContain('read_note');
  });

  it('goes away: its context ends with it, and its labels too', async () => {
    const on = await stage();
    const agent = await on.agent(era);
    await agent.call('fetch_page', { url: 'https://example.com' });
    const context = (await on.lives())[0]?.call.context ?? '';
    const session = (): ReturnType<typeof on.at.gateway.gate.session> =>
      on.at.gateway.gate.session({ principal: 'local', context, authenticated: true });
    expect((await session()).labels.untrusted.strength).toBe('known');
    await agent.client.end();
    const { read } = on.at.gateway.gate.desk;
    await expect
      .poll(async () => (await read.rows(1, 1000)).filter(({ event }) => event === 'context-ended').length)
      .toBe(1);
    expect((await session()).labels.untrusted.strength).toBe('none');
  });
});

describe('resources that a result points to', () => {
  it('can be read from the server that gave them, and from no other', async () => {
    const link = { type: 'resource_link', uri: 'note://hidden/7', name: 'seven' };
    const on = await stage({
      servers: { notes: {}, other: {} },
      says: { tools: [tool('find', READS)], resources: [], templates: [] },
    });
    on.oracle('notes').says({
      tools: [tool('find', READS)],
      resources: [],
      templates: [],
      result: { content: [link] },
    });
    const agent = await on.agent('legacy');
    expect((await agent.request('resources/read', { uri: link.uri })).error).toMatchObject({ code: -32002 });
    expect((await agent.call('notes__find')).result).toMatchObject({ content: [link] });
    const read = await agent.request('resources/read', { uri: link.uri });
    expect(read.result).toMatchObject({ contents: [{ uri: link.uri }] });
    expect(
      on
        .oracle('other')
        .received()
        .filter(({ method }) => method === 'resources/read'),
    ).toEqual([]);
  });
});

it('a resource that two servers list is nobody’s, and the operator reads why', async () => {
  const on = await stage({ servers: { a: {}, b: {} } });
  const agent = await on.agent('modern');
  expect(listOf(await agent.request('resources/list'), 'resources')).toEqual([]);
  expect((await agent.request('resources/read', { uri: 'note://one' })).error).toMatchObject({
    code: -32602,
  });
  await expect.poll(async () => (await on.alerts()).join('\n')).toContain('URI_SHARED');
});

it('a blocked call is one row and reaches nobody', async () => {
  const on = await stage({ says: { tools: [tool('wipe', DESTROYS)] } });
  const agent = await on.agent('legacy');
  on.oracle().says({ tools: [tool('wipe', { ...DESTROYS, idempotentHint: true })] });
  await on.oracle().sends('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  await expect
    .poll(async () => decisionOf(await agent.call('wipe', { n: Math.random() })).outcome, { timeout: 3000 })
    .toBe('blocked');
  expect((await on.eventsOf('wipe')).at(-1)).toEqual(['blocked']);
});
