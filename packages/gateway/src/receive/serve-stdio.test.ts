import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeProtocol, PRINCIPAL, call, modern } from '../../test/fake-protocol.ts';
import { serveStdio } from './serve-stdio.ts';

interface Harness {
  readonly protocol: FakeProtocol;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly lines: JsonObject[];
  readonly raw: Buffer[];
  readonly ended: () => number;
  send(...messages: readonly object[]): void;
  settled(): Promise<void>;
}

const start = (options: { readonly limits?: ParseLimits } = {}): Harness => {
  const protocol = new FakeProtocol();
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: JsonObject[] = [];
  const raw: Buffer[] = [];
  let ends = 0;
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    raw.push(chunk);
    rest += chunk.toString('latin1');
    const parts = rest.split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) lines.push(objectOf(parseStrict(part)));
  });
  const caller = {
    principal: PRINCIPAL,
    context: 'process',
    authenticated: true,
    transport: 'stdio',
  } as const;
  serveStdio({ protocol, input, output, caller, onEnd: () => ends++, ...options });
  const send = (...messages: readonly object[]): void => {
    input.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  };
  return { protocol, input, output, lines, raw, ended: () => ends, send, settled: () => delay(5) };
};

const objectOf = (value: Json): JsonObject => {
  if (!isJsonObject(value)) throw new Error('not an object');
  return value;
};

const INITIALIZE = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {} },
};

const initialized = async (): Promise<Harness> => {
  const harness = start();
  harness.send(INITIALIZE, { method: 'notifications/initialized' });
  await harness.settled();
  harness.lines.length = 0;
  return harness;
};

const tool = (id: number | string, name: string, args: JsonObject = {}): object => ({
  id,
  method: 'tools/call',
  params: call(name, args),
});

describe('a legacy client on a pipe', () => {
  it('says hello, is opened, and is closed when its input ends', async () => {
    const { protocol, lines, input, send, settled, ended } = start();
    send(INITIALIZE, { method: 'notifications/initialized' });
    await settled();
    expect(lines).toMatchObject([{ id: 0, result: { protocolVersion: '2025-11-25' } }]);
    expect(protocol.clients).toMatchObject([
      { era: 'legacy', version: '2025-11-25', stateful: true, context: 'process' },
    ]);
    send(tool(1, 'echo', { a: 1 }));
    await settled();
    expect(lines[1]).toMatchObject({ id: 1, result: { echo: { a: 1 } } });
    input.end();
    await settled();
    expect(protocol.events).toContain('notification notifications/initialized from stdi');
    expect(protocol.events.at(-1)).toBe('closed');
    expect(ended()).toBe(1);
  });

  it('may send more while its hello is being answered', async () => {
    const { lines, protocol, send, settled } = start();
    send(INITIALIZE, { method: 'notifications/initialized' }, tool(1, 'echo'), tool(2, 'echo'));
    await settled();
    expect(lines.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(protocol.refusals).toEqual([]);
  });

  it('is told to say hello first, but may ping', async () => {
    const { lines, protocol, send, settled } = start();
    send({ id: 1, method: 'tools/list' }, { id: 2, method: 'ping' }, { method: 'notifications/initialized' });
    await settled();
    expect(lines).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, result: {} },
    ]);
    expect(protocol.events).toEqual([]);
  });

  it('says hello once; a hello that failed may be said again', async () => {
    const { lines, send, settled, protocol } = start();
    send({ id: 1, method: 'initialize', params: {} });
    await settled();
    send({ ...INITIALIZE, id: 2 }, { ...INITIALIZE, id: 3 });
    await settled();
    send({ ...INITIALIZE, id: 4 });
    await settled();
    expect(lines.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(lines.filter((line) => 'result' in line)).toMatchObject([{ id: 2 }]);
    expect(protocol.clients).toHaveLength(1);
  });

  it('gets nothing of the modern era, and nothing that is not on the list', async () => {
    const { lines, protocol, send, settled } = await initialized();
    const methods = [
      'server/discover',
      'subscriptions/listen',
      'sampling/createMessage',
      'Tools/call',
      'tools/call ',
      'x',
      '__proto__',
    ];
    send(...methods.map((method, id) => ({ id, method })));
    await settled();
    expect(lines.map(({ id, error }) => [id, objectOf(error ?? null)['code']])).toEqual(
      methods.map((_, id) => [id, -32601]),
    );
    expect(protocol.exchanges).toEqual([]);
  });

  it('sends no request as a notification', async () => {
    const { lines, protocol, send, settled } = await initialized();
    send(
      { method: 'tools/call', params: call('echo') },
      { method: 'initialize' },
      { method: 'notifications/message' },
    );
    await settled();
    expect(lines).toEqual([]);
    expect(protocol.exchanges).toEqual([]);
    expect(protocol.refusals).toEqual(['METHOD_UNKNOWN', 'METHOD_UNKNOWN', 'METHOD_UNKNOWN']);
  });
});

