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
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { HeldCall } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { liveHooks } from '@callgate/gateway/hooks';
import type { SocketClient } from '@callgate/operations/socket';
import { connectOperations, liveGates, serveOperations } from '@callgate/operations/socket';
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

interface Served extends Office {
  readonly home: string;
  readonly socket: string;
}

/** A gate in this process, with a socket. */
const served = async (options: Parameters<typeof office>[0] = {}): Promise<Served> => {
  const opened = await office(options);
  const home = tempHome();
  const server = await serveOperations({ gate: opened.gate, folder: home, instance: opened.store.instance });
  onTestFinished(() => server.close());
  return { ...opened, home, socket: server.path };
};

/** Whoever writes what they like. */
class Raw {
  readonly socket: Socket;
  readonly #lines: AsyncIterator<string>;
  readonly closed: Promise<void>;

  constructor(path: string) {
    this.socket = connect(path);
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => resolve());
    });
    this.#lines = createInterface({ input: this.socket })[Symbol.asyncIterator]();
    onTestFinished(() => void this.socket.destroy());
  }

  send(text: string | Uint8Array): void {
    this.socket.write(text);
  }

  async line(): Promise<Record<string, unknown>> {
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
    expect(await liveGates(home)).toEqual([]);
    const third = await GateProcess.start(home);
    expect(existsSync(first.path)).toBe(false);
    expect((await connected(home)).instance).toBe(third.instance);
  });

  it('is one of many: every process has its own, and any of them answers for the store that they share', async () => {
    const home = tempHome();
    const [one, other] = [await GateProcess.start(home), await GateProcess.start(home, 'strict')];
    const live = await liveGates(home);
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
    expect(await liveHooks(folder)).toHaveLength(1);
    expect(await liveGates(folder)).toHaveLength(1);
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
  it('costs its own line only, whatever it is', async () => {
    const raw = new Raw((await served()).socket);
    const bad: readonly (readonly [line: string, code: string, id: number | null])[] = [
      ['nonsense', 'CONTROL_LINE', null],
      ['', 'CONTROL_LINE', null],
      ['[]', 'CONTROL_LINE', null],
      ['{"id":1,"method":"status","method":"inbox.vote","params":{}}', 'CONTROL_LINE', null],
      ['{"id":2,"method":"status"}', 'CONTROL_LINE', 2],
      ['{"id":-1,"method":"status","params":{}}', 'CONTROL_LINE', null],
      ['{"id":3,"method":"status","params":{},"more":1}', 'CONTROL_LINE', 3],
      ['{"id":4,"method":"toString","params":{}}', 'CONTROL_METHOD', 4],
      ['{"id":5,"method":"__proto__","params":{}}', 'CONTROL_METHOD', 5],
      ['{"id":6,"method":"status","params":{"x":1}}', 'CONTROL_PARAMS', 6],
      ['{"id":7,"method":"inbox.list","params":{"limit":100000}}', 'CONTROL_PARAMS', 7],
      ['{"id":8,"method":"inbox.list","params":{"limit":10,"after":"x"}}', 'STORE_CURSOR', 8],
      [`{"id":9,"method":"status","params":${'['.repeat(60)}${']'.repeat(60)}}`, 'CONTROL_LINE', null],
    ];
    for (const [line, code, id] of bad) {
      raw.send(`${line}\n`);
      expect(await raw.line()).toMatchObject({ id, error: { code } });
    }
    raw.send(Uint8Array.of(0x22, 0xff, 0xfe, 0x22, 0x0a));
    expect(await raw.line()).toMatchObject({ id: null, error: { code: 'CONTROL_LINE' } });
    raw.send('{"id":10,"method":"sta');
    raw.send('tus","params":{}}\n{"id":11,"method":"status","params":{}}\n');
    expect(await raw.line()).toMatchObject({ id: 10, result: { v: 1 } });
    expect(await raw.line()).toMatchObject({ id: 11, result: { v: 1 } });
  });

  it('is answered to the end, also where whoever asked says no more', async () => {
    const raw = new Raw((await served()).socket);
    raw.socket.end(
      '{"id":1,"method":"status","params":{}}\n{"id":2,"method":"inbox.alerts","params":{"limit":5}}\n',
    );
    expect(await raw.line()).toMatchObject({ id: 1 });
    expect(await raw.line()).toMatchObject({ id: 2, result: { items: [] } });
    await raw.closed;
  });

  it('ends the connection of whoever sends too much, and of nobody else', async () => {
    const { home, socket } = await served();
    const other = await connected(home);
    const raw = new Raw(socket);
    raw.send('x'.repeat(300_000));
    expect(await raw.line()).toMatchObject({ error: { code: 'CONTROL_TOO_MUCH' } });
    await raw.closed;
    expect(await other.ask('status', {})).toMatchObject({ waiting: 0 });
  });

  it('does not say whose word it is', async () => {
    const raw = new Raw((await served()).socket);
    const vote = { call: 'c', verdict: 'approve', binding: 'b', opened: true };
    for (const claimed of [{ subject: 'alice' }, { via: 'console' }]) {
      raw.send(`${JSON.stringify({ id: 1, method: 'inbox.vote', params: { ...vote, ...claimed } })}\n`);
      expect(await raw.line()).toMatchObject({ error: { code: 'CONTROL_PARAMS' } });
    }
    for (const [method, params] of [
      ['inbox.settle', { call: 'c', as: 'happened', reason: 'r', by: 'alice' }],
      ['inbox.revoke', { grant: 'g', reason: 'r', by: 'alice' }],
      [
        'sessions.declassifyContext',
        { principal: 'p', context: 'c', authenticated: true, label: 'private', reason: 'r', by: 'a' },
      ],
    ] as const) {
      raw.send(`${JSON.stringify({ id: 2, method, params })}\n`);
      expect(await raw.line()).toMatchObject({ error: { code: 'CONTROL_PARAMS' } });
    }
  });
});

