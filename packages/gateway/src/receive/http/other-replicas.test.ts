import { setTimeout as delay } from 'node:timers/promises';
import { Replica } from '@callgate/cluster';
import type { JsonObject, Principal } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { SharedState, SharedItem, SharedItemKind, SharedItemOptions } from '@callgate/gate/store';
import { MemorySharedState } from '@callgate/gate/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeProtocol, PRINCIPAL, call } from '../../../test/fake-protocol.ts';
import { TestClient, objectOf } from '../../../test/http-client.ts';
import type { Readiness } from './readiness.ts';
import type { HttpLimits } from './http-limits.ts';
import type { HttpServer } from './serve-http.ts';
import { serveHttp } from './serve-http.ts';

const IDLE_MS = 1000;
const PULSE_MS = 10;

/** The way of one process to a board that all have. */
class UnreliableState implements SharedState {
  readonly #board: SharedState;
  isOpen = true;
  /** How long what was read is on its way. */
  lateMs = 0;
  gets = 0;
  /** What was put there for others, in characters. */
  readonly mails: number[] = [];

  constructor(board: SharedState) {
    this.#board = board;
  }

  #pass(): SharedState {
    if (this.isOpen) return this.#board;
    throw new CallgateError('STORE_AWAY', 'the database does not answer');
  }

  async put(kind: SharedItemKind, name: string, text: string, how: SharedItemOptions): Promise<void> {
    await this.#pass().put(kind, name, text, how);
    if (kind === 'client-mail') this.mails.push(text.length);
  }

  async replace(
    kind: SharedItemKind,
    name: string,
    version: number,
    text: string,
    lifeMs: number,
  ): Promise<boolean> {
    return await this.#pass().replace(kind, name, version, text, lifeMs);
  }

  async get(kind: SharedItemKind, name: string): Promise<SharedItem | undefined> {
    this.gets += 1;
    const note = await this.#pass().get(kind, name);
    if (this.lateMs > 0) await delay(this.lateMs);
    return note;
  }

  async take(kind: SharedItemKind, name: string): Promise<SharedItem | undefined> {
    return await this.#pass().take(kind, name);
  }

  async list(kind: SharedItemKind, owner: string): Promise<readonly SharedItem[]> {
    return await this.#pass().list(kind, owner);
  }

  onChange(kind: SharedItemKind, listener: (name: string) => void): () => void {
    return this.#board.onChange(kind, (name) => {
      if (this.isOpen) listener(name);
    });
  }

  async close(): Promise<void> {}
}

interface ReplicaProcess {
  readonly protocol: FakeProtocol;
  readonly server: HttpServer;
  readonly way: UnreliableState;
  ready: Readiness;
}

let time = 0;
let board: MemorySharedState;
const processes: ReplicaProcess[] = [];

beforeEach(() => {
  time = 1_000_000;
  board = new MemorySharedState({ now: () => time, offsetMinutes: () => 0, after: () => () => {} });
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(({ server }) => server.close()));
});

/** Who somebody is: `ann`, or `ann admin` with a role. */
const principalOf = (who: string): Principal => {
  const [subject = '', ...roles] = who.split(' ');
  return { ...PRINCIPAL, subject, roles };
};

const begin = async (limits: Partial<HttpLimits> = {}): Promise<ReplicaProcess> => {
  const protocol = new FakeProtocol();
  const way = new UnreliableState(board);
  const started = { protocol, way, ready: { state: 'ready', since: 1, replication: 'none' } };
  const server = await serveHttp({
    protocol,
    host: '127.0.0.1',
    port: 0,
    authenticate: ({ headers }) => ({
      ok: true,
      principal: principalOf(String(headers['x-who'] ?? 'ann')),
      tokenId: 'x',
    }),
    now: () => time,
    readiness: () => made.ready,
    replica: new Replica(way),
    limits: { closeMs: 0, sessionIdleMs: IDLE_MS, pulseMs: PULSE_MS, mailMs: 1500, ...limits },
  });
  const made: ReplicaProcess = { ...started, server } as ReplicaProcess;
  processes.push(made);
  return made;
};

const hello = ({ server }: ReplicaProcess, who = 'ann'): Promise<TestClient> =>
  new TestClient(server.port, { 'x-who': who }).initialize();

/** The same client at another process. */
const at = ({ server }: ReplicaProcess, client: TestClient, who?: string): TestClient =>
  new TestClient(server.port, { ...client.headers, ...(who === undefined ? {} : { 'x-who': who }) });

const tool = (id: number | string, name: string, args: JsonObject = {}): object => ({
  id,
  method: 'tools/call',
  params: call(name, args),
});

