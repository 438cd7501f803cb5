import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@callgate/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import { installed } from '../../../../material/install.ts';
import { personAnswer } from '../person-answer.ts';
import { GatewayReplicas } from './gateway-replicas.ts';

const WITHIN_MS = 60_000;
const GATES = 3;

/** The little that is used here of the SDK's client, which is not there when types are checked. */
interface SdkClient {
  connect(transport: SdkTransport): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(
    params: { readonly name: string; readonly arguments: object },
    schema?: undefined,
    options?: { readonly signal: AbortSignal },
  ): Promise<unknown>;
  setRequestHandler(schema: unknown, handler: (request: unknown) => Promise<unknown>): void;
  close(): Promise<void>;
}
interface SdkTransport {
  readonly sessionId?: string;
  terminateSession(): Promise<void>;
}
interface Sdk {
  readonly Client: new (info: object, options: object) => SdkClient;
  readonly Http: new (url: URL, options: object) => SdkTransport;
  readonly elicitation: unknown;
}

const load = async (path: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(path).href)) as Record<string, unknown>;

let cluster: Cluster;
let on: GatewayReplicas;
let sdk: Sdk;
let url = '';

beforeAll(async () => {
  const at = join(await installed('clients'), 'node_modules/@modelcontextprotocol/sdk/dist/esm');
  sdk = {
    Client: (await load(join(at, 'client/index.js')))['Client'] as Sdk['Client'],
    Http: (await load(join(at, 'client/streamableHttp.js')))['StreamableHTTPClientTransport'] as Sdk['Http'],
    elicitation: (await load(join(at, 'types.js')))['ElicitRequestSchema'],
  };
  cluster = await Cluster.start();
  on = await GatewayReplicas.start(cluster, { count: GATES, waitMs: 30_000 });
  url = await on.balanced();
}, 2 * WITHIN_MS);
afterAll(async () => {
  await on?.close();
  await cluster?.remove();
}, WITHIN_MS);

const deleted = (prefix: string): readonly string[] =>
  on.upstream
    .calls()
    .filter(({ name }) => name === 'delete_note')
    .map(({ arguments: args }) => JSON.stringify(args))
    .filter((args) => args.includes(prefix))
    .toSorted();

interface ConnectedSdkClient {
  readonly client: SdkClient;
  readonly transport: SdkTransport;
  asked: number;
}

const connected = async (): Promise<ConnectedSdkClient> => {
  const client = new sdk.Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  const headers = { authorization: `Bearer ${on.token}` };
  const transport = new sdk.Http(new URL(url), { requestInit: { headers } });
  const made: ConnectedSdkClient = { client, transport, asked: 0 };
  client.setRequestHandler(sdk.elicitation, async (request: unknown) => {
    made.asked += 1;
    const { params } = request as { readonly params: JsonObject };
    return personAnswer(params);
  });
  await client.connect(transport);
  return made;
};

const sessions = (): readonly number[] => on.gates.map(({ server }) => server.sessions());

it(
  'a client of the SDK behind a balancer that keeps nobody anywhere says hello once, and all it does works',
  async () => {
    const made = await connected();
    const { client, transport } = made;
    const session = transport.sessionId;
    for (let each = 0; each < 2 * GATES; each += 1) {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('read_note');
      const read = await client.callTool({ name: 'read_note', arguments: { id: `r-${each}` } });
      expect(JSON.stringify(read)).toContain(`r-${each}`);
      const answer = await client.callTool({ name: 'delete_note', arguments: { id: `d-${each}` } });
      expect(JSON.stringify(answer)).toContain(`delete_note {\\"id\\":\\"d-${each}\\"}`);
      expect([made.asked, deleted('d-').length]).toEqual([each + 1, each + 1]);
    }
    const enough = new AbortController();
    const slow = client.callTool({ name: 'slow', arguments: { ms: 30_000 } }, undefined, {
      signal: enough.signal,
    });
    await expect.poll(() => on.upstream.calls().some(({ name }) => name === 'slow')).toBe(true);
    enough.abort();
    await expect(slow).rejects.toThrow(/abort/i);
    await expect.poll(() => on.upstream.bytes()).toContain('notifications/cancelled');
    expect(transport.sessionId).toBe(session);
    expect(sessions()).toEqual(on.gates.map(() => 1));
    await transport.terminateSession();
    await expect.poll(sessions, { timeout: 10_000 }).toEqual(on.gates.map(() => 0));
    await client.close();
  },
  WITHIN_MS,
);

it(
  'many of them at once are each asked for their own calls, and each call runs once',
  async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, connected));
    const wanted = clients.flatMap((_, who) => [0, 1, 2].map((each) => `{"id":"m-${who}-${each}"}`));
    await Promise.all(
      clients.flatMap(({ client }, who) =>
        [0, 1, 2].map(async (each) => {
          const id = `m-${who}-${each}`;
          const answer = await client.callTool({ name: 'delete_note', arguments: { id } });
          expect(JSON.stringify(answer)).toContain(id);
        }),
      ),
    );
    expect(deleted('m-')).toEqual(wanted.toSorted());
    expect(clients.map(({ asked }) => asked)).toEqual(clients.map(() => 3));
    for (const { client, transport } of clients) {
      await transport.terminateSession();
      await client.close();
    }
    await expect.poll(sessions, { timeout: 10_000 }).toEqual(on.gates.map(() => 0));
  },
  WITHIN_MS,
);
