import type { JsonObject } from '@callgate/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectOptions, TestGateway } from './test-gateway.ts';
import { openTestGateway } from './test-gateway.ts';
import type { Oracle } from './oracle.ts';
import { oracle } from './oracle.ts';
import { choicesIn, codeIn, personAnswer } from './person-answer.ts';

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

interface OpenedGateway {
  readonly at: TestGateway;
  readonly upstream: Oracle;
}

const opened = async (waitMs = 300): Promise<OpenedGateway> => {
  const upstream = oracle();
  open.push(upstream);
  const at = await openTestGateway({
    servers: [await upstream.server('notes', { trust: 'trusted' })],
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs, readingMs: 0 } }),
  });
  open.push(at);
  return { at, upstream };
};

const FORMS: JsonObject = { elicitation: {} };
const answering = (content: JsonObject, action = 'accept'): ConnectOptions => ({
  capabilities: FORMS,
  answer: () => ({ action, content }),
});

const textOf = (result: JsonObject | undefined): string => JSON.stringify(result?.['content'] ?? '');

describe('a call that needs a person, from a legacy client that shows forms', () => {
  it('runs when the person says yes there, with the whole arguments before them', async () => {
    const { at, upstream } = await opened(20_000);
    const client = at.connect({ capabilities: FORMS, answer: (_, form) => personAnswer(form) });
    await client.initialize();
    const { result } = await client.call('delete_note', { id: 'n-7' });
    expect(textOf(result)).toContain('delete_note');
    expect(client.asked).toHaveLength(1);
    expect(client.asked[0]).toMatchObject({ method: 'elicitation/create' });
    expect(String(client.asked[0]?.params['message'])).toContain('n-7');
    expect(upstream.calls()).toEqual([{ name: 'delete_note', arguments: { id: 'n-7' } }]);
  });

  it('is asked about in at most 12 lines, with the details on demand', async () => {
    const { at, upstream } = await opened(20_000);
    const client = at.connect({
      capabilities: FORMS,
      answer: (_, form) =>
        choicesIn(form).includes('details')
          ? { action: 'accept', content: { decision: 'details' } }
          : personAnswer(form),
    });
    await client.initialize();
    const { result } = await client.call('delete_note', { id: 'n-7' });
    expect(textOf(result)).toContain('delete_note');
    const [prompt, details] = client.asked.map(({ params }) => String(params['message']));
    expect(prompt?.split('\n').length).toBeLessThanOrEqual(12);
    expect(prompt).not.toContain('sha256:');
    expect(details).toContain('sha256:');
    expect(client.asked).toHaveLength(2);
    expect(upstream.calls()).toEqual([{ name: 'delete_note', arguments: { id: 'n-7' } }]);
  });

  it('is approved with long arguments only where they were shown whole', async () => {
    const { at, upstream } = await opened(20_000);
    const client = at.connect({ capabilities: FORMS, answer: (_, form) => personAnswer(form) });
    await client.initialize();
    const id = `${'n'.repeat(1000)}MIDDLE${'7'.repeat(1000)}`;
    await client.call('delete_note', { id });
    const [prompt, details] = client.asked.map(({ params }) => params);
    expect(choicesIn(prompt ?? {})).toEqual(['details', 'refuse']);
    expect(String(prompt?.['message']).split('\n').length).toBeLessThanOrEqual(12);
    expect(String(prompt?.['message'])).not.toMatch(/MIDDLE|type this code/);
    expect(choicesIn(details ?? {})).toEqual(['approve', 'refuse']);
    expect(String(details?.['message'])).toContain(id);
    expect(upstream.calls()).toEqual([{ name: 'delete_note', arguments: { id } }]);
  });

  it('is not approved by a yes to a prompt that did not show it whole', async () => {
    const { at, upstream } = await opened();
    const client = at.connect(answering({ decision: 'approve', code: 'AAAA' }));
    await client.initialize();
    const { result } = await client.call('delete_note', { id: 'n'.repeat(2000) });
    expect(result).toMatchObject({ _meta: { 'dev.callgate/decision': { outcome: 'held' } } });
    expect(upstream.calls()).toEqual([]);
  });

  it.each([
    ['refuses', answering({ decision: 'refuse', reason: 'keep it' })],
    ['declines the form', answering({}, 'decline')],
  ])('does not run when the person %s, and the model reads why and what instead', async (_, options) => {
    const { at, upstream } = await opened(20_000);
    const client = at.connect(options);
    await client.initialize();
    const { result } = await client.call('delete_note', { id: 'n-7' });
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'dev.callgate/decision': { outcome: 'refused' } },
    });
    expect(textOf(result)).toContain('Ask the user what they want instead');
    expect(upstream.calls()).toEqual([]);
  });

  it('stays pending when the form is only closed', async () => {
    const { at, upstream } = await opened();
    const client = at.connect(answering({}, 'cancel'));
    await client.initialize();
    const { result } = await client.call('delete_note', { id: 'n-7' });
    expect(result).toMatchObject({
      _meta: { 'dev.callgate/decision': { outcome: 'held', waiting: 'people' } },
    });
    expect(upstream.calls()).toEqual([]);
  });
});