const status = async (client: TestClient): Promise<number> => (await client.post(tool('s', 'echo'))).status;

const opened = ({ protocol }: ReplicaProcess): number =>
  protocol.events.filter((each) => each === 'opened').length;

const pulses = (): Promise<void> => delay(5 * PULSE_MS);

describe('a session of the legacy era', () => {
  it('is served by every process, as the same client', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()];
    const client = await hello(one);
    for (const each of [two, three, one]) {
      const answer = await at(each, client).post(tool(1, 'echo', { a: 1 }));
      expect(answer.status).toBe(200);
      expect(answer.messages).toMatchObject([{ id: 1, result: { echo: { a: 1 } } }]);
    }
    expect(two.protocol.clients).toEqual(one.protocol.clients);
    expect(three.protocol.clients).toEqual(one.protocol.clients);
    expect(one.protocol.clients).toMatchObject([{ info: { name: 'test' }, version: '2025-11-25' }]);
  });

  it('is looked for once by a process, however much comes at once, and not again', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = at(two, await hello(one));
    two.way.lateMs = 200;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, id) => client.post(tool(id, 'echo'))));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    for (let id = 0; id < 20; id += 1) await client.post(tool(id, 'echo'));
    expect([opened(two), two.way.gets]).toEqual([1, 1]);
  });

  it('does not exist for another principal, for other rights, and under an id that nobody gave', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    for (const [method, body] of [
      ['POST', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
      ['POST', JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })],
      ['GET', null],
      ['DELETE', null],
    ] as const)
      for (const who of ['ben', 'ann admin'])
        expect((await at(two, client, who).send(method, body)).status).toBe(404);
    expect((await at(two, client).post(tool(1, 'echo'), { 'mcp-session-id': 'x'.repeat(32) })).status).toBe(
      404,
    );
    expect(two.protocol.exchanges).toEqual([]);
    expect(await status(at(two, client))).toBe(200);
    expect(await status(at(two, client, 'ben'))).toBe(404);
  });

  it('is over everywhere when it is ended anywhere, with all that runs in it', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()];
    const client = await hello(one);
    const held = client.post(tool(1, 'hold', { tag: 'mine' }));
    const stream = at(three, client).open('GET', null);
    await expect.poll(() => one.protocol.exchanges.length + three.server.sessions()).toBe(2);
    expect((await at(two, client).send('DELETE', null)).status).toBe(204);
    await expect.poll(() => one.protocol.events).toContain('aborted mine');
    await held;
    await stream.done;
    for (const each of [one, two, three]) {
      await expect.poll(() => status(at(each, client))).toBe(404);
      expect((await at(each, client).send('DELETE', null)).status).toBe(404);
      expect(each.protocol.streams.size).toBe(0);
    }
  });

  it('is ended once, whoever ends it at the same time', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    expect(await status(at(two, client))).toBe(200);
    const ends = await Promise.all([one, two].map((each) => at(each, client).send('DELETE', null)));
    expect(ends.map((answer) => answer.status).toSorted()).toEqual([204, 404]);
  });

  it('is not taken up by a process that looked for it just before it was ended', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    two.way.lateMs = 1000;
    const looking = status(at(two, client));
    await expect.poll(() => two.way.gets).toBe(1);
    expect((await client.send('DELETE', null)).status).toBe(204);
    expect(await looking).toBe(404);
    expect(two.server.sessions()).toBe(0);
  });

  it('goes on elsewhere when a process that served it closes', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    await one.server.close();
    expect(one.protocol.events).toContain('closed');
    expect(await status(at(two, client))).toBe(200);
  });

  it('that was ended while a process could not hear of it is over there as soon as it can', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    expect(await status(at(two, client))).toBe(200);
    two.way.isOpen = false;
    two.ready = { ...two.ready, state: 'away', since: 2 };
    expect((await client.send('DELETE', null)).status).toBe(204);
    expect(await status(at(two, client))).toBe(200);
    two.way.isOpen = true;
    two.ready = { ...two.ready, state: 'ready', since: 3 };
    expect(await status(at(two, client))).toBe(404);
  });
});

