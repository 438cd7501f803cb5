import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import { QUIET, tool } from '../behaviour/stage.ts';
import type { HttpAnswer, TestClient } from '../http-client.ts';
import { objectOf } from '../http-client.ts';
import { personAnswer } from '../person-answer.ts';
import type { GatewayReplica, GatewayReplicasOptions } from './gateway-replicas.ts';
import { GatewayReplicas } from './gateway-replicas.ts';

const WITHIN_MS = 60_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 2 * WITHIN_MS);
afterAll(() => cluster.remove());

const open: GatewayReplicas[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
}, WITHIN_MS);

const several = async (options: Partial<GatewayReplicasOptions> = {}): Promise<GatewayReplicas> => {
  const started = await GatewayReplicas.start(cluster, { count: 2, ...options });
  open.push(started);
  return started;
};

/** A client that can be asked things. */
const hello = async (client: TestClient, capabilities: JsonObject = {}): Promise<TestClient> => {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } };
  const { headers } = await client.post({ id: 'hello', method: 'initialize', params });
  Object.assign(client.headers, { 'mcp-session-id': String(headers['mcp-session-id']) });
  return client;
};

let ids = 0;
const calling = (
  name: string,
  args: JsonObject = {},
): { readonly id: number; readonly method: string; readonly params: JsonObject } => ({
  id: (ids += 1),
  method: 'tools/call',
  params: { name, arguments: args },
});

const resultOf = ({ messages }: HttpAnswer): JsonObject => {
  const { result } = objectOf(messages.at(-1));
  return isJsonObject(result) ? result : {};
};

const decisionOf = (
  answer: HttpAnswer,
): { readonly outcome?: string; readonly call?: string; readonly code?: string } => {
  const { _meta: meta } = resultOf(answer);
  const said = isJsonObject(meta) ? meta['dev.callgate/decision'] : undefined;
  return isJsonObject(said) ? said : {};
};

const textOf = (answer: HttpAnswer): string => JSON.stringify(resultOf(answer)['content'] ?? '');

const listed = async (client: TestClient): Promise<number> =>
  (await client.post({ id: (ids += 1), method: 'tools/list' })).status;

const approve = async ({ at }: GatewayReplica, call: string): Promise<void> => {
  const { desk } = at.gateway.gate;
  const binding = (await desk.question(call))?.binding ?? '';
  const cast = {
    call,
    subject: 'local',
    verdict: 'approve',
    via: 'terminal',
    binding,
    opened: true,
  } as const;
  expect(await desk.vote(cast)).toMatchObject({ state: 'approved' });
};

describe('a client of the older protocol', { timeout: WITHIN_MS }, () => {
  it('is served by any process, and by one that began later', async () => {
    const on = await several({ count: 3 });
    const client = await on.client(0).initialize();
    await on.begin();
    for (const index of [1, 2, 3, 0, 3]) {
      const there = on.session(index, client);
      expect(await listed(there)).toBe(200);
      expect(textOf(await there.post(calling('read_note', { id: `n-${index}` })))).toContain(`n-${index}`);
    }
    expect(on.upstream.calls()).toHaveLength(5);
    const { read } = on.gate(0).at.gateway.gate.desk;
    const contexts = new Set((await read.callsAfter('', 100)).map(({ context }) => context));
    expect(contexts.size).toBe(1);
  });

  it('is somebody else for another principal', async () => {
    const on = await several();
    const client = await on.client(0).initialize();
    expect(await listed(on.session(1, client, 'bob'))).toBe(404);
    expect(await listed(on.session(0, client, 'bob'))).toBe(404);
    expect((await on.session(1, client, 'bob').send('DELETE', null)).status).toBe(404);
    expect(await listed(on.session(1, client))).toBe(200);
  });

  it('has touched at one process what it has touched at all', async () => {
    const on = await several();
    const client = await on.client(0).initialize();
    await client.post(calling('fetch_page', { url: 'https://example.com' }));
    const write = (): object => calling('write_note', { id: '1', text: 'x' });
    expect(decisionOf(await on.session(1, client).post(write())).outcome).toBe('held');
    const bob = await on.client(1, 'bob').initialize();
    expect(decisionOf(await bob.post(write())).outcome).toBeUndefined();
  });

  it('gets at any process what was held at one and approved at another, once', async () => {
    const on = await several({ count: 3 });
    const client = await on.client(0).initialize();
    const wipe = (): object => calling('delete_note', { id: 'n-1' });
    const { outcome, call = '' } = decisionOf(await client.post(wipe()));
    expect(outcome).toBe('held');
    await approve(on.gate(1), call);
    expect(textOf(await on.session(2, client).post(wipe()))).toContain('delete_note');
    expect(decisionOf(await on.session(1, client).post(wipe())).outcome).toBe('held');
    expect(on.upstream.calls()).toHaveLength(1);
  });

  it('goes on when the process that it said hello to is stopped', async () => {
    const on = await several();
    const client = await on.client(0).initialize();
    const there = on.session(1, client);
    await on.end(on.gate(0));
    expect(await listed(there)).toBe(200);
    expect(textOf(await there.post(calling('read_note', { id: 'n-1' })))).toContain('n-1');
  });

  it('ends its session at any process for all of them, and with it what runs at others', async () => {
    const on = await several({ count: 3 });
    const client = await on.client(0).initialize();
    const running = client.post(calling('slow', { ms: 30_000 }));
    await expect.poll(() => on.upstream.calls().length).toBe(1);
    expect(await listed(on.session(2, client))).toBe(200);
    expect((await on.session(1, client).send('DELETE', null)).status).toBe(204);
    expect((await running).messages).toEqual([]);
    for (const index of [0, 1, 2])
      await expect.poll(() => listed(on.session(index, client)), { timeout: 10_000 }).toBe(404);
    await expect.poll(() => on.upstream.bytes()).toContain('notifications/cancelled');
  });
});