describe('a call that needs a person, from a client that shows nothing', () => {
  it('is answered with the pending approval, and the same call again runs once it was approved', async () => {
    const { at, upstream } = await opened();
    const client = at.connect();
    await client.initialize();
    const first = await client.call('delete_note', { id: 'n-7' });
    const held = first.result?.['_meta'] as { 'dev.callgate/decision': { call: string } };
    const { call } = held['dev.callgate/decision'];
    expect(textOf(first.result)).toContain(`callgate approve ${call}`);
    const { desk } = at.gateway.gate;
    const question = await desk.question(call);
    await desk.vote({
      call,
      subject: 'local',
      verdict: 'approve',
      via: 'terminal',
      binding: question?.binding ?? '',
      opened: true,
    });
    const second = await client.call('delete_note', { id: 'n-7' });
    expect(textOf(second.result)).toContain('delete_note');
    expect(upstream.calls()).toHaveLength(1);
    const third = await client.call('delete_note', { id: 'n-7' });
    expect(third.result).toMatchObject({ isError: true });
    expect(upstream.calls()).toHaveLength(1);
  });

  it('is told that its approval no longer holds, and not that nobody decided', async () => {
    const { at, upstream } = await opened();
    const client = at.connect();
    await client.initialize();
    const first = await client.call('delete_note', { id: 'n-7' });
    const held = first.result?.['_meta'] as { 'dev.callgate/decision': { call: string } };
    const { call } = held['dev.callgate/decision'];
    const { gate } = at.gateway;
    const question = await gate.desk.question(call);
    const vote = { call, verdict: 'approve', via: 'console', opened: true } as const;
    const { state } = await gate.desk.vote({ ...vote, subject: 'local', binding: question?.binding ?? '' });
    expect(state).toBe('approved');
    gate.usePeople({ all: [{ subject: 'ann', groups: [], active: true }], selfApproval: true });
    const { result } = await client.call('delete_note', { id: 'n-7' });
    expect(result).toMatchObject({
      _meta: { 'dev.callgate/decision': { outcome: 'withdrawn', code: 'APPROVAL_VOID' } },
    });
    expect(textOf(result)).toMatch(/approvals are no longer enough.*approval no longer holds/s);
    expect(textOf(result)).not.toContain('before anybody decided');
    expect(upstream.calls()).toEqual([]);
  });

  it('names `callgate approve` only where whoever sits at this machine may approve', async () => {
    const upstream = oracle();
    open.push(upstream);
    const team = { all: [{ subject: 'ann', groups: [], active: true }], selfApproval: false };
    const at = await openTestGateway({
      servers: [await upstream.server('notes', { trust: 'trusted' })],
      config: (config) => ({
        ...config,
        people: team,
        approvals: { ...config.approvals, waitMs: 100 },
        console: config.console === null ? null : { ...config.console, url: 'https://console.example' },
      }),
    });
    open.push(at);
    const client = at.connect();
    await client.initialize();
    const { result } = await client.call('delete_note', { id: 'n-7' });
    expect(textOf(result)).not.toContain('callgate approve');
    expect(textOf(result)).toContain('an approver');
    expect(textOf(result)).toContain('https://console.example');
  });

  it('made twice at once after its approval runs once, and both read the one result', async () => {
    const { at, upstream } = await opened();
    const client = at.connect();
    await client.initialize();
    const first = await client.call('delete_note', { id: 'n-7' });
    const held = first.result?.['_meta'] as { 'dev.callgate/decision': { call: string } };
    const { call } = held['dev.callgate/decision'];
    const { desk } = at.gateway.gate;
    const question = await desk.question(call);
    const vote = { call, subject: 'local', verdict: 'approve', via: 'console', opened: true } as const;
    await desk.vote({ ...vote, binding: question?.binding ?? '' });
    const answers = await Promise.all([1, 2].map(() => client.call('delete_note', { id: 'n-7' })));
    expect(upstream.calls()).toHaveLength(1);
    expect(answers.map(({ result }) => textOf(result))).toEqual([
      expect.stringContaining('delete_note'),
      expect.stringContaining('delete_note'),
    ]);
    expect(JSON.stringify(answers)).not.toMatch(/withdrawn|taken back|ask for it again/);
  });

  it('is withdrawn when the client cancels it', async () => {
    const { at, upstream } = await opened(20_000);
    const client = at.connect();
    await client.initialize();
    const id = client.nextId;
    void client.call('delete_note', { id: 'n-7' });
    const inbox = at.gateway.gate.desk.read;
    await expect
      .poll(async () => (await inbox.search({ states: ['held'] }, { limit: 10 })).items.length)
      .toBe(1);
    client.notify('notifications/cancelled', { requestId: id });
    await expect
      .poll(async () => (await inbox.search({ states: ['held'] }, { limit: 10 })).items.length)
      .toBe(0);
    expect(upstream.calls()).toEqual([]);
  });
});