describe('a session that is not used', () => {
  it('at one process but at another is over nowhere', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    for (let passed = 0; passed < 3 * IDLE_MS; passed += IDLE_MS / 5) {
      time += IDLE_MS / 5;
      expect(await status(at(two, client))).toBe(200);
      await pulses();
    }
    expect(one.protocol.events).not.toContain('closed');
    expect(await status(client)).toBe(200);
  });

  it('anywhere is over', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    expect(await status(at(two, client))).toBe(200);
    time += 2 * IDLE_MS;
    await expect.poll(() => one.server.sessions() + two.server.sessions()).toBe(0);
    expect(await status(client)).toBe(404);
    expect(await status(at(two, client))).toBe(404);
  });

  it('but has a stream open is used', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    const stream = client.open('GET', null);
    await expect.poll(() => stream.messages.length + one.server.sessions()).toBe(1);
    for (let passed = 0; passed < 3 * IDLE_MS; passed += IDLE_MS / 5) {
      time += IDLE_MS / 5;
      await pulses();
    }
    expect(await status(at(two, client))).toBe(200);
    stream.close();
  });

  it('makes room where its copy is in the way, and is over where a new one needs its place', async () => {
    const [one, two] = [await begin(), await begin({ sessions: 2 })];
    const [first, second, third] = [await hello(one), await hello(one), await hello(one)];
    for (const each of [first, second, third]) expect(await status(at(two, each))).toBe(200);
    expect(two.server.sessions()).toBe(2);
    expect(await status(first)).toBe(200);
    expect(await status(at(two, first))).toBe(200);
    await hello(two);
    await expect.poll(() => status(third)).toBe(404);
    expect(await status(first)).toBe(200);
  });
});

describe('what a client says of something at another process', () => {
  const asking = async (
    on: ReplicaProcess,
    client: TestClient,
    id = 7,
  ): Promise<{ readonly id: string; readonly done: Promise<JsonObject> }> => {
    const open = at(on, client).open('POST', JSON.stringify({ jsonrpc: '2.0', ...tool(id, 'ask') }));
    await expect.poll(() => open.messages.length).toBe(1);
    return {
      id: String(open.messages[0]?.['id']),
      done: open.done.then(({ messages }) => objectOf(messages.at(-1))),
    };
  };

  it('reaches the one that asked, once', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    const asked = await asking(one, client);
    const answer = { id: asked.id, result: { action: 'accept' } };
    expect((await at(two, client).post(answer)).status).toBe(202);
    expect(await asked.done).toMatchObject({ id: 7, result: { answer: { action: 'accept' } } });
    expect((await at(two, client).post(answer)).status).toBe(202);
    await expect.poll(() => two.protocol.refusals).toEqual(['ANSWER_UNKNOWN']);
    expect(one.protocol.refusals).toEqual([]);
  });

  it('is an error as well as an answer', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    const asked = await asking(one, client);
    await at(two, client).post({ id: asked.id, error: { code: -7, message: 'no' } });
    expect(await asked.done).toMatchObject({ id: 7, result: { failed: expect.any(String) } });
  });

  it('counts once, wherever and however often it is said at the same time', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()];
    const client = await hello(one);
    const asked = await asking(one, client);
    await Promise.all(
      [two, three, two, three].map((each, index) =>
        at(each, client).post({ id: asked.id, result: { index } }),
      ),
    );
    await asked.done;
    const refusals = (): readonly string[] => [one, two, three].flatMap(({ protocol }) => protocol.refusals);
    await expect.poll(() => refusals().length).toBe(3);
    await pulses();
    expect(refusals()).toEqual(['ANSWER_UNKNOWN', 'ANSWER_UNKNOWN', 'ANSWER_UNKNOWN']);
  });

  it('is asked under an id that no other process asks under', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    const [here, there] = [await asking(one, client, 1), await asking(two, client, 2)];
    expect(here.id).not.toBe(there.id);
    await client.post({ id: there.id, result: { who: 'two' } });
    await at(two, client).post({ id: here.id, result: { who: 'one' } });
    expect(await there.done).toMatchObject({ id: 2, result: { answer: { who: 'two' } } });
    expect(await here.done).toMatchObject({ id: 1, result: { answer: { who: 'one' } } });
  });

  it('never reaches another session, nor comes from another principal', async () => {
    const [one, two] = [await begin(), await begin()];
    const [client, other, ben] = [await hello(one), await hello(two), await hello(two, 'ben')];
    const asked = await asking(one, client);
    const answer = { id: asked.id, result: { action: 'accept' } };
    for (const each of [other, ben]) expect((await each.post(answer)).status).toBe(202);
    expect((await at(two, client, 'ben').post(answer)).status).toBe(404);
    await expect.poll(() => two.protocol.refusals.filter((each) => each === 'ANSWER_UNKNOWN').length).toBe(2);
    expect((await at(two, client).post({ ...answer, result: { action: 'decline' } })).status).toBe(202);
    expect(await asked.done).toMatchObject({ result: { answer: { action: 'decline' } } });
  });

  it('takes up so much of the board for one principal, in however many sessions, and no less for another', async () => {
    const bodyBytes = 10_000;
    const [one, two] = [await begin({ mailMs: 60_000 }), await begin({ bodyBytes, mailMs: 60_000 })];
    const ann = await Promise.all(Array.from({ length: 5 }, () => hello(two)));
    const large = { id: 'nobody.1', result: { text: 'x'.repeat(bodyBytes - 100) } };
    for (let each = 0; each < 30; each += 1)
      for (const client of ann) expect((await client.post(large)).status).toBe(202);
    const size = two.way.mails.reduce((sum, each) => sum + each, 0);
    expect(size).toBeGreaterThan(bodyBytes);
    expect(size).toBeLessThanOrEqual(8 * bodyBytes);
    expect(two.protocol.refusals).toHaveLength(5 * 30 - two.way.mails.length);
    const ben = await hello(one, 'ben');
    const asked = await asking(one, ben);
    await at(two, ben).post({ id: asked.id, result: large.result });
    expect(await asked.done).toMatchObject({ id: 7, result: { answer: large.result } });
  });

  it('may be said again and again when it was heard', async () => {
    const [one, two] = [await begin(), await begin({ bodyBytes: 10_000, mailMs: 60_000 })];
    const client = await hello(one);
    const text = 'x'.repeat(9000);
    for (let id = 1; id <= 20; id += 1) {
      const asked = await asking(one, client, id);
      await at(two, client).post({ id: asked.id, result: { text } });
      expect(await asked.done).toMatchObject({ id, result: { answer: { text } } });
      await pulses();
    }
  });

  it('takes a request back that runs there, and none of another session', async () => {
    const [one, two] = [await begin(), await begin()];
    const [client, other] = [await hello(one), await hello(one)];
    const mine = client.post(tool(1, 'hold', { tag: 'mine' }));
    const theirs = other.post(tool(1, 'hold', { tag: 'theirs' }));
    await expect.poll(() => one.protocol.exchanges.length).toBe(2);
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await at(two, client).post(cancelled)).status).toBe(202);
    await expect.poll(() => one.protocol.events).toContain('aborted mine');
    expect((await mine).messages).toEqual([]);
    expect(one.protocol.events).not.toContain('aborted theirs');
    one.protocol.release();
    expect((await theirs).messages).toMatchObject([{ id: 1, result: { held: { tag: 'theirs' } } }]);
    expect(two.protocol.refusals).toEqual([]);
  });
});