describe('what is told over the socket', () => {
  it('has no value of a call but in the question', async () => {
    const { gate, socket } = await served({
      policy: policyText(
        'extends: balanced\nrules:\n  - {id: letters, tools: office/send_mail, redact: body, reason: letters are secret}\n',
      ),
    });
    const raw = new Raw(socket);
    raw.send('{"id":0,"method":"subscribe","params":{}}\n');
    expect(await raw.line()).toEqual({ id: 0, result: true });
    const canary = 'correct-horse-battery';
    const held = await gate.begin(call('send_mail', { to: 'bob@example.com', body: canary }));
    const { call: id, ticket } = held as HeldCall;
    const events = [await raw.line(), await raw.line()];
    expect(events).toMatchObject([
      { event: { type: 'moved', call: id } },
      { event: { type: 'held', call: id } },
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
      raw.send(`${JSON.stringify({ id: 1, method, params })}\n`);
      const answer = await raw.line();
      expect(answer).toHaveProperty('result');
      told.push(answer);
    }
    expect(JSON.stringify(told)).toContain(id);
    expect(JSON.stringify(told)).not.toContain(canary);
    expect(JSON.stringify(told)).not.toContain(ticket);
    raw.send(`${JSON.stringify({ id: 2, method: 'inbox.prompt', params: { call: id } })}\n`);
    expect(await raw.line()).toMatchObject({ id: 2, result: { arguments: { body: canary } } });
  });

  it('is ASCII, whatever is in it, so that no character ends a line early', async () => {
    const { gate, home, socket } = await served();
    const text = 'a\u2028b\u0085c\u001B[2Jd\u202Ee é';
    const { call: id } = (await gate.begin(call('send_mail', { to: text }))) as HeldCall;
    const raw = new Raw(socket);
    const bytes: Buffer[] = [];
    raw.socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    raw.send(`${JSON.stringify({ id: 1, method: 'inbox.prompt', params: { call: id } })}\n`);
    await raw.line();
    const sent = Buffer.concat(bytes);
    expect(sent.every((byte) => byte === 0x0a || (byte >= 0x20 && byte <= 0x7e))).toBe(true);
    const question = await (await connected(home)).ask('inbox.prompt', { call: id });
    expect(question?.arguments).toEqual({ to: text });
  });

  it('skips what a reader was too slow for, and says how much that was', async () => {
    const { gate, socket } = await served();
    const raw = new Raw(socket);
    raw.send('{"id":0,"method":"subscribe","params":{}}\n');
    expect(await raw.line()).toEqual({ id: 0, result: true });
    raw.socket.pause();
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
    raw.socket.resume();
    const heard: { readonly type: string; readonly count?: number }[] = [];
    void (async () => {
      for (;;) heard.push(((await raw.line()) as { event: (typeof heard)[number] }).event);
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
      refusedBecause: 'the call is done',
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
      refusedBecause: expect.stringContaining('not what is asked now'),
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
    await client.closed;
    await expect(client.ask('status', {})).rejects.toMatchObject({ code: 'CONTROL_GONE' });
  });
});
