import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { Oracle } from '../oracle.ts';
import { oracle } from '../oracle.ts';
import {
  TaskReplicas,
  agentAt,
  approveAt,
  databaseOn,
  startTask,
  stateOf,
  statusAt,
  waitUntilPending,
} from './task-replicas.ts';

const SOON = { timeout: 20_000, interval: 50 };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.remove());

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

const beside = async (
  says?: JsonObject,
): Promise<{ readonly on: TaskReplicas; readonly upstream: Oracle }> => {
  const upstream = oracle('stdio', says === undefined ? 'both' : 'modern');
  open.push(upstream);
  if (says !== undefined) upstream.says(says);
  const on = new TaskReplicas(databaseOn(cluster), [
    await upstream.server('notes', {
      trust: 'trusted',
      asks: { sampling: false, elicitation: true, roots: false },
    }),
  ]);
  open.push(on);
  return { on, upstream };
};

const textIn = (result: JsonObject | undefined): string => JSON.stringify(result ?? {});

describe('several gateways on one database', () => {
  it('call at one, look at another until it is done, get the result at a third', async () => {
    const { on, upstream } = await beside();
    const [a, b, c] = await on.three();
    const [atA, atB, atC] = [await agentAt(a), await agentAt(b), await agentAt(c)];
    const taskId = await startTask(atA, 'slow', { ms: 2000 });
    expect(await statusAt(atB, taskId)).toBe('working');
    const early = atC.request('tasks/result', { taskId });
    await expect.poll(() => statusAt(atB, taskId), SOON).toBe('completed');
    expect(textIn((await early).result)).toContain('slow');
    expect((await atB.request('tasks/result', { taskId })).result).toEqual((await early).result);
    expect((await atC.request('tasks/list', {})).result).toMatchObject({
      tasks: [{ taskId, status: 'completed' }],
    });
    expect(upstream.calls()).toHaveLength(1);
  });

  it('tell at each of them what a held call waits for, and its result when somebody approved it at any', async () => {
    const { on, upstream } = await beside();
    const [a, b, c] = await on.three();
    const [atA, atB] = [await agentAt(a), await agentAt(b)];
    const taskId = await startTask(atA, 'delete_note', { id: '1' });
    const { id } = await waitUntilPending(c);
    await expect
      .poll(async () => (await atB.request('tasks/get', { taskId })).result, SOON)
      .toMatchObject({ status: 'working', statusMessage: expect.stringContaining(id) });
    const result = atB.request('tasks/result', { taskId });
    await approveAt(c, id);
    expect(textIn((await result).result)).toContain('delete_note');
    expect(upstream.calls()).toHaveLength(1);
  });

  it('cancel at one what runs at another: the server is told, and all of them know', async () => {
    const { on, upstream } = await beside();
    const [a, b, c] = await on.three();
    const [atA, atB, atC] = [await agentAt(a), await agentAt(b), await agentAt(c)];
    const taskId = await startTask(atA, 'slow', { ms: 600_000 });
    await expect.poll(() => upstream.calls().length, SOON).toBe(1);
    expect((await atB.request('tasks/cancel', { taskId })).result).toMatchObject({
      taskId,
      status: 'cancelled',
    });
    for (const at of [atA, atB, atC]) expect(await statusAt(at, taskId)).toBe('cancelled');
    await expect
      .poll(() => upstream.received().map(({ method }) => method), SOON)
      .toContain('notifications/cancelled');
    await expect.poll(() => stateOf(c, 'slow'), SOON).toBe('indeterminate');
    expect(await atC.request('tasks/result', { taskId })).toBeDefined();
  });

  it('withdraw a held call by cancelling its task at another', async () => {
    const { on } = await beside();
    const [a, b] = [await on.one(), await on.one()];
    const [atA, atB] = [await agentAt(a), await agentAt(b)];
    const taskId = await startTask(atA, 'delete_note', { id: '1' });
    await waitUntilPending(b);
    await atB.request('tasks/cancel', { taskId });
    await expect.poll(() => stateOf(b, 'delete_note'), SOON).toBe('withdrawn');
  });

  it('show a task to nobody but its owner', async () => {
    const { on } = await beside();
    const [a, b] = [await on.one(), await on.one()];
    const taskId = await startTask(await agentAt(a), 'slow', { ms: 300 });
    const principal = { ...LOCAL_PRINCIPAL, subject: 'somebody-else' };
    const other = await agentAt(b, { principal });
    const owner = await agentAt(a);
    // the same principal in another context
    const elsewhere = await agentAt(b);
    for (const stranger of [other, elsewhere, owner]) {
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
        expect((await stranger.request(method, { taskId })).error).toMatchObject({
          code: -32602,
          message: 'There is no such task',
        });
      expect((await stranger.request('tasks/list', {})).result).toEqual({ tasks: [] });
    }
    for (const made of [`end/${taskId}`, 'alive/x', ''])
      expect((await other.request('tasks/get', { taskId: made })).error).toMatchObject({ code: -32602 });
  });

  it('count whoever looks at a result as having seen it, at whichever it looks', async () => {
    const { on } = await beside();
    const [a, b] = [await on.one(), await on.one()];
    const [atA, atB] = [await agentAt(a), await agentAt(b)];
    const taskId = await startTask(atA, 'fetch_page', { url: 'https://example.com/a' });
    await atB.request('tasks/result', { taskId });
    const context = { principal: 'local', context: 'test:1', authenticated: true };
    const { labels } = await b.gateway.gate.session(context);
    expect(labels.untrusted.strength).toBe('known');
    expect(labels.untrusted.witnesses.map(({ call }) => call)).toContain(taskId);
  });
});