describe('a call that needs a person, from a modern client', () => {
  const asked = async (
    at: TestGateway,
  ): Promise<{ readonly client: ReturnType<TestGateway['connect']>; readonly result: JsonObject }> => {
    const client = at.connect({ capabilities: FORMS });
    const { result } = await client.modern('tools/call', { name: 'delete_note', arguments: { id: 'n-7' } });
    return { client, result: result ?? {} };
  };
  const retry = (question: JsonObject, decision: string, id = 'n-7'): JsonObject => ({
    name: 'delete_note',
    arguments: { id },
    inputResponses: {
      'dev.callgate/approval': {
        action: 'accept',
        content: { decision, code: codeIn(JSON.stringify(question['inputRequests'])) },
      },
    },
    requestState: String(question['requestState']),
  });

  it('comes back as input_required and runs with the answer', async () => {
    const { at, upstream } = await opened();
    const { client, result } = await asked(at);
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { 'dev.callgate/approval': { method: 'elicitation/create' } },
    });
    expect(upstream.calls()).toEqual([]);
    const done = await client.modern('tools/call', retry(result, 'approve'));
    expect(done.result).toMatchObject({ resultType: 'complete' });
    expect(upstream.calls()).toEqual([{ name: 'delete_note', arguments: { id: 'n-7' } }]);
    const again = await client.modern('tools/call', retry(result, 'approve'));
    expect(again.result).toMatchObject({ isError: true });
    expect(upstream.calls()).toHaveLength(1);
  });

  it('is asked again with the details where the person wants them', async () => {
    const { at, upstream } = await opened();
    const { client, result } = await asked(at);
    const details = await client.modern('tools/call', retry(result, 'details'));
    expect(details.result).toMatchObject({ resultType: 'input_required' });
    expect(JSON.stringify(details.result)).toContain('sha256:');
    expect(upstream.calls()).toEqual([]);
    const done = await client.modern('tools/call', retry(details.result ?? {}, 'approve'));
    expect(done.result).toMatchObject({ resultType: 'complete' });
    expect(upstream.calls()).toEqual([{ name: 'delete_note', arguments: { id: 'n-7' } }]);
  });

  it('is void with other arguments, with a changed state, or for another client', async () => {
    const { at, upstream } = await opened();
    const { client, result } = await asked(at);
    const other = await client.modern('tools/call', retry(result, 'approve', 'n-8'));
    expect(other.result).toMatchObject({ isError: true });
    const state = String(result['requestState']);
    const changed = await client.modern(
      'tools/call',
      retry({ ...result, requestState: `${state.slice(0, -2)}AA` }, 'approve'),
    );
    expect(changed.error).toMatchObject({ code: -32602 });
    const stranger = at.connect({ capabilities: FORMS });
    const stolen = await stranger.modern('tools/call', retry(result, 'approve'));
    expect(stolen.error).toMatchObject({ code: -32602 });
    expect(upstream.calls()).toEqual([]);
  });

  it('follows a task where it knows tasks and shows no forms', async () => {
    const { at, upstream } = await opened();
    const client = at.connect({ capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } });
    const { result } = await client.modern('tools/call', { name: 'delete_note', arguments: { id: 'n-7' } });
    expect(result).toMatchObject({ resultType: 'task', status: 'working' });
    const taskId = String(result?.['taskId']);
    const { desk } = at.gateway.gate;
    const { items } = await desk.read.search({ states: ['held'] }, { limit: 10 });
    const [held] = items;
    const question = await desk.question(held?.id ?? '');
    await desk.vote({
      call: held?.id ?? '',
      subject: 'local',
      verdict: 'approve',
      via: 'console',
      binding: question?.binding ?? '',
      opened: true,
    });
    await expect
      .poll(async () => (await client.modern('tasks/get', { taskId })).result?.['status'], {
        timeout: 10_000,
      })
      .toBe('completed');
    expect(upstream.calls()).toHaveLength(1);
  });
});
