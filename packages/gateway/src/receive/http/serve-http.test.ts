import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeProtocol, PRINCIPAL, call, modern } from '../../../test/fake-protocol.ts';
import {
  ACCEPT,
  type HttpAnswer,
  TestClient,
  objectOf,
  rawExchange,
  statusOf,
} from '../../../test/http-client.ts';
import type { Authenticator } from '../../identity/authenticator.ts';
import { noAuth } from '../../identity/no-auth.ts';
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.ts';

const servers: HttpServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface StartedServer {
  readonly protocol: FakeProtocol;
  readonly server: HttpServer;
  readonly client: TestClient;
}

const start = async (options: Partial<HttpOptions> = {}): Promise<StartedServer> => {
  const protocol = new FakeProtocol();
  const server = await serveHttp({
    protocol,
    host: '127.0.0.1',
    port: 0,
    authenticate: noAuth('127.0.0.1', PRINCIPAL),
    ...options,
    limits: { closeMs: 0, ...options.limits },
  });
  servers.push(server);
  return { protocol, server, client: new TestClient(server.port) };
};

const tool = (id: number | string, name: string, args: JsonObject = {}): object => ({
  id,
  method: 'tools/call',
  params: call(name, args),
});

const modernHeaders = (method: string, name?: string): Record<string, string> => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

const modernTool = async (client: TestClient, name: string, args: JsonObject = {}): Promise<HttpAnswer> =>
  client.post(
    { id: 1, method: 'tools/call', params: modern(call(name, args)) },
    modernHeaders('tools/call', name),
  );

const code = (answer: HttpAnswer): unknown => objectOf(answer.messages[0]?.['error'] ?? {})['code'];

describe('a legacy client', () => {
  it('gets a session, is served with it, and is gone with it', async () => {
    const { client, protocol, server } = await start();
    const session = await client.initialize();
    const id = session.headers['mcp-session-id'] ?? '';
    expect(id).toMatch(/^[\x21-\x7e]{32,}$/);
    expect((await session.post({ method: 'notifications/initialized' })).status).toBe(202);
    const answer = await session.post(tool(1, 'echo', { a: 1 }));
    expect(answer).toMatchObject({ status: 200, messages: [{ id: 1, result: { echo: { a: 1 } } }] });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(protocol.clients).toMatchObject([
      { era: 'legacy', stateful: true, authenticated: false, transport: 'http' },
    ]);
    expect(protocol.clients[0]?.context).toMatch(/^http:/);
    expect(JSON.stringify(protocol.clients)).not.toContain(id);
    expect((await session.send('DELETE', null)).status).toBe(204);
    expect((await session.post({ id: 2, method: 'tools/list' })).status).toBe(404);
    expect(protocol.events.at(-1)).toBe('closed');
    expect(server.sessions()).toBe(0);
  });

  it('is nobody without a session, with an unknown one, and with the session of somebody else', async () => {
    const byToken: Authenticator = ({ headers }) => ({
      ok: true,
      principal: { ...PRINCIPAL, subject: String(headers['x-who']) },
      tokenId: '1',
    });
    const { server, protocol } = await start({ authenticate: byToken });
    const session = await new TestClient(server.port, { 'x-who': 'ann' }).initialize();
    const id = session.headers['mcp-session-id'] ?? '';
    const ben = new TestClient(server.port, { 'x-who': 'ben' });
    for (const method of ['POST', 'GET', 'DELETE']) {
      const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', ...tool(1, 'echo') }) : null;
      expect((await ben.send(method, body)).status).toBe(400);
      expect((await ben.send(method, body, { 'mcp-session-id': 'x'.repeat(32) })).status).toBe(404);
      expect((await ben.send(method, body, { 'mcp-session-id': id })).status).toBe(404);
      expect((await ben.send(method, body, { 'mcp-session-id': '__proto__' })).status).toBe(404);
    }
    expect(protocol.exchanges).toEqual([]);
    expect((await session.post(tool(1, 'echo'))).status).toBe(200);
  });

  it('may name only versions that are served; on its hello the header does not matter', async () => {
    const { client } = await start();
    const session = await client.initialize();
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      expect((await session.post(tool(1, 'echo'), { 'mcp-protocol-version': version })).status).toBe(200);
    }
    for (const version of ['1.0', '2024-10-07', 'v999', '']) {
      const answer = await session.post(tool(1, 'echo'), { 'mcp-protocol-version': version });
      expect([answer.status, answer.messages[0]?.['id']]).toEqual([400, 1]);
    }
    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    const hello = await client.post(
      { id: 1, method: 'initialize', params },
      { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'x', 'mcp-name': 'y' },
    );
    expect(hello.headers['mcp-session-id']).toBeDefined();
  });

  it('gets nothing of the modern era, nothing unknown, and sends no request as a notification', async () => {
    const { client, protocol } = await start();
    const session = await client.initialize();
    for (const method of ['server/discover', 'subscriptions/listen', 'x', '__proto__', 'tools/call ']) {
      expect(code(await session.post({ id: 1, method }))).toBe(-32601);
    }
    for (const method of ['tools/call', 'initialize', 'notifications/message', 'x']) {
      expect((await session.post({ method, params: call('echo') })).status).toBe(400);
    }
    expect((await session.post({ id: 2, method: 'initialize', params: {} })).status).toBe(400);
    expect(protocol.exchanges).toEqual([]);
  });

  it('whose hello fails has no session', async () => {
    const { client, server } = await start();
    const answer = await client.post({ id: 1, method: 'initialize', params: {} });
    expect(code(answer)).toBe(-32602);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(server.sessions()).toBe(0);
  });
});

