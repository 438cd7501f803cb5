import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn } from '../../gateway/test/person-answer.ts';
import { Cluster } from '../../cluster/test/postgres/cluster.ts';
import { queryDatabase } from '../../cluster/test/query-database.ts';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import type { CallgateSession } from './gateway-folder.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

const WITHIN_MS = 60_000;

let cluster: Cluster;

beforeAll(async () => {
  ensureBuilt();
  cluster = await Cluster.start();
}, 2 * WITHIN_MS);
afterAll(() => cluster.remove());

const database = (): string => `${cluster.url()}?schema=t${randomBytes(6).toString('hex')}`;

const TOOLS = [
  makeTool('look'),
  makeTool('wipe', { annotations: { readOnlyHint: false, destructiveHint: true } }),
];

/** A machine with the same key as another, or the first of them. */
const machine = (like?: GatewayFolder): GatewayFolder => {
  const place = new GatewayFolder(TOOLS);
  mkdirSync(place.home, { recursive: true, mode: 0o700 });
  if (like !== undefined)
    for (const name of ['callgate.key', 'callgate.key.pub', 'callgate.anchors', 'agents.token'])
      if (existsSync(join(like.home, name))) cpSync(join(like.home, name), join(place.home, name));
  return place;
};

const config = (place: GatewayFolder, more: Record<string, unknown> = {}): string =>
  place.write(
    'c.yaml',
    JSON.stringify({
      servers: { one: { ...place.entry, trust: 'owned' } },
      http: { port: 0 },
      console: false,
      approvals: { wait: '1s' },
      ...more,
    }),
  );

interface GatewayProcess {
  readonly place: GatewayFolder;
  readonly session: CallgateSession;
  readonly url: string;
}

const up = async (
  place: GatewayFolder,
  args: readonly string[],
  more: Record<string, unknown> = {},
): Promise<GatewayProcess> => {
  const session = place.start(['up', '-c', config(place, more), ...args]);
  const [, url = ''] = await session.said(/(http:\/\/[^ ,"]+)\/mcp/);
  return { place, session, url };
};

/** Another machine with the same keys and the same servers: approvals count for those alone. */
const beside = (
  one: GatewayProcess,
  args: readonly string[],
  more: Record<string, unknown> = {},
): Promise<GatewayProcess> =>
  up(machine(one.place), args, {
    ...more,
    servers: { one: { ...one.place.entry, cwd: one.place.folder, trust: 'owned' } },
  });

const stop = async ({ session }: GatewayProcess): Promise<void> => {
  session.signal('SIGTERM');
  expect(await session.ended).toBe(0);
};

interface RpcReply {
  readonly result?: {
    readonly isError?: boolean;
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: unknown;
    readonly content?: readonly { readonly text: string }[];
    readonly _meta?: Record<string, { readonly call?: string; readonly code?: string }>;
  };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

const tokenOf = (place: GatewayFolder): string =>
  `Bearer ${readFileSync(join(place.home, 'agents.token'), 'utf8').trim()}`;

/** One request of the protocol without sessions. */
const call = async (
  { place, url }: GatewayProcess,
  name: string,
  args: Record<string, unknown>,
  more: { readonly capabilities?: unknown; readonly params?: Record<string, unknown> } = {},
): Promise<RpcReply> => {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: tokenOf(place),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        ...more.params,
        _meta: { ...META, [CAPABILITIES]: more.capabilities ?? {} },
      },
    }),
  });
  return (await answer.json()) as RpcReply;
};

/** A client of the protocol that has sessions. */
class LegacyClient {
  readonly #up: GatewayProcess;

  constructor(gateway: GatewayProcess) {
    this.#up = gateway;
  }

