import type { JsonObject, Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { CLIENT_CAPABILITIES_KEY, VERSION_KEY } from '../../src/wire/eras.ts';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { mintToken, tokenAuth } from '../../src/identity/token-auth.ts';
import { TestClient, objectOf } from '../http-client.ts';
import type { Stage, StageOptions } from './stage.ts';
import { ERAS, QUIET, keepOpen, stage, tool } from './stage.ts';

const BOB: Principal = { ...LOCAL_PRINCIPAL, subject: 'bob' };

interface ServedStage {
  readonly on: Stage;
  readonly local: TestClient;
  readonly bob: TestClient;
}

const served = async (options: StageOptions = {}): Promise<ServedStage> => {
  const on = await stage({ waitMs: 100, ...options });
  const [mine, theirs] = [mintToken('agents'), mintToken('agents')];
  const first = tokenAuth(mine);
  const second = tokenAuth(theirs, BOB);
  const server = keepOpen(
    await serveHttp({
      protocol: on.at.gateway.protocol,
      host: '127.0.0.1',
      port: 0,
      authenticate: async (request) => {
        const outcome = await first(request);
        return outcome.ok ? outcome : await second(request);
      },
      limits: { closeMs: 200 },
    }),
  );
  const client = (token: string): TestClient =>
    new TestClient(server.port, { authorization: `Bearer ${token}` });
  return { on, local: client(mine), bob: client(theirs) };
};

const META: JsonObject = { [VERSION_KEY]: '2026-07-28', [CLIENT_CAPABILITIES_KEY]: {} };

/** Opens a client of an era, and sends one request. */
const speaking = async (
  era: (typeof ERAS)[number],
  client: TestClient,
): Promise<(method: string, params?: JsonObject) => Promise<JsonObject>> => {
  const opened = era === 'legacy' ? await client.initialize() : client;
  let id = 0;
  return async (method, params = {}) => {
    const name = params['name'] ?? params['uri'];
    const { messages } =
      era === 'legacy'
        ? await opened.post({ id: (id += 1), method, params })
        : await opened.post(
            { id: (id += 1), method, params: { ...params, _meta: META } },
            {
              'mcp-protocol-version': '2026-07-28',
              'mcp-method': method,
              ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
            },
          );
    return objectOf(messages.at(-1));
  };
};

const outcome = (message: JsonObject): unknown =>
  (
    (objectOf(message['result'])['_meta'] ?? {}) as {
      readonly 'dev.callgate/decision'?: { readonly outcome: string };
    }
  )['dev.callgate/decision']?.outcome;

describe.each(ERAS)('two principals over HTTP in the %s era', (era) => {
  it('see what each may see, and what one may not see it cannot call', async () => {
    const { on, local, bob } = await served({
      config: (config) => ({
        ...config,
        listing: { ...config.listing, perPrincipal: { bob: ['read-only'] } },
      }),
    });
    const [mine, theirs] = [await speaking(era, local), await speaking(era, bob)];
    const names = (message: JsonObject): readonly unknown[] =>
      (objectOf(message['result'])['tools'] as readonly JsonObject[]).map(({ name }) => name);
    expect(names(await mine('tools/list'))).toContain('write_note');
    expect(names(await theirs('tools/list'))).not.toContain('write_note');
    const args = { name: 'write_note', arguments: { id: '1', text: 'x' } };
    expect(await theirs('tools/call', args)).toMatchObject({ error: { code: -32602 } });
    expect(await mine('tools/call', args)).toMatchObject({ result: { content: [{ type: 'text' }] } });
    expect(on.oracle().calls()).toHaveLength(1);
    expect((await on.lives()).map(({ call }) => call.principal.subject)).toEqual(['local']);
  });

  it('do not meet: an approval for one lets nothing of the other out', async () => {
    const { on, local, bob } = await served();
    const [mine, theirs] = [await speaking(era, local), await speaking(era, bob)];
    const args = { name: 'delete_note', arguments: { id: '1' } };
    expect(outcome(await mine('tools/call', args))).toBe('held');
    const [held] = await on.held();
    await on.vote(held?.id ?? '');
    expect(outcome(await theirs('tools/call', args))).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
    expect(await mine('tools/call', args)).toMatchObject({
      result: { content: [{ text: 'delete_note {"id":"1"}' }] },
    });
    expect(on.oracle().calls()).toHaveLength(1);
  });

  it('have labels of their own', async () => {
    const { local, bob } = await served();
    const [mine, theirs] = [await speaking(era, local), await speaking(era, bob)];
    await mine('tools/call', { name: 'fetch_page', arguments: { url: 'https://example.com' } });
    const write = { name: 'write_note', arguments: { id: '1', text: 'x' } };
    expect(outcome(await mine('tools/call', write))).toBe('held');
    expect(outcome(await theirs('tools/call', write))).toBeUndefined();
  });
});

it('a session of one principal does not exist for another', async () => {
  const { local, bob } = await served();
  const session = await local.initialize();
  const stolen = new TestClient(bob.port, { ...session.headers, ...bob.headers });
  const answer = await stolen.post({ id: 1, method: 'tools/list', params: {} });
  expect(answer.status).toBe(404);
});

it('without a token, or with the wrong one, nothing is served', async () => {
  const { on, local } = await served();
  const nobody = new TestClient(local.port);
  expect((await nobody.post({ id: 1, method: 'tools/list', params: {} })).status).toBe(401);
  const wrong = new TestClient(local.port, { authorization: `Bearer ${mintToken('agents')}` });
  expect((await wrong.post({ id: 1, method: 'tools/list', params: {} })).status).toBe(401);
  expect(await on.lives()).toEqual([]);
});

describe('what changes, over HTTP', () => {
  const says = {
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
  };
  const updated =
    '{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"note://one"}}';
  const changed = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
  const fresh = { ...says, tools: [tool('fresh', QUIET)] };

  it('reaches a legacy client on its stream, also what happened before it opened one', async () => {
    const { on, local } = await served({ says });
    const session = await local.initialize();
    await session.post({ id: 1, method: 'resources/subscribe', params: { uri: 'note://one' } });
    await on.oracle().sends(updated);
    on.oracle().says(fresh);
    await on.oracle().sends(changed);
    await expect.poll(() => on.at.gateway.catalogue.viewFor(LOCAL_PRINCIPAL).tools.length).toBe(1);
    const stream = session.open('GET', null, { accept: 'text/event-stream' });
    const methods = (): readonly unknown[] => stream.messages.map(({ method }) => method);
    await expect.poll(methods).toContain('notifications/tools/list_changed');
    expect(methods()).toContain('notifications/resources/updated');
    await on.oracle().sends(updated);
    await expect
      .poll(() => methods().filter((method) => method === 'notifications/resources/updated').length)
      .toBe(2);
    stream.close();
  });

  it('reaches a modern client on the stream it listens on, after the acknowledgement, and nobody else', async () => {
    const { on, local, bob } = await served({ says });
    const listening = (client: TestClient, uris: readonly string[]): ReturnType<TestClient['open']> =>
      client.open(
        'POST',
        JSON.stringify({
          jsonrpc: '2.0',
          id: 'ear',
          method: 'subscriptions/listen',
          params: { notifications: { toolsListChanged: true, resourceSubscriptions: uris }, _meta: META },
        }),
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      );
    const [mine, theirs] = [listening(local, ['note://one']), listening(bob, [])];
    const methods = ({ messages }: typeof mine): readonly string[] =>
      messages.map(({ method }) => String(method));
    await expect.poll(() => methods(mine).length + methods(theirs).length).toBe(2);
    await on.oracle().sends(updated);
    await expect.poll(() => methods(mine)).toContain('notifications/resources/updated');
    on.oracle().says(fresh);
    await on.oracle().sends(changed);
    for (const each of [mine, theirs])
      await expect.poll(() => methods(each)).toContain('notifications/tools/list_changed');
    for (const each of [mine, theirs]) {
      expect(methods(each)[0]).toBe('notifications/subscriptions/acknowledged');
      for (const { params } of each.messages)
        expect(params).toMatchObject({ _meta: { 'io.modelcontextprotocol/subscriptionId': 'ear' } });
    }
    expect(methods(theirs)).not.toContain('notifications/resources/updated');
    mine.close();
    theirs.close();
    await expect
      .poll(
        () =>
          on
            .oracle()
            .received()
            .filter(({ method }) => method === 'subscriptions/listen').length,
      )
      .toBeGreaterThanOrEqual(3);
  });
});