describe('a modern client', () => {
  it('is served by each request alone, and has no session', async () => {
    const { client, protocol, server } = await start();
    const answer = await modernTool(client, 'echo', { a: 1 });
    expect(answer).toMatchObject({ status: 200, messages: [{ id: 1, result: { echo: { a: 1 } } }] });
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(protocol.exchanges[0]?.client).toMatchObject({
      era: 'modern',
      context: 'http:tester',
      authenticated: false,
      stateful: false,
    });
    expect(server.sessions()).toBe(0);
    const versionHeader = { 'mcp-protocol-version': '2026-07-28' };
    expect((await client.send('GET', null, versionHeader)).status).toBe(405);
    expect((await client.send('DELETE', null, versionHeader)).status).toBe(405);
  });

  it('is judged by envelope and headers in this order', async () => {
    const { client, protocol } = await start();
    const version = 'io.modelcontextprotocol/protocolVersion';
    const capabilities = 'io.modelcontextprotocol/clientCapabilities';
    const list = modernHeaders('tools/list');
    const cases: readonly (readonly [string, JsonObject, Record<string, string>, number, number])[] = [
      ['tools/list', {}, list, 400, -32602],
      ['tools/list', { _meta: {} }, list, 400, -32602],
      ['tools/list', { _meta: { [capabilities]: {} } }, list, 400, -32602],
      ['tools/list', { _meta: { [version]: '2026-07-28' } }, list, 400, -32602],
      [
        'tools/list',
        modern({}, { [version]: 'v999' }),
        { ...list, 'mcp-protocol-version': 'v999' },
        400,
        -32022,
      ],
      ['tools/list', modern({}, { [version]: 'v999' }), list, 400, -32020],
      ['tools/list', modern(), {}, 400, -32020],
      ['tools/list', modern(), { 'mcp-protocol-version': '2026-07-28' }, 400, -32020],
      ['tools/list', modern(), modernHeaders('TOOLS/LIST'), 400, -32020],
      ['tools/list', modern(), modernHeaders('tools/call'), 400, -32020],
      ['tools/list', modern(), { ...list, 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
      ['tools/call', modern(call('echo')), modernHeaders('tools/call'), 400, -32020],
      ['tools/call', modern(call('echo')), modernHeaders('tools/call', 'Echo'), 400, -32020],
      ['tools/call', modern(call('echo')), modernHeaders('tools/call', '=?base64?ZWNobw?='), 400, -32020],
      ['tools/call', modern(call('echo')), modernHeaders('tools/call', '=?base64?ZWNobw===?='), 400, -32020],
      ['tools/call', modern({ name: 7 }), modernHeaders('tools/call', '7'), 400, -32020],
      ['resources/read', modern({ uri: 'a:b' }), modernHeaders('resources/read', 'a:c'), 400, -32020],
      ['tasks/get', modern({ taskId: 't' }), modernHeaders('tasks/get'), 400, -32020],
      ['initialize', { protocolVersion: '2025-11-25' }, modernHeaders('initialize'), 400, -32020],
      ['initialize', modern(), modernHeaders('initialize'), 404, -32601],
      ['ping', modern(), modernHeaders('ping'), 404, -32601],
      ['logging/setLevel', modern(), modernHeaders('logging/setLevel'), 404, -32601],
      ['resources/subscribe', modern(), modernHeaders('resources/subscribe'), 404, -32601],
      ['unknown/method', modern(), modernHeaders('unknown/method'), 404, -32601],
    ];
    for (const [method, params, headers, status, error] of cases) {
      const answer = await client.post({ id: 9, method, params }, headers);
      expect([method, headers, answer.status, code(answer), answer.messages[0]?.['id']]).toEqual([
        method,
        headers,
        status,
        error,
        9,
      ]);
    }
    expect(protocol.exchanges).toEqual([]);
    expect(protocol.callers).toEqual([]);
  });

  it('may write headers in any case, with blanks, and names in base64', async () => {
    const { client } = await start();
    const headers = {
      'MCP-PROTOCOL-VERSION': ' 2026-07-28\t',
      'mCP-mETHOD': ' tools/call ',
      'Mcp-Name': '=?base64?ZWNobw==?=',
    };
    expect(
      (await client.post({ id: 1, method: 'tools/call', params: modern(call('echo')) }, headers)).status,
    ).toBe(200);
    const list = modernHeaders('tools/list');
    expect((await client.post({ id: 1, method: 'tools/list', params: modern() }, list)).status).toBe(200);
  });

  it('brings its parameter headers along', async () => {
    const { client, protocol } = await start();
    const headers = { ...modernHeaders('tools/call', 'echo'), 'Mcp-Param-Region': 'eu' };
    await client.post({ id: 1, method: 'tools/call', params: modern(call('echo')) }, headers);
    await modernTool(client, 'echo');
    expect(protocol.exchanges.map((exchange) => ({ ...exchange.headers }))).toEqual([
      { 'mcp-param-region': 'eu' },
      {},
    ]);
  });

  it('hears of some errors by the status too, and a legacy client does not', async () => {
    const { client } = await start();
    const answer = await modernTool(client, 'capability');
    expect([answer.status, code(answer)]).toEqual([400, -32021]);
    expect((await modernTool(client, 'nothing')).status).toBe(200);
    const session = await client.initialize();
    expect((await session.post(tool(1, 'capability'))).status).toBe(200);
  });

  it('cannot be asked, cannot cancel what is not its own, and answers nothing', async () => {
    const { client, protocol } = await start();
    expect((await modernTool(client, 'ask')).messages).toMatchObject([
      { result: { failed: 'ASK_IMPOSSIBLE' } },
    ]);
    const held = modernTool(client, 'hold', { tag: 'mine' });
    await expect.poll(() => protocol.exchanges.length).toBe(2);
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await client.post(cancelled, modernHeaders('notifications/cancelled'))).status).toBe(202);
    expect((await client.post({ id: 1, result: {} }, modernHeaders('x'))).status).toBe(400);
    protocol.release();
    expect((await held).messages).toMatchObject([{ result: { held: { tag: 'mine' } } }]);
  });
});

