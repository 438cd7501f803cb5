import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PendingCall } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { findHookListeners } from '@callgate/gateway/hooks';
import type { SocketClient } from '@callgate/operations/socket';
import { connectOperations, findLiveGates, serveOperations } from '@callgate/operations/socket';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveHooks } from '../../gateway/src/hooks/serve-hooks.ts';
import { GateProcess, eventually, tempHome } from './gate-processes.ts';
import type { Office } from '../../gate/test/office.ts';
import { call, office, policyText } from '../../gate/test/office.ts';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

const connected = async (folder: string, prefer?: string): Promise<SocketClient> => {
  const client = await connectOperations(folder, prefer === undefined ? {} : { prefer });
  if (client === undefined) throw new Error('nobody answers');
  onTestFinished(() => client.close());
  return client;
};

interface ServedSocket extends Office {
  readonly home: string;
  readonly socket: string;
}

/** A gate in this process, with a socket. */
const served = async (options: Parameters<typeof office>[0] = {}): Promise<ServedSocket> => {
  const opened = await office(options);
  const home = tempHome();
  const server = await serveOperations({ gate: opened.gate, folder: home, instance: opened.store.instance });
  onTestFinished(() => server.close());
  return { ...opened, home, socket: server.path };
};

interface SocketResponse {
  readonly status: number;
  readonly bytes: Buffer;
  readonly answer: unknown;
}

/** Whoever asks what they like. */
const post = (socketPath: string, path: string, body: string | Uint8Array): Promise<SocketResponse> =>
  new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method: 'POST', agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, bytes, answer: JSON.parse(bytes.toString()) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const ask = (socketPath: string, name: string, params: unknown): Promise<SocketResponse> =>
  post(socketPath, `/operations/${name}`, JSON.stringify(params));

/** The stream of events, a line at a time. Nothing is read before the first is wanted. */
class Events {
  readonly #response: IncomingMessage;
  #lines: AsyncIterator<string> | undefined;

  private constructor(response: IncomingMessage) {
    this.#response = response;
  }

  static async open(socketPath: string): Promise<Events> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ socketPath, path: '/events', agent: false }, resolve).on('error', reject).end();
    });
    response.on('error', () => {});
    onTestFinished(() => void response.destroy());
    return new Events(response);
  }

  async next(): Promise<Record<string, unknown>> {
    this.#lines ??= createInterface({ input: this.#response })[Symbol.asyncIterator]();
    const { value }: IteratorResult<string, unknown> = await this.#lines.next();
    return JSON.parse(String(value));
  }
}