describe('a modern client on the same pipe', () => {
  it('needs no hello and has a client of its own for each request', async () => {
    const { lines, protocol, send, settled } = start();
    send(
      { id: 1, method: 'server/discover', params: modern() },
      { id: 2, method: 'tools/call', params: modern(call('echo')) },
    );
    await settled();
    expect(lines).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
    ]);
    const [first, second] = protocol.exchanges;
    expect(first?.client).toMatchObject({ era: 'modern', version: '2026-07-28', stateful: false });
    expect(first?.client.key).not.toBe(second?.client.key);
    expect(protocol.events).not.toContain('opened');
  });

  it('gets nothing of the legacy era', async () => {
    const { lines, protocol, send, settled } = start();
    const methods = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'tasks/list'];
    send(...methods.map((method, id) => ({ id, method, params: modern() })));
    await settled();
    expect(lines.map(({ error }) => objectOf(error ?? null)['code'])).toEqual(methods.map(() => -32601));
    expect(protocol.exchanges).toEqual([]);
  });

  it('is told what is wrong with its envelope', async () => {
    const { lines, send, settled } = start();
    const version = 'io.modelcontextprotocol/protocolVersion';
    send(
      { id: 1, method: 'tools/list', params: { _meta: { [version]: '2026-07-28' } } },
      { id: 2, method: 'tools/list', params: modern({}, { [version]: 'v999' }) },
      { id: 3, method: 'tools/list', params: modern({}, { [version]: 7 }) },
    );
    await settled();
    expect(lines).toMatchObject([
      { id: 1, error: { code: -32602 } },
      { id: 2, error: { code: -32022, data: { requested: 'v999', supported: ['2026-07-28'] } } },
      { id: 3, error: { code: -32602 } },
    ]);
  });

  it('cannot be asked anything', async () => {
    const { lines, send, settled } = start();
    send({ id: 1, method: 'tools/call', params: modern(call('ask')) });
    await settled();
    expect(lines).toMatchObject([{ id: 1, result: { failed: 'ASK_IMPOSSIBLE' } }]);
  });
});

describe('ids', () => {
  it('that are out already are refused, and the first request goes on', async () => {
    const { lines, protocol, send, settled } = await initialized();
    send(tool(7, 'hold', { tag: 'first' }), tool(7, 'echo', { tag: 'second' }));
    await settled();
    expect(lines).toMatchObject([{ id: null, error: { code: -32600 } }]);
    protocol.release();
    await settled();
    expect(lines[1]).toMatchObject({ id: 7, result: { held: { tag: 'first' } } });
    expect(protocol.exchanges).toHaveLength(1);
    expect(protocol.refusals).toEqual(['ID_IN_USE']);
    send(tool(7, 'echo', { tag: 'third' }));
    await settled();
    expect(lines[2]).toMatchObject({ id: 7, result: { echo: { tag: 'third' } } });
  });

  it('come back as they were sent, and 1 is not "1"', async () => {
    const { lines, protocol, send, settled } = await initialized();
    const ids = [1, '1', 0, -1, Number.MAX_SAFE_INTEGER, '', '\u2028é"\\', '__proto__'];
    send(...ids.map((id) => tool(id, 'hold', { id })));
    await settled();
    protocol.release();
    await settled();
    expect(lines.map(({ id }) => id)).toEqual(ids);
  });
});