describe('a request that has more to say than its answer', () => {
  it('becomes a stream, with everything in order and the answer last, in both eras', async () => {
    const { client } = await start();
    const session = await client.initialize();
    const answers = [
      await session.post(tool(1, 'notify', { count: 3 })),
      await modernTool(client, 'notify', { count: 3 }),
    ];
    for (const answer of answers) {
      expect(answer.headers['content-type']).toBe('text/event-stream');
      expect(answer.messages.map((message) => message['method'] ?? message['id'])).toEqual([
        ...Array(3).fill('notifications/progress'),
        1,
      ]);
      expect(answer.text).toMatch(/^(?:event: message\ndata: [ -~]+\n\n)+$/);
    }
  });

  it('can ask the client, who answers by another request of the same session', async () => {
    const { client, protocol } = await start();
    const session = await client.initialize();
    const stranger = await client.initialize();
    const open = session.open('POST', JSON.stringify({ jsonrpc: '2.0', ...tool(7, 'ask') }));
    await expect.poll(() => open.messages.length).toBe(1);
    const id = open.messages[0]?.['id'];
    expect(open.messages[0]).toMatchObject({ method: 'elicitation/create' });
    expect((await stranger.post({ id, result: { action: 'accept' } })).status).toBe(202);
    expect(protocol.refusals).toEqual(['ANSWER_UNKNOWN']);
    expect((await session.post({ id, result: { action: 'decline' } })).status).toBe(202);
    expect((await open.done).messages[1]).toMatchObject({ id: 7, result: { answer: { action: 'decline' } } });
    expect((await session.post({ id, result: { action: 'accept' } })).status).toBe(202);
    expect(protocol.refusals).toEqual(['ANSWER_UNKNOWN', 'ANSWER_UNKNOWN']);
  });
});