describe('a gateway that is closed', () => {
  it('leaves a held call where another one goes on with it, and says so in the task', async () => {
    const { on, upstream } = await beside();
    const [a, b] = [await on.one(), await on.one()];
    const [atA, atB] = [await agentAt(a), await agentAt(b)];
    const taskId = await startTask(atA, 'delete_note', { id: '1' });
    const { id } = await waitUntilPending(b);
    await a.gateway.close();
    expect(await statusAt(atB, taskId)).toBe('completed');
    expect(textIn((await atB.request('tasks/result', { taskId })).result)).toContain(id);
    expect(await stateOf(b, 'delete_note')).toBe('held');
    const again = await startTask(atB, 'delete_note', { id: '1' });
    await approveAt(b, id);
    expect(textIn((await atB.request('tasks/result', { taskId: again })).result)).toContain('delete_note');
    expect(upstream.calls()).toHaveLength(1);
  });

  it('tells of what it had to stop', async () => {
    const { on, upstream } = await beside();
    const [a, b] = [await on.one(), await on.one()];
    const [atA, atB] = [await agentAt(a), await agentAt(b)];
    const taskId = await startTask(atA, 'slow', { ms: 600_000 });
    await expect.poll(() => upstream.calls().length, SOON).toBe(1);
    await a.gateway.close();
    const { result } = await atB.request('tasks/result', { taskId });
    expect(result).toMatchObject({ isError: true });
    expect(await stateOf(b, 'slow')).toBe('indeterminate');
  });
});

describe('a server that asks while its task runs', () => {
  const asking = (status: JsonObject): JsonObject => ({
    tools: [
      {
        name: 'build',
        description: 'Builds',
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
    ],
    capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    result: { resultType: 'task', taskId: 'of-the-server', status: 'working', pollIntervalMs: 50 },
    results: { 'tasks/get': { taskId: 'of-the-server', pollIntervalMs: 50, ...status }, 'tasks/update': {} },
  });
  const ASKS = {
    status: 'input_required',
    inputRequests: {
      sure: {
        method: 'elicitation/create',
        params: { mode: 'form', message: 'Sure?', requestedSchema: { type: 'object', properties: {} } },
      },
    },
  };

  it('gets the answer that was given to another gateway, once', async () => {
    const { on, upstream } = await beside(asking(ASKS));
    const [a, b, c] = await on.three();
    const [atA, atB, atC] = [a, b, c].map((at) =>
      at.connect({ capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: {} } }),
    );
    const { result } = (await atA?.modern('tools/call', { name: 'build', arguments: {} })) ?? {};
    expect(result).toMatchObject({ resultType: 'task' });
    const taskId = String(result?.['taskId']);
    await expect
      .poll(async () => (await atB?.modern('tasks/get', { taskId }))?.result, SOON)
      .toMatchObject({ status: 'input_required', inputRequests: { sure: { method: 'elicitation/create' } } });
    const answered = await atB?.modern('tasks/update', {
      taskId,
      inputResponses: { sure: { action: 'accept', content: {} } },
    });
    expect(answered?.error).toBeUndefined();
    const updates = upstream.received().filter(({ method }) => method === 'tasks/update');
    expect(updates).toHaveLength(1);
    expect(updates[0]?.['params']).toMatchObject({
      taskId: 'of-the-server',
      inputResponses: { sure: { action: 'accept' } },
    });
    upstream.says(asking({ status: 'completed', result: { content: [{ type: 'text', text: 'built' }] } }));
    await expect
      .poll(async () => (await atC?.modern('tasks/get', { taskId }))?.result, SOON)
      .toMatchObject({ status: 'completed', result: { content: [{ text: 'built' }] } });
  });
});