describe('cancelling', () => {
  it('aborts that request only, and it gets no answer', async () => {
    const { lines, protocol, send, settled } = await initialized();
    send(tool(1, 'hold', { tag: 'one' }), tool('1', 'hold', { tag: 'text' }));
    send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await settled();
    protocol.release();
    await settled();
    expect(protocol.events.filter((event) => event.startsWith('aborted'))).toEqual(['aborted one']);
    expect(lines.map(({ id }) => id)).toEqual(['1']);
  });

  it('of something that is not out changes nothing', async () => {
    const { lines, send, settled } = await initialized();
    for (const requestId of [5, null, {}, 'x'])
      send({ method: 'notifications/cancelled', params: { requestId } });
    send({ method: 'notifications/cancelled' }, tool(5, 'echo'));
    await settled();
    expect(lines).toMatchObject([{ id: 5, result: {} }]);
  });

  it('happens to everything when the input ends, and nothing is written after that', async () => {
    const { lines, protocol, input, send, settled } = await initialized();
    send(tool(1, 'hold', { tag: 'a' }), tool(2, 'hold', { tag: 'b' }));
    await settled();
    input.end();
    await settled();
    expect(protocol.events.slice(-3)).toEqual(['aborted a', 'aborted b', 'closed']);
    expect(lines).toEqual([]);
  });
});

describe('asking the client', () => {
  it('takes the answer with our id, once', async () => {
    const { lines, protocol, send, settled } = await initialized();
    send(tool(1, 'ask'));
    await settled();
    const [asked] = lines;
    expect(asked).toMatchObject({ method: 'elicitation/create', params: { message: 'sure?' } });
    send({ id: String(asked?.['id']), result: { action: 'accept' } });
    await settled();
    expect(lines).toHaveLength(1);
    const id = asked?.['id'];
    send({ id, result: { action: 'decline' } }, { id, result: { action: 'accept' } });
    await settled();
    expect(lines[1]).toMatchObject({ id: 1, result: { answer: { action: 'decline' } } });
    expect(protocol.refusals).toEqual(['ANSWER_UNKNOWN', 'ANSWER_UNKNOWN']);
  });

  it('ends with the time, and the question is withdrawn', async () => {
    const { lines, send } = await initialized();
    send(tool(1, 'ask', { timeoutMs: 5 }));
    await expect.poll(() => lines.length).toBe(3);
    expect(lines[1]).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: lines[0]?.['id'] },
    });
    expect(lines[2]).toMatchObject({ id: 1, result: { failed: 'ASK_TIMEOUT' } });
  });

  it('ends with the request it belongs to, and an answer that is an error is one', async () => {
    const { lines, send, settled } = await initialized();
    send(tool(1, 'ask'), tool(2, 'ask'));
    await settled();
    send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    send({ id: lines[1]?.['id'], error: { code: -1, message: 'no' } });
    await settled();
    expect(lines[2]).toMatchObject({ method: 'notifications/cancelled' });
    expect(lines[3]).toMatchObject({ id: 2, result: { failed: expect.stringContaining('no') } });
    expect(lines).toHaveLength(4);
  });
});