describe('the socket', () => {
  it('is for its owner alone, whatever the umask is', async () => {
    const home = tempHome();
    const { path, instance } = await GateProcess.start(home, 'balanced', '000');
    expect(path).toBe(join(home, 'run', `${instance}.sock`));
    expect([mode(path), mode(dirname(path))]).toEqual(['600', '700']);
    expect(readdirSync(dirname(path))).toEqual([`${instance}.sock`]);
  });

  it('closes a folder that stood open', async () => {
    const { gate, store } = await office();
    const home = tempHome();
    mkdirSync(join(home, 'run'));
    chmodSync(join(home, 'run'), 0o777);
    const server = await serveOperations({ gate, folder: home, instance: store.instance });
    onTestFinished(() => server.close());
    expect(mode(dirname(server.path))).toBe('700');
  });

  it('goes with its process; one that was killed leaves it, and the next process takes it away', async () => {
    const home = tempHome();
    const first = await GateProcess.start(home);
    const second = await GateProcess.start(home);
    await second.leave('exit');
    expect(existsSync(second.path)).toBe(false);
    await first.kill();
    expect(existsSync(first.path)).toBe(true);
    expect(await connectOperations(home)).toBeUndefined();
    expect(await findLiveGates(home)).toEqual([]);
    const third = await GateProcess.start(home);
    expect(existsSync(first.path)).toBe(false);
    expect((await connected(home)).instance).toBe(third.instance);
  });

  it('is one of many: every process has its own, and any of them answers for the store that they share', async () => {
    const home = tempHome();
    const [one, other] = [await GateProcess.start(home), await GateProcess.start(home, 'strict')];
    const live = await findLiveGates(home);
    expect(new Set(live.map(({ instance }) => instance))).toEqual(new Set([one.instance, other.instance]));
    expect(new Set(live.map(({ policy }) => policy?.name))).toEqual(new Set(['balanced', 'strict']));
    const { call: id } = await one.ask('begin', 'mail', call('send_mail', { to: 'bob@example.com' }));
    const client = await connected(home, other.instance);
    expect(client.instance).toBe(other.instance);
    const inbox = await client.ask('inbox.list', { limit: 10 });
    expect(inbox.items).toMatchObject([
      { id, instance: one.instance, server: 'office', target: 'send_mail' },
    ]);
    expect((await connected(home, one.instance)).instance).toBe(one.instance);
    expect([one.instance, other.instance]).toContain((await connected(home, 'nobody')).instance);
  });

  it('moves to a short private folder where its path would be too long for a socket', async () => {
    const { gate, store } = await office();
    const home = join(tempHome(), 'x'.repeat(120));
    const server = await serveOperations({ gate, folder: home, instance: store.instance });
    const { path } = server;
    onTestFinished(() => server.close());
    onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }));
    expect(path.startsWith(join(tmpdir(), 'callgate-'))).toBe(true);
    expect([mode(path), mode(dirname(path))]).toEqual(['600', '700']);
    expect((await connected(home)).instance).toBe(store.instance);
  });

  it('cannot be named so that it lies elsewhere', async () => {
    const { gate } = await office();
    for (const instance of ['../out', 'a/b', '', 'a.b', 'x'.repeat(65)])
      await expect(serveOperations({ gate, folder: tempHome(), instance })).rejects.toMatchObject({
        code: 'CONTROL_NAME',
      });
  });

  it('is not made where something else is in the place of the folder', async () => {
    const { gate } = await office();
    const home = tempHome();
    writeFileSync(join(home, 'run'), '');
    await expect(serveOperations({ gate, folder: home, instance: 'i' })).rejects.toMatchObject({
      code: 'CONTROL_FOLDER',
    });
  });

  it.skipIf(process.getuid?.() !== 0)('is not made in a folder of somebody else', async () => {
    const { gate } = await office();
    const home = tempHome();
    mkdirSync(join(home, 'run'));
    chownSync(join(home, 'run'), 12_345, 12_345);
    await expect(serveOperations({ gate, folder: home, instance: 'i' })).rejects.toMatchObject({
      code: 'CONTROL_FOLDER',
    });
    expect(readdirSync(join(home, 'run'))).toEqual([]);
    // neither in the short one, where anybody could have been first
    const long = join(home, 'y'.repeat(120));
    const server = await serveOperations({ gate, folder: long, instance: 'i' });
    await server.close();
    rmSync(dirname(server.path), { recursive: true });
    mkdirSync(dirname(server.path), { mode: 0o700 });
    onTestFinished(() => rmSync(dirname(server.path), { recursive: true, force: true }));
    chownSync(dirname(server.path), 12_345, 12_345);
    await expect(serveOperations({ gate, folder: long, instance: 'i' })).rejects.toMatchObject({
      code: 'CONTROL_FOLDER',
    });
  });

  it('is not taken for the socket of hooks, nor that one for it', async () => {
    const { gate, store, home: folder } = await served();
    const { instance } = store;
    const hooks = await serveHooks({ gate, folder, instance, store: 'here', people: () => SINGLE_USER });
    onTestFinished(() => hooks.close());
    expect(await findHookListeners(folder)).toHaveLength(1);
    expect(await findLiveGates(folder)).toHaveLength(1);
  });

  it('that does not speak our language is passed over', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'run'), { mode: 0o700 });
    const path = join(home, 'run', 'parrot.sock');
    const parrot = createServer((socket) => {
      socket.on('error', () => {});
      socket.pipe(socket);
    });
    await new Promise<void>((resolve) => {
      parrot.listen(path, resolve);
    });
    onTestFinished(() => void parrot.close());
    expect(lstatSync(path).isSocket()).toBe(true);
    expect(await connectOperations(home)).toBeUndefined();
  });
});

