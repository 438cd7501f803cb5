import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { disclose } from '@callgate/core/disclose';
import type { Gate } from '@callgate/gate';
import { createGate, memoryKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientHost, ClientLike } from '../../src/mcp-client/index.ts';
import { catalogueOf, gatedClient } from '../../src/mcp-client/index.ts';
import type { SuiteTool } from '../suite/driver.ts';
import { loadModule } from '../suite/frameworks-home.ts';
import { callsOf, statesOf } from '../suite/scene.ts';
import type { ToolEffect } from '../suite/suite-tools.ts';
import { suiteTools } from '../suite/suite-tools.ts';
import { vote } from '../suite/waiting.ts';

interface Client extends ClientLike {
  callTool(params: object, second?: object, third?: object): Promise<unknown>;
  listTools(): Promise<{ readonly tools: readonly JsonObject[] }>;
  request(request: object, resultSchema: object, options?: object): Promise<unknown>;
  readonly experimental?: unknown;
}

interface Connected {
  readonly client: Client;
  readonly close: () => Promise<void>;
  readonly changed: () => Promise<void> | void;
}

type Connect = (tools: SuiteTool[], ask?: unknown, onChanged?: () => void) => Promise<Connected>;

const connectV1: Connect = async (tools) =>
  await (await loadModule<{ connectV1: Connect }>('mcp-client/connect-v1.ts')).connectV1(tools);
const connectV2: Connect = async (tools, ...more) =>
  await (await loadModule<{ connectV2: Connect }>('mcp-client/connect-v2.ts')).connectV2(tools, ...more);

interface Opened {
  readonly gate: Gate;
  readonly gated: Client;
  readonly plain: Client;
  readonly tools: SuiteTool[];
  readonly done: ToolEffect[];
  readonly connected: Connected;
  readonly host: ClientHost;
}