describe('what a client says at another process', { timeout: WITHIN_MS }, () => {
  it('is the word of the person that the first one asked for', async () => {
    const on = await several({ waitMs: 30_000 });
    const client = await hello(on.client(0), { elicitation: {} });
    const body = JSON.stringify({ jsonrpc: '2.0', ...calling('delete_note', { id: 'n-7' }) });
    const stream = client.open('POST', body);
    await expect.poll(() => stream.messages.length).toBe(1);
    const { id, method, params } = objectOf(stream.messages[0]);
    expect(method).toBe('elicitation/create');
    const answer = { id, result: personAnswer(objectOf(params)) };
    expect((await on.session(1, client, 'bob').post(answer)).status).toBe(404);
    expect(on.upstream.calls()).toEqual([]);
    expect((await on.session(1, client).post(answer)).status).toBe(202);
    expect(textOf(await stream.done)).toContain('n-7');
    expect(on.upstream.calls()).toHaveLength(1);
    const { read } = on.gate(1).at.gateway.gate.desk;
    const [held] = await read.callsAfter('', 10);
    expect((await read.rowsOfCall(held?.id ?? '')).map(({ event }) => event)).toEqual([
      'held',
      'vote',
      'approved',
      'dispatching',
      'done',
    ]);
  });

  it.each([
    ['elicitation/create', { action: 'accept', content: { name: 'Ada' } }],
    ['sampling/createMessage', { role: 'assistant', content: { type: 'text', text: 'Ada' }, model: 'm' }],
    ['roots/list', { roots: [{ uri: 'file:///Ada', name: 'Ada' }] }],
  ])('is what a server asked for by %s', async (method, result) => {
    const on = await several({
      // the answer is a call too, and as long as a person may take is what it may take
      waitMs: 30_000,
      server: { asks: { sampling: true, elicitation: true, roots: true }, era: 'legacy' },
      says: { tools: [tool('question', QUIET)] },
    });
    const client = await hello(on.client(0), { elicitation: {}, sampling: {}, roots: {} });
    const params =
      method === 'elicitation/create'
        ? { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }
        : method === 'roots/list'
          ? {}
          : { messages: [{ role: 'user', content: { type: 'text', text: 'think' } }], maxTokens: 10 };
    const stream = client.open(
      'POST',
      JSON.stringify({ jsonrpc: '2.0', ...calling('question', { method, params }) }),
    );
    await expect.poll(() => stream.messages.length).toBe(1);
    const { id } = objectOf(stream.messages[0]);
    expect((await on.session(1, client).post({ id, result })).status).toBe(202);
    expect(textOf(await stream.done)).toContain('Ada');
  });

  it('takes back what runs at the first, and the server hears of it', async () => {
    const on = await several();
    const client = await on.client(0).initialize();
    const request = calling('slow', { ms: 30_000 });
    const running = client.post(request);
    await expect.poll(() => on.upstream.calls().length).toBe(1);
    const params = { requestId: request.id };
    const cancelled = await on.session(1, client).post({ method: 'notifications/cancelled', params });
    expect(cancelled.status).toBe(202);
    expect((await running).messages).toEqual([]);
    await expect.poll(() => on.upstream.bytes()).toContain('notifications/cancelled');
  });

  it('to no question of anybody is refused, and leaves a row', async () => {
    const on = await several({ mailMs: 1000 });
    const client = await on.client(0).initialize();
    expect((await on.session(1, client).post({ id: 'nobody.1', result: {} })).status).toBe(202);
    const { read } = on.gate(0).at.gateway.gate.desk;
    const recorded = async (): Promise<string> =>
      (await read.rows(1, 100)).map(({ bytes }) => Buffer.from(bytes).toString()).join('\n');
    await expect.poll(recorded, { timeout: 20_000 }).toContain('ANSWER_UNKNOWN');
  });
});

describe('while the database is away', { timeout: 2 * WITHIN_MS }, () => {
  it('an unknown session may be there: 503, and it is served when the database is back', async () => {
    const on = await several();
    const client = await on.client(0).initialize();
    await cluster.end('immediate');
    for (const { at } of on.gates)
      await expect.poll(() => at.gateway.readiness().state, { timeout: 30_000 }).toBe('away');
    const answer = await on.session(1, client).post({ id: 1, method: 'tools/list' });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    expect((await on.client(1).post({ id: 1, method: 'initialize', params })).status).toBe(503);
    expect(await listed(client)).toBe(200);
    await cluster.run();
    await expect.poll(() => listed(on.session(1, client)), { timeout: 60_000 }).toBe(200);
    await expect.poll(() => listed(client), { timeout: 60_000 }).toBe(200);
  });
});