describe('what comes over the socket', () => {
  it('for a filtered list is refused: nobody here hears of changes', async () => {
    const { home } = await served();
    const client = await connected(home);
    const filtered = client.ask('inbox.list', { limit: 10, filter: { server: 'notes' } });
    await expect(filtered).rejects.toMatchObject({ code: 'INBOX_FILTER' });
    expect(await client.ask('inbox.list', { limit: 10 })).toMatchObject({ items: [] });
  });

  it('costs its own request only, whatever it is', async () => {
    const { socket } = await served();
    const bad: readonly (readonly [name: string, body: string | Uint8Array, code: string])[] = [
      ['status', 'nonsense', 'JSON_SYNTAX'],
      ['status', '', 'JSON_SYNTAX'],
      ['status', '[]', 'CONTROL_PARAMS'],
      ['status', '{"x":1,"x":2}', 'JSON_DUPLICATE_KEY'],
      ['status', Uint8Array.of(0x22, 0xff, 0xfe, 0x22), 'JSON_UTF8'],
      ['status', `${'['.repeat(60)}${']'.repeat(60)}`, 'JSON_DEPTH'],
      ['toString', '{}', 'CONTROL_METHOD'],
      ['__proto__', '{}', 'CONTROL_METHOD'],
      ['status/more', '{}', 'CONTROL_PATH'],
      ['status?x=1', '{}', 'CONTROL_METHOD'],
      ['status', '{"x":1}', 'CONTROL_PARAMS'],
      ['inbox.list', '{"limit":100000}', 'CONTROL_PARAMS'],
      ['inbox.list', '{"limit":10,"after":"x"}', 'STORE_CURSOR'],
    ];
    for (const [name, body, code] of bad)
      expect([name, (await post(socket, `/operations/${name}`, body)).answer]).toMatchObject([
        name,
        { code },
      ]);
    expect(await ask(socket, 'status', {})).toMatchObject({ status: 200, answer: { v: 1 } });
  });

  it('ends the connection of whoever sends too much, and of nobody else', async () => {
    const { home, socket } = await served();
    const other = await connected(home);
    expect(await post(socket, '/operations/status', `"${'x'.repeat(300_000)}"`)).toMatchObject({
      status: 413,
      answer: { code: 'CONTROL_TOO_MUCH' },
    });
    expect(await other.ask('status', {})).toMatchObject({ waiting: 0 });
  });

  it('does not say whose word it is', async () => {
    const { socket } = await served();
    const vote = { call: 'c', verdict: 'approve', binding: 'b', opened: true };
    for (const [name, params] of [
      ['inbox.vote', { ...vote, subject: 'alice' }],
      ['inbox.vote', { ...vote, via: 'console' }],
      ['inbox.settle', { call: 'c', as: 'happened', reason: 'r', by: 'alice' }],
      ['inbox.revoke', { grant: 'g', reason: 'r', by: 'alice' }],
      [
        'sessions.declassify',
        { principal: 'p', context: 'c', authenticated: true, label: 'private', reason: 'r', by: 'a' },
      ],
    ] as const)
      expect((await ask(socket, name, params)).answer).toMatchObject({ code: 'CONTROL_PARAMS' });
  });
});

describe('what is told over the socket', () => {
  it('has no value of a call but in the question', async () => {
    const { gate, socket } = await served({
      policy: policyText(
        'extends: balanced\nrules:\n  - {id: letters, tools: office/send_mail, redact: body, reason: letters are secret}\n',
      ),
    });
    const stream = await Events.open(socket);
    const canary = 'correct-horse-battery';
    const held = await gate.begin(call('send_mail', { to: 'bob@example.com', body: canary }));
    const { call: id, ticket } = held as PendingCall;
    const events = [await stream.next(), await stream.next()];
    expect(events).toMatchObject([
      { type: 'moved', call: id },
      { type: 'held', call: id },
    ]);
    const told: unknown[] = [...events];
    for (const [method, params] of [
      ['status', {}],
      ['inbox.list', { limit: 10 }],
      ['inbox.show', { call: id }],
      ['inbox.unsettled', { limit: 10 }],
      ['inbox.grants', { limit: 10, live: false }],
      ['inbox.alerts', { limit: 10 }],
      ['record.approvals', { since: 0, until: Number.MAX_SAFE_INTEGER }],
    ] as const) {
      const { status, answer } = await ask(socket, method, params);
      expect(status).toBe(200);
      told.push(answer);
    }
    expect(JSON.stringify(told)).toContain(id);
    expect(JSON.stringify(told)).not.toContain(canary);
    expect(JSON.stringify(told)).not.toContain(ticket);
    expect((await ask(socket, 'inbox.prompt', { call: id })).answer).toMatchObject({
      arguments: { body: canary },
    });
  });

  it('is ASCII, whatever is in it', async () => {
    const { gate, home, socket } = await served();
    const text = 'a\u2028b\u0085c\u001B[2Jd\u202Ee é';
    const { call: id } = (await gate.begin(call('send_mail', { to: text }))) as PendingCall;
    const { bytes } = await ask(socket, 'inbox.prompt', { call: id });
    expect(bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)).toBe(true);
    const question = await (await connected(home)).ask('inbox.prompt', { call: id });
    expect(question?.arguments).toEqual({ to: text });
  });

  it('skips what a reader was too slow for, and says how much that was', async () => {
    const { gate, socket } = await served();
    const stream = await Events.open(socket);
    const message = 'x'.repeat(100_000);
    const loud = gate.run(call('read_note'), async (dispatchable, { progress }) => {
      dispatchable.take();
      for (let at = 0; at < 60; at += 1) {
        progress({ progress: at, message });
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      return { type: 'result', result: {} };
    });
    expect(await loud).toMatchObject({ state: 'done' });
    const heard: { readonly type: string; readonly count?: number }[] = [];
    void (async () => {
      for (;;) heard.push((await stream.next()) as (typeof heard)[number]);
    })().catch(() => {});
    // the first event after the reader caught up tells what it missed
    const lost = await eventually(async () => {
      await gate.run(call('read_note'), async (dispatchable) => {
        dispatchable.take();
        return { type: 'result', result: {} };
      });
      return heard.find(({ type }) => type === 'lost')?.count;
    });
    const seen = heard.filter(({ type }) => type === 'progress').length;
    expect(seen).toBeLessThan(60);
    expect(seen + lost).toBeGreaterThanOrEqual(60);
  });
});

