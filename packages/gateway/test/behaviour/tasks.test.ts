import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Agent } from './stage.ts';
import { ERAS, READS, listOf, metaOf, stage, textOf, tool } from './stage.ts';

const TASKS: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const RELATED = 'io.modelcontextprotocol/related-task';

const started = async (agent: Agent, name: string, args: JsonObject): Promise<string> => {
  const { result } = await agent.request('tools/call', { name, arguments: args, task: { ttl: 60_000 } });
  const { taskId } = (result?.['task'] ?? {}) as { readonly taskId?: string };
  expect(result).toMatchObject({ task: { status: 'working', ttl: 60_000 } });
  return taskId ?? '';
};

const statusOf = async (agent: Agent, taskId: string): Promise<unknown> =>
  (await agent.request('tasks/get', { taskId })).result?.['status'];

describe.each(ERAS)('a legacy client that asks for a task, before a %s server', (behind) => {
  it('is answered at once, looks when it likes, and gets the result with the task it belongs to', async () => {
    const on = await stage({ behind });
    const agent = await on.agent('legacy');
    const taskId = await started(agent, 'slow', { ms: 300 });
    expect(await statusOf(agent, taskId)).toBe('working');
    expect(listOf(await agent.request('tasks/list'), 'tasks').map((task) => task['taskId'])).toEqual([
      taskId,
    ]);
    const answered = await agent.request('tasks/result', { taskId });
    expect(textOf(answered)).toBe('slow {"ms":300}');
    expect(metaOf(answered.result)[RELATED]).toEqual({ taskId });
    expect(await statusOf(agent, taskId)).toBe('completed');
    expect(await on.eventsOf('slow')).toEqual([['dispatching', 'done']]);
    const call = on
      .oracle()
      .received()
      .find(({ method }) => method === 'tools/call');
    expect(call?.['params']).not.toHaveProperty('task');
  });

  it('cancels it: the server is told, and nobody knows what came of it', async () => {
    const on = await stage({ behind });
    const agent = await on.agent('legacy');
    const taskId = await started(agent, 'slow', { ms: 60_000 });
    await expect.poll(() => on.oracle().calls().length).toBe(1);
    const cancelled = await agent.request('tasks/cancel', { taskId });
    expect(cancelled.result).toMatchObject({ taskId, status: 'cancelled' });
    await expect.poll(() => on.eventsOf('slow')).toEqual([['dispatching', 'indeterminate']]);
    const told = (): readonly unknown[] =>
      on
        .oracle()
        .received()
        .map(({ method }) => method);
    await expect.poll(told).toContain('notifications/cancelled');
    expect(await statusOf(agent, taskId)).toBe('cancelled');
    const late = await Promise.race([
      agent.request('tasks/result', { taskId }),
      new Promise<'nothing'>((resolve) => {
        setTimeout(resolve, 2000, 'nothing');
      }),
    ]);
    expect(late).not.toBe('nothing');
  });

  it('is refused where it cancels a task that is over, and a cancelled task does not say that it is under way', async () => {
    const on = await stage({ behind });
    const agent = await on.agent('legacy');
    const done = await started(agent, 'read_note', { id: '1' });
    await agent.request('tasks/result', { taskId: done });
    expect((await agent.request('tasks/cancel', { taskId: done })).error).toMatchObject({
      code: -32602,
      message: 'The task is completed already and cannot be cancelled',
    });
    expect(await statusOf(agent, done)).toBe('completed');
    const running = await started(agent, 'slow', { ms: 60_000 });
    await expect.poll(() => on.oracle().calls().length).toBe(2);
    const { result } = await agent.request('tasks/cancel', { taskId: running });
    expect(result).toMatchObject({
      status: 'cancelled',
      statusMessage: 'Cancelled after the call was sent; it may still take effect',
    });
    expect((await agent.request('tasks/cancel', { taskId: running })).error).toMatchObject({ code: -32602 });
    const held = await started(agent, 'delete_note', { id: '1' });
    await on.untilHeld();
    expect((await agent.request('tasks/cancel', { taskId: held })).result).toMatchObject({
      statusMessage: 'Cancelled before the call was sent',
    });
  });

  it('waits for a person as long as it takes, and is told so', async () => {
    const on = await stage({ behind, waitMs: 50 });
    const agent = await on.agent('legacy');
    const taskId = await started(agent, 'delete_note', { id: '1' });
    const [held] = await on.untilHeld();
    const { result } = await agent.request('tasks/get', { taskId });
    expect(result).toMatchObject({
      status: 'working',
      statusMessage: expect.stringContaining(held?.id ?? '?'),
    });
    expect(on.oracle().calls()).toEqual([]);
    await on.vote(held?.id ?? '');
    expect(textOf(await agent.request('tasks/result', { taskId }))).toContain('delete_note');
    expect(await on.eventsOf('delete_note')).toEqual([['held', 'vote', 'approved', 'dispatching', 'done']]);
  });

  it('takes a held call back by cancelling its task', async () => {
    const on = await stage({ behind });
    const agent = await on.agent('legacy');
    const taskId = await started(agent, 'delete_note', { id: '1' });
    await on.untilHeld();
    await agent.request('tasks/cancel', { taskId });
    await expect.poll(() => on.eventsOf('delete_note')).toEqual([['held', 'withdrawn']]);
  });

  it('reads why, in words, where a person said no', async () => {
    const on = await stage({ behind });
    const agent = await on.agent('legacy');
    const taskId = await started(agent, 'delete_note', { id: '1' });
    const [held] = await on.untilHeld();
    await on.vote(held?.id ?? '', 'refuse', { reason: 'keep it' });
    const answered = await agent.request('tasks/result', { taskId });
    expect(answered.result).toMatchObject({ isError: true });
    expect(textOf(answered)).toContain('keep it');
  });
});

