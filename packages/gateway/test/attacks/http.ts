import { expect } from 'vitest';
import { rawExchange, statusOf } from '../http-client.ts';
import { HttpAgent } from './agents.ts';
import type { Cell, Suite } from './cell.ts';
import { FORBIDDEN, sampled } from './cell.ts';

const http = (cell: Cell): HttpAgent => {
  const agent = cell.agent();
  if (agent instanceof HttpAgent) return agent;
  throw new Error('this is for HTTP');
};

const callBody = (cell: Cell): string =>
  cell.agent().text(7, 'tools/call', { name: 'read_note', arguments: { id: FORBIDDEN } });

/** A request as bytes: the head as it would be, with lines taken away and put in. */
const rawCall = (
  cell: Cell,
  more: readonly string[],
  {
    without = [],
    body = callBody(cell),
  }: { readonly without?: readonly string[]; readonly body?: string | Uint8Array } = {},
): Buffer => {
  const agent = http(cell);
  const bytes = Buffer.from(body);
  const headers: Record<string, string> = {
    host: `127.0.0.1:${cell.arena().port}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(bytes.length),
    connection: 'close',
    ...agent.headers({ method: 'tools/call', name: 'read_note' }),
  };
  const lines = Object.entries(headers)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([
    Buffer.from(`POST /mcp HTTP/1.1\r\n${[...lines, ...more].join('\r\n')}\r\n\r\n`),
    bytes,
  ]);
};

const statusFor = async (cell: Cell, request: Buffer): Promise<number> =>
  statusOf(await rawExchange(cell.arena().port, request, 2000));

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json-rpc',
  'application/jsonx',
  'application/json; charset=utf-7',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=utf-7',
  'application/json, text/plain',
  'text/json',
  'application/ld+json',
  '*/*',
  '',
  'json',
  'application/json;',
  'application/json; charset="utf-8',
  'application/cbor',
  'application/octet-stream',
  'text/event-stream',
  'application/json\tx',
  'APPLICATION /JSON',
];

const content: Suite = (cell) => {
  cell.verifies(
    'A06',
    'a body that does not plainly say that it is JSON is refused with 415, before it is read',
    async () => {
      for (const type of sampled(cell, TYPES, 8)) {
        const whole = rawCall(cell, [`content-type: ${type}`], { without: ['content-type'] });
        expect(await statusFor(cell, whole), type).toBe(415);
        const headOnly = whole.subarray(0, whole.indexOf('\r\n\r\n') + 4);
        expect(await statusFor(cell, headOnly), `${type} without its body`).toBe(415);
      }
      expect(await statusFor(cell, rawCall(cell, [], { without: ['content-type'] }))).toBe(415);
      for (const coding of ['gzip', 'deflate', 'br', 'identity', 'x-unknown', ''])
        expect(await statusFor(cell, rawCall(cell, [`content-encoding: ${coding}`])), coding).toBe(415);
    },
  );
};

const smuggling: Suite = (cell) => {
  cell.verifies('A15', 'requests that two programs would cut differently are refused', async () => {
    const body = callBody(cell);
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const games: readonly Buffer[] = [
      rawCall(cell, ['transfer-encoding: chunked']),
      rawCall(cell, ['transfer-encoding: chunked'], { body: chunked }),
      rawCall(cell, [`content-length: ${body.length}`]),
      rawCall(cell, ['content-length: 0']),
      rawCall(cell, ['transfer-encoding: chunked, identity'], { without: ['content-length'], body: chunked }),
      rawCall(cell, ['transfer-encoding: xchunked'], { without: ['content-length'], body: chunked }),
      rawCall(cell, ['transfer-encoding : chunked'], { without: ['content-length'], body: chunked }),
      rawCall(cell, ['content-length: +5'], { without: ['content-length'] }),
      rawCall(cell, ['content-length: 0x5'], { without: ['content-length'] }),
      rawCall(cell, ['host: evil.example']),
      rawCall(cell, [`host: 127.0.0.1:${cell.arena().port}`]),
      rawCall(cell, ['host: evil.example'], { without: ['host'] }),
      rawCall(cell, [], { without: ['host'] }),
      rawCall(cell, ['authorization: Bearer other']),
      rawCall(cell, ['origin: https://evil.example']),
      rawCall(cell, ['origin: null']),
      rawCall(cell, ['mcp-session-id: other', 'mcp-session-id: another']),
      rawCall(cell, ['mcp-protocol-version: 2025-11-25']),
      rawCall(cell, ['content-type: application/json']),
      rawCall(cell, ['x-y: z\r\n folded: yes']),
      rawCall(cell, ['x y: z']),
      Buffer.from(rawCall(cell, []).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
      Buffer.from(rawCall(cell, []).toString('latin1').replace('HTTP/1.1', 'HTTP/1.2'), 'latin1'),
      Buffer.from(rawCall(cell, []).toString('latin1').replace('/mcp', '/mcp/../mcp'), 'latin1'),
      Buffer.from(rawCall(cell, []).toString('latin1').replace('/mcp', '//mcp'), 'latin1'),
      Buffer.from(rawCall(cell, []).toString('latin1').replace('/mcp', '/%6dcp'), 'latin1'),
      Buffer.from(rawCall(cell, []).toString('latin1').replace('POST', 'PUT'), 'latin1'),
    ];
    for (const [index, game] of games.entries()) {
      const status = await statusFor(cell, game);
      expect(status === 0 || (status >= 400 && status < 500), `game ${index}: ${status}`).toBe(true);
    }
  });

  cell.verifies('A15', 'no header of an agent reaches a server', async () => {
    const agent = http(cell);
    const text = agent.text(8, 'tools/call', { name: 'read_note', arguments: { id: 'headers' } });
    const { messages } = await agent.client.send('POST', text, {
      ...agent.headers({ method: 'tools/call', name: 'read_note' }),
      cookie: `a=${FORBIDDEN}`,
      'x-forwarded-for': FORBIDDEN,
      'x-custom': FORBIDDEN,
      'mcp-param-id': FORBIDDEN,
      'proxy-authorization': FORBIDDEN,
      'last-event-id': FORBIDDEN,
      traceparent: FORBIDDEN,
    });
    expect(messages.at(-1)).toMatchObject({ id: 8 });
    expect(JSON.stringify(cell.arena().upstream.headers())).not.toContain(FORBIDDEN);
  });
};

const mirrors: Suite = (cell) => {
  cell.verifies('A16', 'headers that do not say exactly what the body says are refused', async () => {
    const agent = http(cell);
    const body = callBody(cell);
    const good = agent.headers({ method: 'tools/call', name: 'read_note' });
    const encoded = Buffer.from('read_note').toString('base64');
    const games: readonly Record<string, string>[] = [
      { ...good, 'mcp-method': 'tools/list' },
      { ...good, 'mcp-method': 'Tools/call' },
      { ...good, 'mcp-name': 'big' },
      { ...good, 'mcp-name': 'READ_NOTE' },
      { ...good, 'mcp-name': '' },
      { ...good, 'mcp-name': `=?base64?${encoded}` },
      { ...good, 'mcp-name': `=?base64?${encoded.slice(0, -1)}?=` },
      { ...good, 'mcp-name': `=?base64?${encoded}=?=` },
      { ...good, 'mcp-name': `=?base64? ${encoded}?=` },
      { ...good, 'mcp-name': `=?BASE64?${encoded}?=` },
      { ...good, 'mcp-name': `=?base64?${Buffer.from('big').toString('base64')}?=` },
      { ...good, 'mcp-protocol-version': '2025-11-25' },
      { ...good, 'mcp-protocol-version': '2026-07-29' },
    ];
    for (const headers of games) {
      const { status, messages } = await agent.client.send('POST', body, headers);
      expect(status, JSON.stringify(headers)).toBe(400);
      expect(messages[0]).toHaveProperty('error');
    }
    for (const name of ['mcp-method', 'mcp-name', 'mcp-protocol-version']) {
      const { [name]: _, ...without } = good;
      expect((await agent.client.send('POST', body, without)).status, `without ${name}`).toBe(400);
    }
  });
};

const streams: Suite = (cell) => {
  cell.verifies('A18', 'a stream cannot be taken up where another broke off, with any event id', async () => {
    const agent = http(cell);
    const other = await cell.arena().agent(agent.speech);
    await other.call('read_note', { id: 'somebody else’s' });
    for (const event of ['0', '1', '*', '../1', String((other as HttpAgent).session)]) {
      const stream = agent.client.open('GET', null, { ...agent.headers(), 'last-event-id': event });
      await agent.call('read_note', { id: 'between' });
      stream.close();
      await stream.done.catch(() => {});
      expect(stream.messages).toEqual([]);
    }
  });
};

export const HTTP: readonly Suite[] = [content, smuggling, mirrors, streams];