describe('what a client is told', () => {
  const UPDATED = 'notifications/resources/updated';
  const CHANGED = 'notifications/tools/list_changed';
  const tell = ({ protocol }: ReplicaProcess, method: string, params: JsonObject = {}): void => {
    for (const stream of protocol.streams.values()) stream.notify(method, params);
  };
  const uris = (stream: { readonly messages: readonly JsonObject[] }): readonly unknown[] =>
    stream.messages.filter(({ method }) => method === UPDATED).map(({ params }) => objectOf(params)['uri']);

  it('of a resource at one process reaches its stream at another, each time that it changes', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    const stream = at(two, client).open('GET', null);
    await expect.poll(() => two.server.sessions()).toBe(1);
    for (let count = 1; count <= 3; count += 1) {
      tell(one, UPDATED, { uri: 'note://1' });
      await expect.poll(() => uris(stream).length).toBe(count);
      await pulses();
    }
    for (let count = 1; count <= 3; count += 1) tell(one, UPDATED, { uri: 'note://2' });
    await expect.poll(() => uris(stream).filter((uri) => uri === 'note://2').length).toBe(2);
    stream.close();
  });

  it('waits at any process until there is a stream at one', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    tell(one, UPDATED, { uri: 'note://1' });
    tell(one, CHANGED);
    await expect.poll(() => one.protocol.streams.size).toBe(1);
    const stream = at(two, client).open('GET', null);
    await expect.poll(() => stream.messages.length).toBe(2);
    expect(uris(stream)).toEqual(['note://1']);
    stream.close();
  });

  it('comes over the newest stream, wherever that is; older ones end', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    const older = client.open('GET', null);
    await expect.poll(() => one.protocol.streams.size).toBe(1);
    tell(one, CHANGED);
    await expect.poll(() => older.messages.length).toBe(1);
    time += 1;
    const newer = at(two, client).open('GET', null);
    await older.done;
    tell(one, UPDATED, { uri: 'note://1' });
    await expect.poll(() => uris(newer)).toEqual(['note://1']);
    newer.close();
  });

  it('of a resource it takes back at any process, and where it asked for it', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()];
    const client = await hello(one);
    expect(await status(at(three, client))).toBe(200);
    const uri = 'note://1';
    const asked = ({ protocol }: ReplicaProcess): readonly string[] =>
      protocol.exchanges.map(({ method }) => method).filter((method) => method.startsWith('resources/'));
    await client.post({ id: 1, method: 'resources/subscribe', params: { uri } });
    time += 1;
    await at(two, client).post({ id: 2, method: 'resources/unsubscribe', params: { uri } });
    await expect.poll(() => asked(one)).toEqual(['resources/subscribe', 'resources/unsubscribe']);
    time += 1;
    await client.post({ id: 3, method: 'resources/subscribe', params: { uri } });
    time += 1;
    await client.post({ id: 4, method: 'resources/unsubscribe', params: { uri } });
    await pulses();
    expect([asked(one).length, asked(two).length, asked(three).length]).toEqual([4, 1, 0]);
  });

  it('of the log is what it asked for, at every process, also at one that it comes to later', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()];
    const client = await hello(one);
    expect(await status(at(two, client))).toBe(200);
    const levels = ({ protocol }: ReplicaProcess): readonly unknown[] =>
      protocol.exchanges
        .filter(({ method }) => method === 'logging/setLevel')
        .map(({ params, client: { context } }) => [params['level'], context]);
    await client.post({ id: 1, method: 'logging/setLevel', params: { level: 'info' } });
    const { context } = one.protocol.clients[0] ?? { context: '' };
    await expect.poll(() => levels(two)).toEqual([['info', context]]);
    expect(await status(at(three, client))).toBe(200);
    await expect.poll(() => levels(three)).toEqual([['info', context]]);
    await at(two, client).post({ id: 1, method: 'logging/setLevel', params: { level: 'error' } });
    await expect.poll(() => levels(one).at(-1)).toEqual(['error', context]);
    await expect.poll(() => levels(three).at(-1)).toEqual(['error', context]);
  });
});