describe('a vote over the socket', () => {
  it('wakes the call that waits in another process', async () => {
    const home = tempHome();
    const [waiting, other] = [await GateProcess.start(home), await GateProcess.start(home)];
    waiting.wish('run', 'mail', call('send_mail', { to: 'bob@example.com', body: 'at ten' }));
    const client = await connected(home, other.instance);
    const [held] = await eventually(async () => {
      const { items } = await client.ask('inbox.list', { limit: 10 });
      return items.length > 0 ? items : undefined;
    });
    const question = await client.ask('inbox.prompt', { call: held?.id ?? '' });
    expect(question).toMatchObject({
      arguments: { to: 'bob@example.com', body: 'at ten' },
      selfApproval: true,
    });
    const vote = { call: held?.id ?? '', binding: question?.binding ?? '', opened: true } as const;
    expect(await client.ask('inbox.vote', { ...vote, verdict: 'approve', reason: 'I know him' })).toEqual({
      state: 'approved',
      refusal: null,
      refusedBecause: null,
      missing: [],
      grant: null,
      noGrantBecause: null,
    });
    expect(await waiting.told('mail')).toMatchObject({
      state: 'done',
      answer: { result: { sent: '{"body":"at ten","to":"bob@example.com"}' } },
    });
    expect(await client.ask('inbox.show', { call: held?.id ?? '' })).toMatchObject({
      call: { state: 'done' },
      votes: [{ subject: 'local', verdict: 'approve', via: 'command-line', reason: 'I know him' }],
    });
    expect(await client.ask('inbox.vote', { ...vote, verdict: 'approve' })).toMatchObject({
      refusedBecause: { code: 'over', state: 'done' },
    });
  });

  it('ends the call if it is a no, and counts only for what was seen', async () => {
    const home = tempHome();
    const gate = await GateProcess.start(home);
    gate.wish('run', 'mail', call('send_mail', { to: 'bob@example.com' }));
    const client = await connected(home);
    const [held] = await eventually(async () => {
      const { items } = await client.ask('inbox.list', { limit: 10 });
      return items.length > 0 ? items : undefined;
    });
    const id = held?.id ?? '';
    expect(
      await client.ask('inbox.vote', { call: id, binding: 'sha256:0', opened: true, verdict: 'approve' }),
    ).toMatchObject({
      state: 'held',
      refusedBecause: { code: 'changed' },
    });
    const question = await client.ask('inbox.prompt', { call: id });
    const [result] = await client.ask('inbox.voteGroup', {
      calls: [{ call: id, binding: question?.binding ?? '' }],
      verdict: 'refuse',
      reason: 'no',
    });
    expect(result).toMatchObject({ state: 'refused' });
    expect(await gate.told('mail')).toMatchObject({ state: 'refused', code: 'REFUSED' });
    await expect(
      client.ask('inbox.vote', { call: 'nobody', binding: 'b', opened: true, verdict: 'approve' }),
    ).rejects.toMatchObject({ code: 'CALL_UNKNOWN' });
    await expect(
      client.ask('inbox.settle', { call: id, as: 'happened', reason: 'x'.repeat(2001) }),
    ).rejects.toMatchObject({ code: 'CONTROL_PARAMS' });
    await expect(
      client.ask('inbox.settle', { call: id, as: 'happened', reason: 'x'.repeat(300_000) }),
    ).rejects.toMatchObject({ code: 'CONTROL_TOO_MUCH' });
    expect(await client.ask('inbox.prompt', { call: 'nobody' })).toBeNull();
    expect(await client.ask('inbox.show', { call: 'nobody' })).toBeNull();
  });

  it('is told as unknown where the gate goes away before it answers', async () => {
    const home = tempHome();
    const gate = await GateProcess.start(home);
    const client = await connected(home);
    await gate.kill();
    await expect(client.ask('status', {})).rejects.toMatchObject({ code: 'CONTROL_GONE' });
  });
});
