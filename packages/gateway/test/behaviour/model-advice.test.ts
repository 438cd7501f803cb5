import type { JsonObject, Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { parseEntry } from '@callgate/gate/record';
import { describe, expect, it, vi } from 'vitest';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { mintToken, tokenAuth } from '../../src/identity/token-auth.ts';
import { TestClient, rawExchange, statusOf } from '../http-client.ts';
import { MODEL_SCRIPT, readReroutings, withModels } from './models-stage.ts';
import type { Stage } from './stage.ts';
import { keepOpen, policyOf, stage } from './stage.ts';

interface ServedAdvice {
  readonly port: number;
  readonly token: string;
}

const served = async (on: Stage): Promise<ServedAdvice> => {
  const token = mintToken('agents');
  const server = keepOpen(
    await serveHttp({
      protocol: on.at.gateway.protocol,
      host: '127.0.0.1',
      port: 0,
      authenticate: tokenAuth(token),
      limits: { closeMs: 200, bodyBytes: 256 * 1024 },
    }),
  );
  return { port: server.port, token };
};

const clientOf = ({ port, token }: ServedAdvice): TestClient =>
  new TestClient(port, { authorization: `Bearer ${token}` });

interface AdviceResponse {
  readonly status: number;
  readonly said: JsonObject | undefined;
  readonly text: string;
  readonly allow: string | undefined;
}

const ask = async (
  client: TestClient,
  body: string = '{}',
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<AdviceResponse> => {
  const { status, messages, text, headers: head } = await client.open(method, body, headers, '/model').done;
  return { status, said: messages[0], text, allow: head.allow };
};

const callsOf =
  (client: TestClient) =>
  (id: number, name: string): Promise<unknown> =>
    client.post({ id, method: 'tools/call', params: { name, arguments: {} } });

/** What was refused before it became a call. */
const refusedIn = async (on: Stage): Promise<readonly string[]> =>
  (await on.at.gateway.gate.desk.read.rows(1, 1000))
    .filter(({ event }) => event === 'blocked')
    .map(({ bytes }) => parseEntry(bytes).detail['code'])
    .map(String);

describe('the endpoint for hosts', () => {
  it('tells what all results since it was last asked need', async () => {
    const on = await withModels();
    const client = await clientOf(await served(on)).initialize();
    const call = callsOf(client);
    expect(await ask(client)).toMatchObject({ status: 200, said: { outcome: 'chosen', model: 'medium' } });
    await call(1, 'list');
    await call(2, 'diagnose');
    expect(await ask(client)).toMatchObject({ said: { model: 'big', instead: 'medium' } });
    await call(3, 'list');
    expect(await ask(client)).toMatchObject({ said: { model: 'small' } });
    expect(await ask(client, '{"current":"small"}')).toMatchObject({ said: { model: 'small' } });
    // each was told with its result already
    expect(await readReroutings(on)).toHaveLength(3);
  });

  it('forgets nothing of a long step: neither what policy demands nor what a tool needs', async () => {
    const able = policyOf(
      '  - id: able\n    tools: [letters]\n    model: {atLeast: 0.9}\n    reason: able readers only\n',
    );
    for (const { policy, first } of [
      { policy: able, first: 'letters' },
      { policy: undefined, first: 'diagnose' },
    ]) {
      const on = await withModels({}, policy === undefined ? {} : { policy });
      const client = await clientOf(await served(on)).initialize();
      const call = callsOf(client);
      await call(1, first);
      for (let id = 2; id < 68; id += 1) await call(id, 'find');
      expect(await ask(client), first).toMatchObject({ said: { model: 'big', instead: 'medium' } });
      await call(99, 'find');
      expect(await ask(client), first).toMatchObject({ said: { model: 'medium' } });
    }
  });

  it('answers for the same results again where none came since', async () => {
    const on = await withModels();
    const client = await clientOf(await served(on)).initialize();
    await callsOf(client)(1, 'diagnose');
    expect(await ask(client)).toMatchObject({ said: { model: 'big' } });
    expect(await ask(client)).toMatchObject({ said: { model: 'big' } });
    expect(await readReroutings(on)).toHaveLength(1);
  });

  it('leaves one row however often it is asked, by the operator’s own figures', async () => {
    const on = await withModels({ forbid: [{ when: ['always'], names: ['medium'] }] });
    const client = clientOf(await served(on));
    const body = JSON.stringify({
      current: 'medium',
      expected: { input: 1e9, output: 1e9 },
      kept: { big: 1e9 },
    });
    for (let times = 0; times < 3; times += 1)
      expect(await ask(client, body)).toMatchObject({ status: 200, said: { model: 'big' } });
    expect(await readReroutings(on)).toEqual([
      expect.stringContaining('big in place of medium; about 2 more expensive a step'),
    ]);
  });

  it('writes no more rows in a minute than are of use, however the asks differ', async () => {
    const on = await withModels({ forbid: [{ when: ['always'], names: ['medium'] }] });
    const client = clientOf(await served(on));
    const answers = [];
    for (let at = 0; at < 62; at += 1) answers.push(await ask(client, `{"current":"mine ${at}"}`));
    expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true);
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      text: expect.stringMatching(/^MODEL_ASKS: .*minute/),
    });
    expect(await readReroutings(on)).toHaveLength(60);
  });

  it('is for those who are let in, and says what is wrong', async () => {
    const on = await withModels();
    const at = await served(on);
    const client = clientOf(at);
    expect((await ask(new TestClient(at.port))).status).toBe(401);
    expect(await ask(client, '{"current":7}')).toMatchObject({
      status: 400,
      text: expect.stringMatching(/^MODEL_ASK: `current`: .*string/),
    });
    expect(await ask(client, '{"nonsense":1}')).toMatchObject({
      status: 400,
      text: 'MODEL_ASK: unknown `nonsense`; known are current, explicit, contextTokens, budgetLeft, expected, kept\n',
    });
    expect(await ask(client, '{')).toMatchObject({
      status: 400,
      text: expect.stringMatching(/^MODEL_ASK: The body cannot be read: .* \(JSON_SYNTAX\)\n$/),
    });
    const many = Object.fromEntries(Array.from({ length: 15_000 }, (_, nth) => [`m${nth}`, 1]));
    const large = await ask(client, JSON.stringify({ kept: many }));
    expect(large).toMatchObject({ status: 400, text: expect.stringContaining('keys') });
    expect(large.text).not.toContain('not JSON');
    expect(await ask(client, '{"gr\u00f6\u00dfe":1}')).toMatchObject({
      status: 400,
      text: expect.stringContaining('`gr\\u{f6}\\u{df}e`'),
    });
    expect(await ask(client, '', {}, 'GET')).toMatchObject({
      status: 405,
      allow: 'POST',
      text: 'HTTP_METHOD: This method is not served here\n',
    });
    expect((await ask(client, '{}', { accept: 'application/json' })).status).toBe(200);
    expect(await ask(client, '{}', { accept: 'text/html' })).toMatchObject({
      status: 406,
      text: 'HTTP_ACCEPT: Accept application/json\n',
    });
    expect((await ask(client, '{}', { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('leaves a row of every refusal', async () => {
    const on = await withModels();
    const client = clientOf(await served(on));
    expect(await ask(client, '{}', { 'mcp-session-id': 'nobody' })).toMatchObject({
      status: 404,
      text: expect.stringMatching(/^SESSION_UNKNOWN: /),
    });
    await ask(client, '{');
    await ask(client, '{"current":7}');
    await vi.waitFor(async () =>
      expect(await refusedIn(on)).toEqual(['SESSION_UNKNOWN', 'MODEL_ASK', 'MODEL_ASK']),
    );
  });

  it('is not served under a foreign name, and takes no body that is too large', async () => {
    const on = await withModels();
    const at = await served(on);
    const bearer = `Authorization: Bearer ${at.token}`;
    const request = (host: string, body: string): string =>
      `POST /model HTTP/1.1\r\nHost: ${host}\r\n${bearer}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(statusOf(await rawExchange(at.port, request(`127.0.0.1:${at.port}`, '{}')))).toBe(200);
    expect(statusOf(await rawExchange(at.port, request('gate.evil.example', '{}')))).toBe(403);
    const large = JSON.stringify({ current: 'x'.repeat(300 * 1024) });
    expect((await ask(clientOf(at), large)).status).toBe(413);
    const chunked = await rawExchange(
      at.port,
      `POST /model HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\n${bearer}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
    );
    expect(statusOf(chunked)).toBe(413);
    expect(await readReroutings(on)).toEqual([]);
  });

  it('knows no session of another principal', async () => {
    const on = await withModels();
    const people: Readonly<Record<string, Principal>> = {
      ada: { ...LOCAL_PRINCIPAL, subject: 'ada' },
      bob: { ...LOCAL_PRINCIPAL, subject: 'bob' },
    };
    const { port } = keepOpen(
      await serveHttp({
        protocol: on.at.gateway.protocol,
        host: '127.0.0.1',
        port: 0,
        authenticate: ({ headers }) => {
          const principal = people[headers.authorization ?? ''];
          return principal === undefined
            ? { ok: false, status: 401, challenge: 'Bearer' }
            : { ok: true, principal, tokenId: principal.subject };
        },
        limits: { closeMs: 200 },
      }),
    );
    const ada = await new TestClient(port, { authorization: 'ada' }).initialize();
    await callsOf(ada)(1, 'diagnose');
    const bob = new TestClient(port, { ...ada.headers, authorization: 'bob' });
    expect(await ask(bob)).toMatchObject({ status: 404, text: expect.stringMatching(/^SESSION_UNKNOWN/) });
    // without a session, it is his own context
    expect(await ask(new TestClient(port, { authorization: 'bob' }))).toMatchObject({
      said: { model: 'medium' },
    });
    expect(await ask(ada)).toMatchObject({ said: { model: 'big' } });
  });

  it('is not there where no models are configured', async () => {
    const on = await stage({ says: MODEL_SCRIPT });
    expect(await ask(clientOf(await served(on)))).toMatchObject({
      status: 404,
      text: 'MODEL_NONE: No models are configured here\n',
    });
  });
});