const open = async (
  connect: Connect,
  { more = [], ask, ...options }: Partial<ClientHost> & { more?: readonly SuiteTool[]; ask?: unknown } = {},
): Promise<Opened> => {
  const done: ToolEffect[] = [];
  const tools = [...suiteTools(done), ...more];
  const connected = await connect(tools, ask);
  const folder = mkdtempSync(join(tmpdir(), 'callgate-mcp-client-'));
  const keys = memoryKeys();
  const store = await openSqliteStore({ path: join(folder, 'gate.db'), keys, durable: false });
  const catalogue = await catalogueOf(connected.client, { server: 'app', trust: 'owned' });
  const gate = await createGate({ policy: presetPolicy('balanced'), store, keys, catalogue });
  onTestFinished(async () => {
    await connected.close();
    await gate.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const host: ClientHost = { catalogue, principal: LOCAL_PRINCIPAL, context: 'conversation-1', ...options };
  const gated = gatedClient(gate, connected.client, host);
  return { gate, gated, plain: connected.client, tools, done, connected, host };
};

const odd = (tool: object): SuiteTool => tool as SuiteTool;
const NOTE = { name: 'read_notes', arguments: { about: 'food' } };
const MAIL = { name: 'send_mail', arguments: { to: 'bob@example.com', text: 'hello' } };

const TWICE = odd({ name: 'twice', inputSchema: { type: 'object' }, run: async () => null });
const NO_SCHEMA = odd({ name: 'no_schema', inputSchema: 'none' });
const BAD_HINTS = odd({ name: 'bad_hints', inputSchema: { type: 'object' }, annotations: ['readOnlyHint'] });

describe.each([
  ['1', connectV1],
  ['2', connectV2],
])('a client of SDK version %s', (version, connect) => {
  it('lists all annotations, which the client itself does not', async () => {
    const more = [
      {
        name: 'costs_much',
        description: 'Costs much',
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, aiProcessingHint: true, riskLevel: 'high' as const },
        run: async () => null,
      },
    ];
    const { gated, host } = await open(connect, { more });
    const { tools } = await gated.listTools();
    expect(tools.find(({ name }) => name === 'costs_much')).toMatchObject({
      annotations: { aiProcessingHint: true, riskLevel: 'high' },
    });
    const found = host.catalogue.find('tool', 'app', 'costs_much');
    if (found === undefined) throw new Error('it is not there');
    const { claimed, sets } = disclose(found.tool, 'all', [], []);
    expect([claimed.aiProcessing, sets.riskLevel.values]).toEqual(['yes', ['high']]);
  });

  it('calls none of several tools that have one name', async () => {
    const more = [TWICE, odd({ ...TWICE, annotations: { readOnlyHint: true } })];
    const { gate, gated, host } = await open(connect, { more });
    expect(host.catalogue.malformed).toEqual([{ name: 'twice', problem: 'several tools have this name' }]);
    expect(await gated.callTool({ name: 'twice', arguments: {} })).toMatchObject({ isError: true });
    expect(await gated.callTool(NOTE)).not.toHaveProperty('isError');
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });

  it('sends the arguments that were judged, whatever became of the object', async () => {
    const { gate, gated, done } = await open(connect);
    const call = structuredClone(MAIL);
    const answer = gated.callTool(call);
    call.arguments.to = 'eve@evil.example';
    await expect.poll(() => statesOf(gate)).toEqual(['send_mail held']);
    await vote(gate, true);
    expect(await answer).not.toHaveProperty('isError');
    expect(done).toEqual([{ tool: 'send_mail', input: MAIL.arguments }]);
  });

  it('withdraws a call that waits when its caller leaves', async () => {
    const { gate, gated, done } = await open(connect);
    const leaving = new AbortController();
    const options = { signal: leaving.signal };
    const answer = version === '1' ? gated.callTool(MAIL, undefined, options) : gated.callTool(MAIL, options);
    await expect.poll(() => statesOf(gate)).toEqual(['send_mail held']);
    leaving.abort();
    expect(await answer).toMatchObject({ isError: true });
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });

  it('has no other way to call a tool', async () => {
    const { gated, plain, done } = await open(connect);
    const request = { method: 'tools/call', params: NOTE };
    await expect(gated.request(request, {})).rejects.toThrow('bypass the gate');
    expect(() => gated.experimental).toThrow('bypass the gate');
    for (const key of ['requestStream', 'transport', '_transport', '_requestWithSchema'])
      if (key in plain) expect(() => Reflect.get(gated, key)).toThrow('bypass the gate');
    expect('_transport' in plain).toBe(true);
    // a method of the class, called on it, finds nothing to send with
    const { callTool, request: send } = Object.getPrototypeOf(plain) as Client;
    await expect(async () => await callTool.call(gated, NOTE)).rejects.toThrow('bypass the gate');
    await expect(async () => await send.call(gated, request, {})).rejects.toThrow('bypass the gate');
    expect(await gated.callTool({ ...NOTE, task: { ttl: 1000 } })).toMatchObject({ isError: true });
    expect(done).toEqual([]);
    await plain.callTool(NOTE);
    expect(done).toHaveLength(1);
  });

  it('takes changed tools as new ones: what was approved for the old is over', async () => {
    const { gate, gated, host, tools, done } = await open(connect, { waitMs: 30 });
    expect(await gated.callTool(MAIL)).toMatchObject({ isError: true });
    await vote(gate, true);
    const at = tools.findIndex(({ name }) => name === 'send_mail');
    const [old] = tools.slice(at);
    if (old === undefined) throw new Error('there is no such tool');
    tools[at] = { ...old, description: 'Send a mail, and a copy to eve' };
    await host.catalogue.refresh(gate);
    expect(await gated.callTool(MAIL)).toMatchObject({ isError: true });
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn', 'send_mail held']);
  });

  it('calls nothing while the list of tools cannot be read', async () => {
    const { gate, gated, host, connected, done } = await open(connect);
    await connected.close();
    await expect(host.catalogue.refresh(gate)).rejects.toThrow(/connect|closed/i);
    await expect(gated.callTool(NOTE)).rejects.toThrow(/connect|closed/i);
    expect(host.catalogue.definitions).toEqual([]);
    expect(done).toEqual([]);
  });
});

it('reports tools that cannot be read, calls none of them, and all others', async () => {
  const { gate, gated, host } = await open(connectV1, { more: [NO_SCHEMA, BAD_HINTS] });
  expect(host.catalogue.malformed).toEqual([
    { name: 'no_schema', problem: 'its input schema is not an object' },
    { name: 'bad_hints', problem: 'its annotations is not an object' },
  ]);
  for (const { name } of host.catalogue.malformed)
    expect(await gated.callTool({ name, arguments: {} })).toMatchObject({ isError: true });
  expect(await gated.callTool(NOTE)).not.toHaveProperty('isError');
  expect(await statesOf(gate)).toEqual(['read_notes done']);
});

it('has no tools where the client of version 2 itself refuses the list', async () => {
  await expect(open(connectV2, { more: [NO_SCHEMA] })).rejects.toThrow('tools/list');
});

it('hears of changed tools by itself', async () => {
  const { gated, tools, connected, host } = await open(connectV1);
  tools.push(odd({ name: 'later', inputSchema: { type: 'object' }, run: async () => null }));
  await connected.changed();
  await expect.poll(() => host.catalogue.definitions.map(({ name }) => name)).toContain('later');
  expect((await gated.listTools()).tools.map(({ name }) => name)).toContain('later');
});

it('hears of changed tools in the revision 2026-07-28 where the program listens', async () => {
  let onChanged = (): void => {};
  const connect: Connect = async (tools) => await connectV2(tools, undefined, () => onChanged());
  const { gate, tools, connected, host } = await open(connect);
  onChanged = () => void host.catalogue.refresh(gate);
  tools.push(odd({ name: 'later', inputSchema: { type: 'object' }, run: async () => null }));
  await connected.changed();
  await expect.poll(() => host.catalogue.definitions.map(({ name }) => name)).toContain('later');
});

it('passes progress on', async () => {
  const { gated } = await open(connectV1);
  const seen: unknown[] = [];
  await gated.callTool(NOTE, undefined, { onprogress: (progress: unknown) => void seen.push(progress) });
  expect(seen).toMatchObject([{ progress: 1, total: 2 }]);
});

describe('a server that asks for more before it answers', () => {
  const city = { method: 'elicitation/create', params: { mode: 'form', message: 'Which city?' } };
  const asking = (_: unknown, answers: unknown): unknown =>
    answers === undefined
      ? { resultType: 'input_required', inputRequests: { city }, requestState: 'state-1' }
      : undefined;
  const answerInput = async (): Promise<JsonObject> => ({
    city: { action: 'accept', content: { c: 'Rome' } },
  });

  it('is asked again with the answers, as a call of its own', async () => {
    const { gate, gated, done } = await open(connectV2, { ask: asking, answerInput });
    expect(await gated.callTool(NOTE)).toMatchObject({
      content: [{ text: expect.stringContaining('milk') }],
    });
    expect(done).toEqual([{ tool: 'read_notes', input: NOTE.arguments }]);
    const [first, second, ...others] = await callsOf(gate);
    expect([first?.state, second?.state, others]).toEqual(['done', 'done', []]);
    expect(second?.sealedArguments).toContain('Rome');
  });

  it('does not get an answer that nobody agreed to', async () => {
    const { gate, gated, done } = await open(connectV2, { ask: asking, answerInput });
    const answer = gated.callTool(MAIL);
    await expect.poll(() => statesOf(gate)).toEqual(['send_mail held']);
    await vote(gate, true);
    await expect.poll(() => statesOf(gate)).toEqual(['send_mail done', 'send_mail held']);
    await vote(gate, false);
    expect(await answer).toMatchObject({ isError: true });
    expect(done).toEqual([]);
  });

  it('is told to the program where nobody can answer', async () => {
    const { gated } = await open(connectV2, { ask: asking });
    expect(await gated.callTool(NOTE)).toMatchObject({
      isError: true,
      _meta: { 'dev.callgate/code': 'INPUT_REQUIRED' },
    });
  });

  it('is left to a program that wants to answer itself, round by round', async () => {
    const { gate, gated, done } = await open(connectV2, { ask: asking });
    const options = { allowInputRequired: true };
    expect(await gated.callTool(NOTE, options)).toMatchObject({ resultType: 'input_required' });
    const next = { ...NOTE, inputResponses: await answerInput(), requestState: 'state-1' };
    expect(await gated.callTool(next, options)).toMatchObject({
      content: [{ text: expect.stringContaining('milk') }],
    });
    expect(done).toHaveLength(1);
    expect(await statesOf(gate)).toEqual(['read_notes done', 'read_notes done']);
  });
});