describe('a modern client that knows tasks', () => {
  const slow = tool('build', { ...READS, slowExecutionHint: true });

  it('gets a task for a tool that is believed slow, and the result in it', async () => {
    const on = await stage({ says: { tools: [slow] } });
    const agent = await on.agent('modern', { capabilities: TASKS });
    const { result } = await agent.call('build', { n: 1 });
    expect(result).toMatchObject({ resultType: 'task', status: 'working' });
    const taskId = String(result?.['taskId']);
    await expect.poll(() => statusOf(agent, taskId)).toBe('completed');
    const done = await agent.request('tasks/get', { taskId });
    expect(done.result).toMatchObject({
      resultType: 'complete',
      result: { content: [{ text: 'build {"n":1}' }] },
    });
    expect(await on.eventsOf('build')).toEqual([['dispatching', 'done']]);
  });

  it('gets the answer itself where the operator wants no tasks, or where it does not know tasks', async () => {
    const on = await stage({ says: { tools: [slow] }, servers: { notes: { slowAsTasks: false } } });
    const agent = await on.agent('modern', { capabilities: TASKS });
    expect(textOf(await agent.call('build', { n: 1 }))).toContain('build');
    const other = await stage({ says: { tools: [slow] } });
    const plain = await other.agent('modern');
    expect(textOf(await plain.call('build', { n: 1 }))).toContain('build');
    expect((await plain.request('tasks/get', { taskId: 'x' })).error).toMatchObject({ code: -32021 });
  });

  it('cancels a task whose call waits for a person: the call is withdrawn', async () => {
    const on = await stage();
    const agent = await on.agent('modern', { capabilities: TASKS });
    const { result } = await agent.call('delete_note', { id: '1' });
    expect(result).toMatchObject({ resultType: 'task' });
    await on.untilHeld();
    expect(
      (await agent.request('tasks/cancel', { taskId: String(result?.['taskId']) })).error,
    ).toBeUndefined();
    await expect.poll(() => on.eventsOf('delete_note')).toEqual([['held', 'withdrawn']]);
    // the extension acknowledges a task that is over
    expect(
      (await agent.request('tasks/cancel', { taskId: String(result?.['taskId']) })).error,
    ).toBeUndefined();
  });
});

it('tasks of another client do not exist', async () => {
  const on = await stage();
  const owner = await on.agent('legacy');
  const stranger = await on.agent('legacy');
  const modern = await on.agent('modern', { capabilities: TASKS });
  const taskId = await started(owner, 'slow', { ms: 300 });
  for (const each of [stranger, modern])
    for (const method of ['tasks/get', 'tasks/cancel'])
      expect((await each.request(method, { taskId })).error).toMatchObject({ code: -32602 });
  expect((await stranger.request('tasks/result', { taskId })).error).toMatchObject({ code: -32602 });
  expect((await modern.request('tasks/update', { taskId, inputResponses: {} })).error).toMatchObject({
    code: -32602,
  });
  expect(listOf(await stranger.request('tasks/list'), 'tasks')).toEqual([]);
  expect(textOf(await owner.request('tasks/result', { taskId }))).toContain('slow');
});