describe('where the board is out of reach', () => {
  it('what is wanted of the log counts here, and everywhere when it is back', async () => {
    const [one, two] = [await begin(), await begin()];
    const client = await hello(one);
    const level = (wanted: string): Promise<unknown> =>
      client.post({ id: 1, method: 'logging/setLevel', params: { level: wanted } });
    const levels = ({ protocol }: ReplicaProcess): readonly unknown[] =>
      protocol.exchanges
        .filter(({ method }) => method === 'logging/setLevel')
        .map(({ params }) => params['level']);
    expect(await status(at(two, client))).toBe(200);
    await level('info');
    await expect.poll(() => levels(two)).toEqual(['info']);
    one.way.isOpen = false;
    await level('error');
    one.way.isOpen = true;
    time += IDLE_MS / 2;
    expect(await status(client)).toBe(200);
    await expect.poll(() => levels(two)).toEqual(['info', 'error']);
    await pulses();
    expect(levels(one)).toEqual(['info', 'error']);
  });

  it('an unknown session may be there: the client is told to come again, and what is known is served', async () => {
    const [one, two] = [await begin(), await begin()];
    const [client, known] = [await hello(one), await hello(two)];
    two.way.isOpen = false;
    for (const [method, body] of [
      ['POST', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
      ['POST', JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })],
      ['GET', null],
      ['DELETE', null],
    ] as const) {
      const answer = await at(two, client).send(method, body);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    }
    expect(await status(known)).toBe(200);
    two.way.isOpen = true;
    expect(await status(at(two, client))).toBe(200);
  });

  it('nothing is opened, ended or passed on that the others would not hear of', async () => {
    const one = await begin();
    const client = await hello(one);
    one.way.isOpen = false;
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x' } };
    const fresh = new TestClient(one.server.port, { 'x-who': 'ann' });
    expect((await fresh.post({ id: 1, method: 'initialize', params })).status).toBe(503);
    expect((await client.send('DELETE', null)).status).toBe(503);
    expect((await client.post({ id: 'x.1', result: {} })).status).toBe(503);
    one.way.isOpen = true;
    expect(await status(client)).toBe(200);
    expect((await client.send('DELETE', null)).status).toBe(204);
  });
});

it('a client that says more of itself than can be kept is not served', async () => {
  const one = await begin();
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x'.repeat(100_000) },
  };
  const answer = await new TestClient(one.server.port).post({ id: 1, method: 'initialize', params });
  expect(answer.status).toBe(400);
  expect(one.protocol.refusals).toEqual(['CLIENT_TOO_LARGE']);
});