describe('what is written', () => {
  it('is one line of printable ASCII for each message, whatever is in it', async () => {
    const { raw, lines, send, settled } = await initialized();
    const nasty = 'a\nb\rc\u2028d\u0085e\u0000f\u{1f600}';
    send(
      tool(nasty, 'echo', { [nasty]: nasty }),
      tool(2, 'throw'),
      tool(3, 'unwritable'),
      tool(4, 'notify', { count: 2 }),
    );
    await settled();
    const text = Buffer.concat(raw).toString('latin1');
    expect(text).toMatch(/^(?:[ -~]+\n)+$/);
    expect(lines).toContainEqual(
      expect.objectContaining({ id: nasty, result: { content: [], echo: { [nasty]: nasty } } }),
    );
  });

  it('is an answer even where the protocol broke its promise', async () => {
    const { lines, send, settled } = await initialized();
    send(tool(1, 'throw'), tool(2, 'unwritable'), tool(3, 'text'));
    await settled();
    expect(lines.toSorted((a, b) => Number(a['id']) - Number(b['id']))).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, error: { code: -32603 } },
      { id: 3, result: { content: [] } },
    ]);
  });

  it('has notifications of a request before its answer', async () => {
    const { lines, send, settled } = await initialized();
    send(tool(1, 'notify', { count: 3 }));
    await settled();
    expect(lines.map((line) => line['method'] ?? line['id'])).toEqual([
      ...Array(3).fill('notifications/progress'),
      1,
    ]);
  });

  it('waits for a reader who is slow, and reads nothing more from it meanwhile', async () => {
    const { input, output, send, settled, protocol, lines } = await initialized();
    output.pause();
    const big = 'x'.repeat(100_000);
    send(tool(1, 'echo', { big }));
    await settled();
    expect(input.isPaused()).toBe(true);
    send(tool(2, 'echo'));
    await settled();
    expect(protocol.exchanges).toHaveLength(1);
    output.resume();
    await settled();
    expect(lines.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('framing', () => {
  it('a line that is too long, no JSON or cut off costs itself', async () => {
    const harness = start({ limits: { bytes: 300, depth: 10, keys: 100, string: 300, array: 10 } });
    const { input, lines, protocol, settled, send } = harness;
    send(INITIALIZE);
    await settled();
    input.write(`${'x'.repeat(1000)}\n`);
    input.write('{"jsonrpc":"2.0"\n\n\r\n[]\n');
    send(tool(1, 'echo'));
    input.write('{"jsonrpc":"2.0","id":9');
    await settled();
    expect(
      lines.slice(1).map(({ id, error }) => [id, error === undefined ? 'ok' : objectOf(error)['code']]),
    ).toEqual([
      [null, -32600],
      [null, -32700],
      [null, -32600],
      [1, 'ok'],
    ]);
    input.end();
    await settled();
    expect(protocol.refusals).toEqual(['JSON_TOO_LARGE', 'JSON_SYNTAX', 'RPC_BATCH', 'LINE_CUT']);
  });

  it('any bytes, cut anywhere: no crash, and only whole good lines reach the protocol', async () => {
    const good = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: modern() })}\n`,
    );
    const piece = fc.oneof(
      fc
        .uint8Array({ maxLength: 40 })
        .map((bytes) => ({ bytes: Buffer.concat([bytes, Buffer.from('\n')]), good: 0 })),
      fc.constant({ bytes: good, good: 1 }),
      fc.nat({ max: good.length - 2 }).map((at) => {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ 0x80;
        return { bytes, good: 0 };
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 10 }),
        fc.integer({ min: 1, max: 50 }),
        async (pieces, size) => {
          const { input, protocol, lines, settled } = start();
          const stream = Buffer.concat(pieces.map(({ bytes }) => bytes));
          for (let at = 0; at < stream.length; at += size) input.write(stream.subarray(at, at + size));
          await settled();
          const expected = pieces.reduce((sum, next) => sum + next.good, 0);
          // The same id twice at once is refused, so answers are counted with refusals.
          const refusedIds = protocol.refusals.filter((reason) => reason === 'ID_IN_USE').length;
          expect(protocol.exchanges.length + refusedIds).toBe(expected);
          expect(lines.filter(({ id }) => id === 1)).toHaveLength(protocol.exchanges.length);
        },
      ),
      { numRuns: process.env['CALLGATE_DEEP'] === '1' ? 5000 : 100 },
    );
  });
});
