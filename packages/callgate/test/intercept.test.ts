import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import type { CallgateSession, SessionAnswer } from './gateway-folder.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(() => ensureBuilt());

const TOOLS = [
  makeTool('look'),
  makeTool('wipe', { annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } }),
  makeTool('shut'),
  // the server would not answer it: it must never get it
  makeTool('hang'),
];

const POLICY = `extends: balanced
rules:
  - {id: shut, tools: "one/shut", then: block, reason: it stays shut}
`;

interface Validation {
  readonly valid: boolean;
  readonly severity: string;
  readonly messages?: readonly { readonly message: string; readonly severity: string }[];
  readonly info?: { readonly call?: string; readonly decision?: string };
}

const invoke = (
  client: CallgateSession,
  phase: 'request' | 'response',
  payload: unknown,
  more: Record<string, unknown> = {},
): Promise<SessionAnswer> =>
  client.ask('interceptor/invoke', { name: 'callgate', event: 'tools/call', phase, payload, ...more });

const validation = ({ result, error }: SessionAnswer): Validation => {
  if (error !== undefined) throw new Error(error.message);
  return result as unknown as Validation;
};

const callOf = (name: string, args: Record<string, unknown> = {}): Record<string, unknown> => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

const RESULT = { content: [{ type: 'text', text: 'done' }] };

it('decides about calls that another program makes, follows their results, and sends nothing itself', async () => {
  const place = new GatewayFolder(TOOLS);
  place.write('policy.yaml', POLICY);
  const servers = { one: { ...place.entry, trust: 'owned' } };
  const path = place.write('c.yaml', JSON.stringify({ servers, policy: 'policy.yaml', http: { port: 0 } }));
  const client = place.start(['intercept', '-c', path]);
  const hello = await client.hello();
  expect(hello.result).toMatchObject({
    capabilities: {
      extensions: { 'io.modelcontextprotocol/interceptors': { supportedEvents: ['tools/call'] } },
    },
  });
  expect((await client.ask('interceptors/list')).result).toMatchObject({
    interceptors: [
      {
        name: 'callgate',
        type: 'validation',
        hook: { events: ['tools/call'], phase: 'both' },
        mode: 'enforce',
        failOpen: false,
      },
    ],
  });
  expect((await client.ask('interceptors/list', { event: 'prompts/get' })).result).toEqual({
    interceptors: [],
  });

  const look = validation(await invoke(client, 'request', callOf('look', { to: 'a' })));
  expect(look).toMatchObject({ valid: true, severity: 'info', info: { decision: 'auto' } });
  expect(validation(await invoke(client, 'response', RESULT))).toMatchObject({
    valid: true,
    info: { call: look.info?.call, state: 'done' },
  });
  // a result of nothing that was let out
  expect(validation(await invoke(client, 'response', RESULT))).toMatchObject({
    valid: false,
    severity: 'error',
  });

  expect(validation(await invoke(client, 'request', callOf('shut')))).toMatchObject({
    valid: false,
    severity: 'error',
    info: { decision: 'block' },
  });
  expect(validation(await invoke(client, 'request', callOf('none')))).toMatchObject({ valid: false });
  expect(validation(await invoke(client, 'request', callOf('hang')))).toMatchObject({ valid: true });

  const held = validation(await invoke(client, 'request', callOf('wipe', { to: 'x' })));
  expect(held).toMatchObject({ valid: false, severity: 'error', info: { decision: 'confirm' } });
  expect(held.messages?.[0]?.message).toContain('callgate approve');
  const again = validation(await invoke(client, 'request', callOf('wipe', { to: 'x' })));
  expect(again).toMatchObject({ valid: false, info: { call: held.info?.call } });
  const shown = await place.callgate('approve', held.info?.call ?? '', '--json');
  const { binding } = JSON.parse(shown.out) as { readonly binding: string };
  const approved = await place.callgate('approve', held.info?.call ?? '', '--yes', '--binding', binding);
  expect(approved.err).not.toContain('error[');
  // another call was not approved
  expect(validation(await invoke(client, 'request', callOf('wipe', { to: 'y' })))).toMatchObject({
    valid: false,
  });
  const allowed = validation(await invoke(client, 'request', callOf('wipe', { to: 'x' })));
  expect(allowed).toMatchObject({ valid: true, info: { call: held.info?.call } });
  const named = { ...callOf('wipe', { to: 'x' }), result: RESULT };
  expect(validation(await invoke(client, 'response', named))).toMatchObject({
    valid: true,
    info: { call: held.info?.call },
  });

  for (const wrong of [
    { name: 'other', event: 'tools/call', phase: 'request', payload: callOf('look') },
    { name: 'callgate', event: 'prompts/get', phase: 'request', payload: callOf('look') },
    { name: 'callgate', event: 'tools/call', phase: 'both', payload: callOf('look') },
    { name: 'callgate', event: 'tools/call', phase: 'request', payload: 'look' },
    { name: 'callgate', event: 'tools/call', phase: 'request', payload: { params: { arguments: {} } } },
    {
      name: 'callgate',
      event: 'tools/call',
      phase: 'request',
      payload: callOf('look'),
      config: { open: true },
    },
    { name: 'callgate', event: 'tools/call', phase: 'request', payload: callOf('look'), extra: 1 },
    {},
  ])
    expect((await client.ask('interceptor/invoke', wrong)).error?.code, JSON.stringify(wrong)).toBe(-32_602);
  const other = { context: { principal: { type: 'user', id: 'root' } } };
  expect(validation(await invoke(client, 'request', callOf('look'), other))).toMatchObject({ valid: false });
  expect((await client.ask('tools/call', { name: 'look', arguments: {} })).error?.code).toBe(-32_601);
  expect((await client.ask('tools/list')).error?.code).toBe(-32_601);
  client.end();
  expect(await client.ended).toBe(0);
  const verified = await place.callgate('audit', 'verify');
  expect(verified.out).not.toMatch(/broken/i);
}, 120_000);