  ask(method: string, session?: string, params: Record<string, unknown> = {}): Promise<Response> {
    return fetch(`${this.#up.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: tokenOf(this.#up.place),
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  }

  async hello(): Promise<string> {
    const answer = await this.ask('initialize', undefined, {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    });
    return answer.headers.get('mcp-session-id') ?? '';
  }
}

const textOf = ({ result }: RpcReply): string => result?.content?.[0]?.text ?? '';

const aboutOf = (reply: RpcReply): { readonly call?: string; readonly code?: string } =>
  reply.result?.['_meta']?.['dev.callgate/decision'] ?? {};

/** Looks at the call that waits and approves what was shown. */
const approve = async (place: GatewayFolder, store: string, id: string): Promise<CommandResult> => {
  const run = async (...args: readonly string[]): Promise<CommandResult> => {
    const session = place.start(args, { CALLGATE_STORE: store });
    session.end();
    return { code: await session.ended, out: session.out, err: session.err };
  };
  const asked = await run('approve', id);
  const [, binding = ''] = /--binding (\S+)/.exec(`${asked.out}${asked.err}`) ?? [];
  return await run('approve', id, '--yes', '--binding', binding);
};

const readyz = async ({
  url,
}: GatewayProcess): Promise<{ readonly status: number; readonly body: unknown }> => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, body: await answer.json() };
};

const until = async (what: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + 300_000;
  while (!(await what())) {
    if (performance.now() > end) throw new Error(`not so after 300 s: ${what.toString()}`);
    await sleep(50);
  }
};

describe('two gateways on one database', () => {
  it(
    'share a call: one holds it, a vote comes in at the other, and either may run it, once',
    async () => {
      const store = database();
      const one = await up(machine(), ['--store', store]);
      const two = await beside(one, ['--store', store]);
      expect(one.session.err).toMatch(/STORE_DATABASE.*not replicated/);
      const held = await call(one, 'wipe', { to: 'x' });
      const { call: id = '' } = aboutOf(held);
      expect(textOf(held)).toMatch(/has not run this call yet/);
      expect(textOf(await call(two, 'wipe', { to: 'x' }))).toContain(id);
      const voted = await approve(two.place, store, id);
      expect([voted.code, voted.err]).toEqual([0, '']);
      const done = await call(one, 'wipe', { to: 'x' });
      expect(JSON.parse(textOf(done))).toMatchObject({ name: 'wipe', given: { to: 'x' } });
      const again = await call(two, 'wipe', { to: 'x' });
      expect(textOf(again)).toMatch(/has not run this call yet/);
      expect(aboutOf(again).call).not.toBe(id);
      const shown = await one.place.callgate('audit', id, '--db', store);
      expect([shown.code, shown.err]).toEqual([0, '']);
      const status = await two.place.callgate('status');
      expect(status.out).toMatch(/Databases\n.*ready since .*not replicated/);
      expect(status.out).not.toContain('undefined');
      await stop(one);
      await stop(two);
      const verified = await one.place.callgate('audit', 'verify', '--db', store);
      expect([verified.code, verified.err]).toEqual([0, '']);
      await queryDatabase(store, 'DELETE FROM journal WHERE place = 2');
      const without = await one.place.callgate('audit', 'verify', '--db', store);
      expect(without.code).toBe(1);
      expect(without.out).toMatch(/^audit log: .*\[JOURNAL\]\n(.*\n)*Audit log broken: \d problem/);
    },
    2 * WITHIN_MS,
  );

  it(
    'need not see a client again: what it carries for one is opened by the other',
    async () => {
      const store = database();
      const answers = {
        approvals: { readingTime: '1ms' },
        clients: [{ name: 'test', answersInBand: true }],
      };
      const one = await up(machine(), ['--store', store], answers);
      const two = await beside(one, ['--store', store], answers);
      const capabilities = { elicitation: { form: {} } };
      const asked = await call(one, 'wipe', { to: 'y' }, { capabilities });
      expect(asked.result?.resultType).toBe('input_required');
      const params = {
        requestState: asked.result?.requestState,
        inputResponses: {
          'dev.callgate/approval': {
            action: 'accept',
            content: { decision: 'approve', code: codeIn(JSON.stringify(asked.result?.inputRequests)) },
          },
        },
      };
      const done = await call(two, 'wipe', { to: 'y' }, { capabilities, params });
      expect(textOf(done)).toContain('"name":"wipe"');
      const twice = await call(one, 'wipe', { to: 'y' }, { capabilities, params });
      expect(textOf(twice)).not.toContain('"name":"wipe"');
      await stop(one);
      await stop(two);
    },
    2 * WITHIN_MS,
  );

  it(
    'know a client of the older protocol that said hello to the other',
    async () => {
      const store = database();
      const one = await up(machine(), ['--store', store]);
      const two = await beside(one, ['--store', store]);
      const [there, elsewhere] = [new LegacyClient(one), new LegacyClient(two)];
      const id = await there.hello();
      expect((await there.ask('tools/list', id)).status).toBe(200);
      expect((await elsewhere.ask('tools/list', id)).status).toBe(200);
      expect((await elsewhere.ask('tools/list', 'nobody')).status).toBe(404);
      const wipe = { name: 'wipe', arguments: { to: 'old' } };
      const held = (await (await there.ask('tools/call', id, wipe)).json()) as RpcReply;
      expect((await approve(two.place, store, aboutOf(held).call ?? '')).code).toBe(0);
      const again = await elsewhere.ask('tools/call', id, wipe);
      expect(textOf((await again.json()) as RpcReply)).toContain('"name":"wipe"');
      await stop(one);
      await stop(two);
    },
    2 * WITHIN_MS,
  );

  it(
    'roll to a version that only adds to the tables, with a call that waits and one that runs',
    async () => {
      const store = database();
      const one = await up(machine(), ['--store', store]);
      // what the session reads later raises no label of it anew
      await call(one, 'look', { n: -1 });
      const { call: id = '' } = aboutOf(await call(one, 'wipe', { to: 'r' }));
      await queryDatabase(
        store,
        `CREATE TABLE later (n int PRIMARY KEY); ALTER TABLE calls ADD COLUMN later text;
         UPDATE meta SET version = version + 1`,
      );
      const two = await beside(one, ['--store', store]);
      const running = Array.from({ length: 5 }, (_, n) => call(one, 'look', { n }));
      one.session.signal('SIGTERM');
      const answers = (await Promise.allSettled(running)).flatMap((each) =>
        each.status === 'fulfilled' ? [textOf(each.value)] : [],
      );
      expect(await one.session.ended).toBe(0);
      for (const answer of answers) expect(answer).not.toMatch(/unknown result/);
      expect((await approve(two.place, store, id)).code).toBe(0);
      expect(textOf(await call(two, 'wipe', { to: 'r' }))).toContain('"name":"wipe"');
      await stop(two);
      const verified = await two.place.callgate('audit', 'verify', '--db', store);
      expect([verified.code, verified.err]).toEqual([0, '']);
      expect(await queryDatabase(store, "SELECT 1 FROM calls WHERE state = 'dispatching'")).toEqual([]);
    },
    2 * WITHIN_MS,
  );

  it(
    'go by what a command on one machine disabled, with the very next call',
    async () => {
      const store = database();
      const one = await up(machine(), ['--store', store]);
      const two = await beside(one, ['--store', store]);
      expect(textOf(await call(two, 'look', { n: 1 }))).toContain('"name":"look"');
      const review = async (action: string): Promise<number | null> => {
        const session = one.place.start(
          ['review', 'one/look', action, '--reason', 'test', '-c', join(one.place.folder, 'c.yaml')],
          { CALLGATE_STORE: store },
        );
        session.end();
        return await session.ended;
      };
      expect(await review('--disable')).toBe(0);
      for (const each of [two, one])
        expect(JSON.stringify(await call(each, 'look', { n: 2 }))).not.toContain('\\"name\\":\\"look\\"');
      expect(await review('--enable')).toBe(0);
      await until(async () => textOf(await call(two, 'look', { n: 3 })).includes('"name":"look"'));
      for (const each of [one, two]) await stop(each);
    },
    2 * WITHIN_MS,
  );

  it(
    'see to what one of them held when it was killed',
    async () => {
      const store = database();
      const one = await up(machine(), ['--store', store]);
      const two = await beside(one, ['--store', store]);
      const { call: id = '' } = aboutOf(await call(one, 'wipe', { to: 'z' }));
      one.session.kill();
      await one.session.ended;
      expect((await approve(two.place, store, id)).code).toBe(0);
      expect(textOf(await call(two, 'wipe', { to: 'z' }))).toContain('"name":"wipe"');
      await stop(two);
    },
    2 * WITHIN_MS,
  );

  it(
    'say on /readyz when the database is gone, decide nothing meanwhile, and come back by themselves',
    async () => {
      const store = database();
      const one = await up(machine(), [], { store });
      expect(await readyz(one)).toMatchObject({
        status: 200,
        body: { state: 'ready', replication: 'none', since: expect.any(String) },
      });
      expect(textOf(await call(one, 'look', {}))).toContain('"name":"look"');
      await cluster.end();
      try {
        await until(async () => (await readyz(one)).status === 503);
        const { body } = await readyz(one);
        expect(body).toEqual({ state: 'away', since: expect.any(String), replication: 'none' });
        const refused = await call(one, 'look', {});
        expect(aboutOf(refused).code).toBe('STORE_AWAY');
        expect((await fetch(`${one.url}/health`)).status).toBe(200);
        const told = await one.place.callgate('status');
        expect([told.code, told.err]).toEqual([1, '']);
        expect(told.out).toMatch(/Databases\n.* AWAY since/);
        // the file in the folder is another store: nobody works on that instead
        expect((await one.place.callgate('inbox')).err).toMatch(/^error\[STORE_AWAY\]/);
      } finally {
        await cluster.run();
      }
      await until(async () => (await readyz(one)).status === 200);
      expect(textOf(await call(one, 'look', {}))).toContain('"name":"look"');
      expect(one.session.err).toMatch(/STORE_AWAY[\s\S]*STORE_BACK/);
      await stop(one);
    },
    2 * WITHIN_MS,
  );
});

describe('the password of the database', () => {
  it('is refused in a configuration, and shown nowhere', async () => {
    const place = machine();
    const url = cluster.url().replace('callgate@', 'callgate:open-sesame@');
    const refused = await place.callgate('up', '-c', config(place, { store: url }));
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/error\[CONFIG_SECRET\]/);
    expect(refused.err).not.toContain('open-sesame');
    const missing = config(place, { store: { url: cluster.url(), password: { from: 'DATABASE_WORD' } } });
    expect((await place.callgate('up', '-c', missing)).err).toMatch(
      /error\[CONFIG_VARIABLE\].*DATABASE_WORD/,
    );
  });

  it(
    'comes from the environment, or with --store, and is not told',
    async () => {
      const store = database();
      const place = machine();
      const path = config(place, { store: { url: store, password: { from: 'DATABASE_WORD' } } });
      const session = place.start(['up', '-c', path], { DATABASE_WORD: 'open-sesame' });
      await session.said(/LISTENING/);
      const status = await place.callgate('status', '--json');
      const written = store.replace('callgate@', 'callgate:open-sesame@');
      const tail = await place.callgate('audit', '--db', written);
      for (const { out, err } of [status, tail, session]) expect(`${out}${err}`).not.toContain('open-sesame');
      expect(JSON.parse(status.out)).toMatchObject({ processes: [{ database: { state: 'ready' } }] });
      session.signal('SIGTERM');
      expect(await session.ended).toBe(0);
    },
    WITHIN_MS,
  );
});

describe('callgate store copy', () => {
  it(
    'takes a store from a file to a database and back, and gates go on where they were',
    async () => {
      const store = database();
      const place = machine();
      const file = join(place.home, 'callgate.db');
      const first = await up(place, []);
      await call(first, 'look', {});
      const { call: id = '' } = aboutOf(await call(first, 'wipe', { to: 'x' }));
      const open = await place.callgate('store', 'copy', '--from', file, '--to', store);
      expect([open.code, open.err]).toEqual([1, expect.stringMatching(/^error\[COPY_IN_USE\]/)]);
      await stop(first);
      const there = await place.callgate('store', 'copy', '--from', file, '--to', store);
      expect([there.code, there.err]).toEqual([0, '']);
      expect(there.out).toMatch(/\d+ entries of the audit log and 2 calls from .* to postgres:/);
      const [before, after] = [
        await place.callgate('audit', '--export', '-', '--format', 'jsonl', '--db', file),
        await place.callgate('audit', '--export', '-', '--format', 'jsonl', '--db', store),
      ];
      expect(after.out).toBe(before.out);
      const second = await up(place, ['--store', store]);
      expect((await approve(place, store, id)).code).toBe(0);
      expect(textOf(await call(second, 'wipe', { to: 'x' }))).toContain('"name":"wipe"');
      await stop(second);
      const taken = await place.callgate('store', 'copy', '--from', store, '--to', file);
      expect(taken.err).toMatch(/^error\[COPY_NOT_EMPTY\]/);
      const other = join(place.folder, 'other', 'callgate.db');
      const back = await place.callgate('store', 'copy', '--from', store, '--to', other, '--json');
      expect([back.code, back.err]).toEqual([0, '']);
      expect(JSON.parse(back.out)).toMatchObject({ verified: true, rows: { calls: 2, votes: 1 } });
      const [pg, sqlite] = [
        await place.callgate('audit', '--export', '-', '--format', 'jsonl', '--db', store),
        await place.callgate('audit', '--export', '-', '--format', 'jsonl', '--db', other),
      ];
      expect(sqlite.out).toBe(pg.out);
      expect(sqlite.out.startsWith(before.out.trimEnd().split('\n').slice(0, -1).join('\n'))).toBe(true);
    },
    2 * WITHIN_MS,
  );
});

describe('callgate store backup', () => {
  it(
    'of a database that gates write to is one moment of it, and is restored to another database or a file',
    async () => {
      const store = database();
      const place = machine();
      const one = await up(place, ['--store', store]);
      await call(one, 'look', {});
      const { call: id = '' } = aboutOf(await call(one, 'wipe', { to: 'x' }));
      expect((await approve(place, store, id)).code).toBe(0);
      const over = new AbortController();
      const calls = (async () => {
        while (!over.signal.aborted) await call(one, 'look', {});
      })();
      const backup = join(place.folder, 'b.backup');
      const made = await place.callgate('store', 'backup', '--from', store, '--to', backup, '--json');
      over.abort();
      await calls;
      expect([made.code, made.err]).toEqual([0, '']);
      expect(JSON.parse(made.out)).toMatchObject({ verified: true });
      expect(textOf(await call(one, 'wipe', { to: 'x' }))).toContain('"name":"wipe"');
      await stop(one);
      const [there, file] = [database(), join(place.home, 'restored', 'callgate.db')];
      mkdirSync(join(place.home, 'restored'), { mode: 0o700 });
      cpSync(join(place.home, 'callgate.key'), join(place.home, 'restored', 'callgate.key'));
      const anchors = readFileSync(join(place.home, 'callgate.anchors'), 'utf8');
      const restore = (...to: readonly string[]) =>
        place.callgate('store', 'restore', '--from', backup, ...to, '--reason', 'drill');
      // a trial leaves what gates here remember of their store
      const trial = await restore('--to', database());
      expect([trial.code, trial.err]).toEqual([0, expect.stringMatching(/^note: .*anchors\.restored-\d+ /)]);
      expect(readFileSync(join(place.home, 'callgate.anchors'), 'utf8')).toBe(anchors);
      await stop(await up(place, ['--store', store]));
      for (const to of [there, file]) {
        const own = to === there ? ['-c', config(place, { store: there })] : [];
        const restored = await restore('--to', to, ...own);
        expect([restored.code, restored.err]).toEqual([0, '']);
        const verified = JSON.parse((await place.callgate('audit', 'verify', '--db', to, '--json')).out);
        expect(verified).toMatchObject({ verdict: 'intact', problems: [] });
        const listed = await place.callgate('audit', '--db', to, '--state', 'withdrawn', '--json');
        expect(listed.out).toContain(id);
      }
      // the approval was used after the backup, and is not there again
      const two = await up(place, ['--store', there]);
      expect(textOf(await call(two, 'wipe', { to: 'x' }))).not.toContain('"name":"wipe"');
      await stop(two);
    },
    3 * WITHIN_MS,
  );
});
