import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import { QUIET, tool } from '../behaviour/stage.ts';
import { TestClient, objectOf } from '../http-client.ts';
import { GatewayReplicas } from './gateway-replicas.ts';
import { approveAt } from './task-replicas.ts';

const WITHIN_MS = 60_000;
const LATER = { timeout: WITHIN_MS, interval: 50 };
/** One that can show forms would be asked in place of being given a task. */
const CAPABILITIES: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const GATES = 3;
const TASKS_AT_ONCE = 12;

let cluster: Cluster;
let on: GatewayReplicas;
let port = 0;
beforeAll(async () => {
  cluster = await Cluster.start();
  on = await GatewayReplicas.start(cluster, {
    count: GATES,
    says: {
      tools: [tool('slow', { ...QUIET, slowExecutionHint: true }), tool('wipe', { destructiveHint: true })],
    },
  });
  port = Number(new URL(await on.balanced()).port);
}, 2 * WITHIN_MS);
afterAll(async () => {
  await on?.close();
  await cluster?.remove();
}, WITHIN_MS);

let ids = 0;

type Ask = (method: string, params: JsonObject) => Promise<JsonObject>;

/** Every request goes to the next gateway. */
const asker =
  (client: TestClient, headersOf: (method: string, params: JsonObject) => Record<string, string>): Ask =>
  async (method, params) => {
    const answer = await client.post({ id: (ids += 1), method, params }, headersOf(method, params));
    const message = objectOf(answer.messages.at(-1));
    if (!isJsonObject(message['result'])) throw new Error(`${method}: ${answer.status} ${answer.text}`);
    return message['result'];
  };

const legacy = async (): Promise<Ask> => {
  const client = new TestClient(port, { authorization: `Bearer ${on.token}` });
  return asker(await client.initialize(), () => ({}));
};

const modern = async (): Promise<Ask> => {
  const client = new TestClient(port, {
    authorization: `Bearer ${on.token}`,
    'mcp-protocol-version': '2026-07-28',
  });
  const ask = asker(client, (method, params) => ({
    'mcp-method': method,
    'mcp-name': String(params['name'] ?? params['taskId']),
  }));
  return (method, params) =>
    ask(method, {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': CAPABILITIES,
      },
    });
};

const callsOf = (text: string): number =>
  on.upstream.calls().filter((call) => JSON.stringify(call.arguments) === text).length;

describe.each([
  ['older', legacy],
  ['newer', modern],
] as const)('tasks of the %s protocol behind a balancer that keeps nobody anywhere', (era, connect) => {
  const begin = async (ask: Ask, name: string, args: JsonObject): Promise<string> => {
    const result = await ask('tools/call', {
      name,
      arguments: args,
      ...(era === 'older' ? { task: { ttl: 60_000 } } : {}),
    });
    return String((era === 'older' ? objectOf(result['task']) : result)['taskId']);
  };
  const resultOf = async (ask: Ask, taskId: string): Promise<string> => {
    if (era === 'older') return JSON.stringify(await ask('tasks/result', { taskId }));
    await expect.poll(async () => (await ask('tasks/get', { taskId }))['status'], LATER).toBe('completed');
    return JSON.stringify(await ask('tasks/get', { taskId }));
  };

  it('all run once, and all end with their own result', async () => {
    const ask = await connect();
    const numbers = Array.from({ length: TASKS_AT_ONCE }, (_, each) => each);
    const results = await Promise.all(
      numbers.map(async (each) => {
        const args = { ms: 50 * each, which: `${era} ${each}` };
        const taskId = await begin(ask, 'slow', args);
        return { args, text: await resultOf(ask, taskId) };
      }),
    );
    for (const { args, text } of results) {
      expect(text).toContain(args.which);
      expect(callsOf(JSON.stringify(args))).toBe(1);
    }
  });

  it('wait for people, and are cancelled', async () => {
    const ask = await connect();
    const held = async (): Promise<readonly string[]> => {
      const { items } = await on.gate(0).at.gateway.gate.desk.read.search({ states: ['held'] }, { limit: 9 });
      return items.map(({ id }) => id);
    };
    const approved = await begin(ask, 'wipe', { which: `${era} approved` });
    await expect.poll(async () => (await held()).length, LATER).toBe(1);
    const [call = ''] = await held();
    await approveAt(on.gate(1).at, call);
    expect(await resultOf(ask, approved)).toContain(`${era} approved`);
    const cancelled = await begin(ask, 'wipe', { which: `${era} cancelled` });
    await expect.poll(async () => (await held()).length, LATER).toBe(1);
    await ask('tasks/cancel', { taskId: cancelled });
    for (let each = 0; each < GATES; each += 1)
      expect(await ask('tasks/get', { taskId: cancelled })).toMatchObject({ status: 'cancelled' });
    await expect.poll(async () => (await held()).length, LATER).toBe(0);
    expect(callsOf(JSON.stringify({ which: `${era} cancelled` }))).toBe(0);
  });
});