describe('ids and cancelling', () => {
  it('an id that is out already is refused, and the first request goes on', async () => {
    const { client, protocol } = await start();
    const [session, other] = [await client.initialize(), await client.initialize()];
    const first = session.post(tool(7, 'hold', { tag: 'first' }));
    await expect.poll(() => protocol.exchanges.length).toBe(1);
    const second = await session.post(tool(7, 'echo'));
    expect([second.status, code(second)]).toEqual([400, -32600]);
    expect((await session.post(tool('7', 'echo'))).status).toBe(200);
    expect((await other.post(tool(7, 'echo'))).status).toBe(200);
    protocol.release();
    expect((await first).messages).toMatchObject([{ id: 7, result: { held: { tag: 'first' } } }]);
    expect((await session.post(tool(7, 'echo'))).status).toBe(200);
  });

  it('a client cancels its own requests only, and they get no answer', async () => {
    const { client, protocol } = await start();
    const [session, other] = [await client.initialize(), await client.initialize()];
    const mine = session.post(tool(1, 'hold', { tag: 'mine' }));
    const theirs = other.post(tool(1, 'hold', { tag: 'theirs' }));
    await expect.poll(() => protocol.exchanges.length).toBe(2);
    await session.post({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect((await mine).messages).toEqual([]);
    protocol.release();
    expect((await theirs).messages).toMatchObject([{ result: { held: { tag: 'theirs' } } }]);
    expect(protocol.events.filter((event) => event.startsWith('aborted'))).toEqual(['aborted mine']);
  });

  it('who goes away has cancelled', async () => {
    const { client, protocol } = await start();
    const session = await client.initialize();
    const legacy = session.open(
      'POST',
      JSON.stringify({ jsonrpc: '2.0', ...tool(1, 'hold', { tag: 'legacy' }) }),
    );
    const params = modern(call('hold', { tag: 'modern' }));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const newer = client.open('POST', body, modernHeaders('tools/call', 'hold'));
    await expect.poll(() => protocol.exchanges.length).toBe(2);
    legacy.close();
    newer.close();
    await expect
      .poll(() => protocol.events.filter((event) => event.startsWith('aborted')).toSorted())
      .toEqual(['aborted legacy', 'aborted modern']);
    expect((await session.post(tool(1, 'echo'))).status).toBe(200);
  });
});

describe('the stream of a session', () => {
  it('carries what belongs to no request; a newer one takes its place; what was missed is kept', async () => {
    const { client, protocol } = await start();
    const session = await client.initialize();
    const [stream] = protocol.streams.values();
    stream?.notify('notifications/tools/list_changed', {});
    stream?.notify('notifications/tools/list_changed', {});
    stream?.notify('notifications/message', { level: 'info', data: 'lost' });
    const first = session.open('GET', null, { 'last-event-id': '5' });
    await expect.poll(() => first.messages.length).toBe(1);
    stream?.notify('notifications/message', { level: 'info', data: 'seen' });
    await expect
      .poll(() => first.messages.map((message) => message['method']))
      .toEqual(['notifications/tools/list_changed', 'notifications/message']);
    const second = session.open('GET', null);
    const ended = await first.done;
    expect(ended.headers['content-type']).toBe('text/event-stream');
    expect(ended.text).not.toMatch(/^id:/m);
    stream?.notify('notifications/message', { level: 'info', data: 'newer' });
    await expect.poll(() => second.messages.length).toBe(1);
    expect((await session.send('DELETE', null)).status).toBe(204);
    expect((await second.done).status).toBe(200);
  });
});

it('quiet streams are written to, so that the dead are noticed', async () => {
  const { client } = await start({ limits: { pulseMs: 5 } });
  const session = await client.initialize();
  const stream = session.open('GET', null);
  const asking = session.open(
    'POST',
    JSON.stringify({ jsonrpc: '2.0', ...tool(1, 'ask', { timeoutMs: 100 }) }),
  );
  expect((await asking.done).text).toMatch(/^: $/m);
  await session.send('DELETE', null);
  expect((await stream.done).text).toMatch(/^: $/m);
});

describe('limits', () => {
  it('a body that grows too large is refused while it comes', async () => {
    const { server, protocol } = await start({ limits: { bodyBytes: 1000 } });
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `400\r\n${' '.repeat(1024)}\r\n`;
    expect(statusOf(await rawExchange(server.port, head + chunk))).toBe(413);
    expect(protocol.exchanges).toEqual([]);
  });

  it('a head that is too large or too slow, and a body that does not come, cost a connection and nothing else', async () => {
    const { server } = await start({ limits: { headersMs: 200, requestMs: 400 } });
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n`;
    expect(statusOf(await rawExchange(server.port, `${head}X: ${'x'.repeat(20_000)}\r\n\r\n`))).toBe(431);
    expect(statusOf(await rawExchange(server.port, head))).toBe(408);
    expect(statusOf(await rawExchange(server.port, `${head}Content-Length: 10\r\n\r\n{`))).toBe(408);
  });

  it('one address has so many connections', async () => {
    const { server } = await start({ limits: { connectionsPerAddress: 3 } });
    const sockets = Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1'));
    let closed = 0;
    for (const socket of sockets) {
      socket.on('close', () => closed++);
      socket.on('error', () => {});
    }
    await expect.poll(() => closed).toBe(2);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () =>
        statusOf(
          await rawExchange(server.port, `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`),
        ),
      )
      .toBe(200);
  });

  it('sessions end when they were idle too long, or when others need their place', async () => {
    let now = 0;
    const { client, server, protocol } = await start({
      now: () => now,
      limits: { sessions: 2, sessionIdleMs: 1000, pulseMs: 10 },
    });
    const first = await client.initialize();
    now = 1;
    const second = await client.initialize();
    now = 2;
    await first.post(tool(1, 'echo'));
    const third = await client.initialize();
    expect((await second.post(tool(1, 'echo'))).status).toBe(404);
    expect((await first.post(tool(1, 'echo'))).status).toBe(200);
    const stream = third.open('GET', null);
    const held = first.post(tool(2, 'hold'));
    await expect.poll(() => protocol.exchanges.length).toBe(3);
    await expect
      .poll(
        async () =>
          (await client.post({ id: 1, method: 'initialize', params: { protocolVersion: 'x' } })).status,
      )
      .toBe(503);
    now = 5000;
    await delay(50);
    expect(server.sessions()).toBe(2);
    protocol.release();
    await held;
    await expect.poll(() => server.sessions()).toBe(1);
    stream.close();
    await expect.poll(() => server.sessions()).toBe(0);
  });

  it('who does not read is cut off', async () => {
    const { client, server, protocol } = await start({ limits: { unreadBytes: 100_000 } });
    const session = await client.initialize();
    const id = session.headers['mcp-session-id'];
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAccept: ${ACCEPT}\r\nMcp-Session-Id: ${id}\r\n\r\n`,
    );
    const [stream] = protocol.streams.values();
    let closed = false;
    socket.on('close', () => (closed = true));
    await delay(50);
    const data = 'x'.repeat(100_000);
    for (let count = 0; count < 200; count++) {
      stream?.notify('notifications/message', { level: 'info', data });
      await delay(0);
    }
    socket.resume();
    await expect.poll(() => closed).toBe(true);
    expect((await session.post(tool(1, 'echo'))).status).toBe(200);
  });

  it('a server that closes takes nothing new, waits, and then ends everything', async () => {
    const { client, protocol, server } = await start({ limits: { closeMs: 5000 } });
    const session = await client.initialize();
    const stream = session.open('GET', null);
    const held = session.post(tool(1, 'hold', { tag: 'a' }));
    await expect.poll(() => protocol.exchanges.length).toBe(1);
    const closed = server.close();
    servers.length = 0;
    protocol.release();
    expect((await held).messages).toMatchObject([{ id: 1, result: {} }]);
    await closed;
    expect((await stream.done).status).toBe(200);
    expect(protocol.events.at(-1)).toBe('closed');
    await expect(client.post({ id: 1, method: 'ping' })).rejects.toThrow(/ECONN|hang up/);
  });
});

it('200 clients at once, of both eras: each gets its own and nothing of the others', async () => {
  const { client } = await start();
  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      const canary = `canary-${number}-`;
      const own = number % 2 === 0 ? await client.initialize() : client;
      const answers: HttpAnswer[] = [];
      for (let round = 0; round < 5; round++) {
        const name = round % 2 === 0 ? 'echo' : 'notify';
        const args = { canary, count: 2 };
        answers.push(
          number % 2 === 0 ? await own.post(tool(1, name, args)) : await modernTool(own, name, args),
        );
      }
      const foreign = answers.filter(({ text }) => text.replaceAll(canary, '').includes('canary-'));
      const whole = answers.filter(({ text }) => text.includes(canary));
      return { foreign: foreign.length, whole: whole.length };
    }),
  );
  expect(seen).toEqual(seen.map(() => ({ foreign: 0, whole: 5 })));
});