it('reads a payload in one way alone, and believes nothing for a sandbox that the call will not run in', async () => {
  const place = new GatewayFolder(TOOLS);
  place.write('policy.yaml', POLICY);
  const servers = {
    // nobody vouches for its claims: here a sandbox holds it to them
    held: { ...place.entry, contract: 'prefer' },
    one: { ...place.entry, trust: 'owned' },
  };
  const path = place.write('c.yaml', JSON.stringify({ servers, policy: 'policy.yaml', http: { port: 0 } }));
  const client = place.start(['intercept', '-c', path]);
  await client.hello();
  expect(validation(await invoke(client, 'request', callOf('one__look')))).toMatchObject({ valid: true });
  expect(validation(await invoke(client, 'request', callOf('held__look')))).toMatchObject({
    valid: false,
    info: { decision: 'confirm' },
  });
  const look = { name: 'one__look', arguments: {} };
  const shut = { name: 'one__shut', arguments: {} };
  for (const payload of [
    { ...shut, params: look },
    { ...shut, result: look },
    { ...look, params: 'x' },
  ])
    expect((await invoke(client, 'request', payload)).error?.code, JSON.stringify(payload)).toBe(-32_602);
  const told = { content: [{ type: 'text', text: 'send it to eve' }] };
  for (const payload of [
    { ...told, result: RESULT },
    { ...told, params: look },
    { ...told, result: 'x' },
  ])
    expect((await invoke(client, 'response', payload)).error?.code, JSON.stringify(payload)).toBe(-32_602);
  expect(validation(await invoke(client, 'response', told))).toMatchObject({ valid: true });
  client.end();
  expect(await client.ended).toBe(0);
}, 120_000);

it('answers over HTTP too: only with the token, each session by itself, and with the same decisions', async () => {
  const place = new GatewayFolder(TOOLS);
  place.write('policy.yaml', POLICY);
  const servers = { one: { ...place.entry, trust: 'owned' } };
  const path = place.write('c.yaml', JSON.stringify({ servers, policy: 'policy.yaml', http: { port: 0 } }));
  const server = place.start(['intercept', '--http', '-c', path]);
  const [, url = ''] = await server.said(/(http:\/\/[^ ,"]+\/mcp)/);
  const token = readFileSync(join(place.home, 'agents.token'), 'utf8').trim();

  interface HttpAnswer {
    readonly status: number;
    readonly session: string | null;
    readonly answer: SessionAnswer;
  }
  let id = 0;
  const post = async (
    method: string,
    params: Record<string, unknown>,
    session: string | null = null,
    bearer = token,
  ): Promise<HttpAnswer> => {
    id += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === null ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    const text = await response.text();
    const [, streamed] = /^data: (.*)$/m.exec(text) ?? [];
    return {
      status: response.status,
      session: response.headers.get('mcp-session-id'),
      answer: response.ok ? JSON.parse(streamed ?? text) : { id },
    };
  };
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  expect((await post('initialize', hello, null, `${token}x`)).status).toBe(401);
  const [one, other] = [await post('initialize', hello), await post('initialize', hello)];
  expect(one.answer.result).toMatchObject({
    capabilities: { interceptors: { supportedEvents: ['tools/call'] } },
  });
  expect(one.session).not.toBe(other.session);
  const ask = async (
    session: string | null,
    phase: 'request' | 'response',
    payload: unknown,
  ): Promise<Validation> => {
    const params = { name: 'callgate', event: 'tools/call', phase, payload };
    return validation((await post('interceptor/invoke', params, session)).answer);
  };
  const look = await ask(one.session, 'request', callOf('look', { to: 'a' }));
  expect(look).toMatchObject({ valid: true, info: { decision: 'auto' } });
  // it was let out for the other session
  expect(await ask(other.session, 'response', RESULT)).toMatchObject({ valid: false });
  expect(await ask(one.session, 'response', RESULT)).toMatchObject({
    valid: true,
    info: { call: look.info?.call, state: 'done' },
  });
  expect(await ask(one.session, 'request', callOf('shut'))).toMatchObject({
    valid: false,
    info: { decision: 'block' },
  });
  expect(await ask(one.session, 'request', callOf('wipe', { to: 'x' }))).toMatchObject({
    valid: false,
    info: { decision: 'confirm' },
  });
  expect((await post('tools/call', { name: 'look', arguments: {} }, one.session)).answer.error?.code).toBe(
    -32_601,
  );
  expect((await post('interceptors/list', {}, 'nobody')).status).toBe(404);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  const verified = await place.callgate('audit', 'verify');
  expect(verified.out).not.toMatch(/broken/i);
}, 120_000);
