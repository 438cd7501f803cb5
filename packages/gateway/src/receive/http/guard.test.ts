import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeProtocol, PRINCIPAL, modern } from '../../../test/fake-protocol.ts';
import { ACCEPT, TestClient, rawExchange, statusOf } from '../../../test/http-client.ts';
import { type HttpServer, serveHttp } from './serve-http.ts';
import { tokenAuth } from '../../identity/token-auth.ts';

const TOKEN = 'callgate-agents-0123456789012345678901234567890123456789012';

let server: HttpServer;
let protocol: FakeProtocol;

beforeAll(async () => {
  protocol = new FakeProtocol();
  server = await serveHttp({
    protocol,
    host: '127.0.0.1',
    port: 0,
    authenticate: tokenAuth(TOKEN, PRINCIPAL),
    origins: ['https://app.example.com'],
    hosts: ['gate.example.com', 'Balancer.example.com:8443'],
  });
});

afterAll(() => server.close());

type Headers = readonly (readonly [string, string])[];

const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: modern() });

const good = (): Headers => [
  ['Host', `127.0.0.1:${server.port}`],
  ['Authorization', `Bearer ${TOKEN}`],
  ['Content-Type', 'application/json'],
  ['Accept', ACCEPT],
  ['MCP-Protocol-Version', '2026-07-28'],
  ['Mcp-Method', 'server/discover'],
];

const set = (headers: Headers, name: string, value: string | null): Headers => [
  ...headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase()),
  ...(value === null ? [] : [[name, value] as const]),
];

const headText = (start: string, headers: Headers): string =>
  `${start} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;

/** The body is announced and never sent: what is answered was decided without it. */
const headOnly = async (headers: Headers, start = 'POST /mcp'): Promise<number> =>
  statusOf(await firstAnswer(`${headText(start, headers)}Content-Length: ${BODY.length}\r\n\r\n`));

/** For a request that is to wait for its body. */
const noAnswerYet = async (headers: Headers): Promise<string> =>
  rawExchange(server.port, `${headText('POST /mcp', headers)}Content-Length: ${BODY.length}\r\n\r\n`, 100);

const firstAnswer = async (text: string): Promise<string> => rawExchange(server.port, text);

const whole = async (headers: Headers, body = BODY): Promise<number> =>
  statusOf(
    await firstAnswer(
      `${headText('POST /mcp', headers)}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
  );

const inBatches = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += 50) {
    results.push(...(await Promise.all(items.slice(from, from + 50).map(run))));
  }
  return results;
};

const badHosts = (): string[] => [
  'evil.example.com',
  `evil.example.com:${server.port}`,
  '127.0.0.1',
  'localhost',
  `127.0.0.1:${server.port + 1}`,
  `127.0.0.2:${server.port}`,
  `0.0.0.0:${server.port}`,
  `127.0.0.1:${server.port}.evil.com`,
  `127.0.0.1:0${server.port}`,
  `127.1:${server.port}`,
  `2130706433:${server.port}`,
  `0x7f.0.0.1:${server.port}`,
  `[::ffff:127.0.0.1]:${server.port}`,
  `localhost.:${server.port}`,
  `localhost.evil.com:${server.port}`,
  `user@localhost:${server.port}`,
  '',
];

const badOrigins = (): string[] => [
  'null',
  'http://evil.example.com',
  'https://evil.example.com',
  `https://localhost:${server.port}`,
  'http://localhost',
  `http://localhost:${server.port + 1}`,
  `http://localhost:${server.port}/`,
  `http://localhost:${server.port}.evil.com`,
  `http://evil.com:${server.port}`,
  'http://app.example.com',
  'https://app.example.com.evil.com',
  'https://app.example.com:8443',
  'file://',
  'chrome-extension://abcdef',
  'HTTP://LOCALHOST',
  '',
];

const BAD_TYPES: readonly (string | null)[] = [
  null,
  '',
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset=utf-8; x=y',
  'application/json, text/plain',
  'application/jsonp',
  'application/json-rpc',
  'application/ld+json',
  'APPLICATION/JSON',
  'text/json',
  'application/json;',
  '*/*',
];

describe('a name with a port in http.hosts', () => {
  it.each(['balancer.example.com:8443', 'BALANCER.example.com:8443', 'gate.example.com'])(
    'lets a balancer ask for %s',
    async (host) => {
      expect(await whole(set(good(), 'Host', host))).toBe(200);
      protocol.exchanges.length = 0;
    },
  );

  it.each([
    'balancer.example.com',
    'balancer.example.com:8444',
    'balancer.example.com:80',
    'gate.example.com:8443',
  ])('lets nobody ask for %s', async (host) => {
    expect(await headOnly(set(good(), 'Host', host))).toBe(403);
  });
});

describe('a request is judged by its head, before its body is there', () => {
  it('every bad combination of Host, Origin and Content-Type is refused, and there are more than 200', async () => {
    const combinations: { readonly headers: Headers; readonly says: string }[] = [];
    const origins = [null, ...badOrigins()];
    const hosts = [null, ...badHosts()];
    for (const host of hosts) {
      for (const origin of origins) {
        for (const type of BAD_TYPES.slice(0, 3)) {
          let headers = good();
          if (host !== null) headers = set(headers, 'Host', host);
          if (origin !== null) headers = set(headers, 'Origin', origin);
          headers = set(headers, 'Content-Type', type);
          combinations.push({ headers, says: `${host} ${origin} ${type}` });
        }
      }
    }
    for (const type of BAD_TYPES)
      combinations.push({ headers: set(good(), 'Content-Type', type), says: String(type) });
    for (const host of badHosts()) combinations.push({ headers: set(good(), 'Host', host), says: host });
    for (const origin of badOrigins())
      combinations.push({ headers: set(good(), 'Origin', origin), says: origin });
    expect(combinations.length).toBeGreaterThan(200);
    const answers = await inBatches(combinations, async ({ headers, says }) => ({
      says,
      status: await headOnly(headers),
    }));
    expect(answers.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
    expect(protocol.exchanges).toEqual([]);
  });

  it('the good ones wait for their body and are served', async () => {
    const fine = [
      good(),
      set(good(), 'Host', `localhost:${server.port}`),
      set(good(), 'Host', `LOCALHOST:${server.port}`),
      set(good(), 'Host', `[::1]:${server.port}`),
      set(good(), 'Host', 'gate.example.com'),
      set(good(), 'Origin', `http://127.0.0.1:${server.port}`),
      set(good(), 'Origin', `http://localhost:${server.port}`),
      set(good(), 'Origin', 'https://app.example.com'),
      set(good(), 'Content-Type', 'application/json; charset=utf-8'),
      set(good(), 'Content-Type', 'application/json;charset=UTF-8'),
      set(good(), 'Accept', '*/*'),
      set(good(), 'Accept', 'text/*;q=0.5, application/json'),
      set(good(), 'Accept', null),
    ];
    expect(await inBatches(fine, noAnswerYet)).toEqual(fine.map(() => ''));
    expect(await inBatches(fine, (headers) => whole(headers))).toEqual(fine.map(() => 200));
  });

  it('a header that may come once must not come twice, even with the same value', async () => {
    const names = [
      'Host',
      'Origin',
      'Authorization',
      'Content-Type',
      'MCP-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
      'Mcp-Session-Id',
      'Mcp-Param-X',
      'Mcp-Other',
    ];
    const twice = names.map((name): Headers => {
      const [, value = 'x'] = good().find(([known]) => known === name) ?? [];
      return [...set(good(), name, value), [name.toLowerCase(), value]];
    });
    expect(await inBatches(twice, (headers) => headOnly(headers))).toEqual(names.map(() => 400));
  });

  it('two lengths, or a length and chunks, are refused', async () => {
    const start = headText('POST /mcp', good());
    for (const more of [
      'Content-Length: 5\r\nContent-Length: 6\r\n',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
      'Transfer-Encoding: gzip, chunked\r\nContent-Length: 4\r\n',
    ]) {
      expect(statusOf(await firstAnswer(`${start}${more}\r\n`))).toBe(400);
    }
  });

  it('wrong paths, methods, encodings and lengths have their own answers', async () => {
    const gzip: Headers = [...good(), ['Content-Encoding', 'gzip']];
    const cases: readonly (readonly [string, Headers, number])[] = [
      ['POST /', good(), 404],
      ['POST /mcp/', good(), 404],
      ['POST /mcp?x=1', good(), 404],
      ['POST /MCP', good(), 404],
      ['POST /./mcp', good(), 404],
      ['POST //mcp', good(), 404],
      ['POST /%6dcp', good(), 404],
      ['POST http://127.0.0.1/mcp', good(), 404],
      ['PUT /mcp', good(), 405],
      ['OPTIONS /mcp', good(), 405],
      ['PATCH /mcp', good(), 405],
      ['HEAD /mcp', good(), 405],
      ['POST /health', good(), 405],
      ['POST /mcp', gzip, 415],
      ['POST /mcp', [...good(), ['Content-Encoding', 'identity']], 415],
      ['POST /mcp', set(good(), 'Accept', 'application/json'), 406],
      ['POST /mcp', set(good(), 'Accept', 'text/event-stream'), 406],
      ['POST /mcp', set(good(), 'Accept', 'text/html'), 406],
      ['POST /mcp', set(good(), 'Accept', 'application/json, text/event-stream;q=0'), 406],
      ['GET /mcp', set(good(), 'Accept', 'application/json'), 406],
    ];
    for (const [start, headers, status] of cases)
      expect([start, await headOnly(headers, start)]).toEqual([start, status]);
    const large = `${headText('POST /mcp', good())}Content-Length: ${4 * 1024 * 1024 + 1}\r\n\r\n`;
    expect(statusOf(await firstAnswer(large))).toBe(413);
  });

  it('who has no token, or the token of somebody else, is told what is needed', async () => {
    const wrong = [
      null,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(0, -1)}`,
      `Bearer ${TOKEN} ${TOKEN}`,
      TOKEN,
      `Bearer callgate-approvers-${TOKEN.slice(16)}`,
      `Bearer ${TOKEN.toUpperCase()}`,
    ];
    const answers = await inBatches(wrong, (value) => headOnly(set(good(), 'Authorization', value)));
    expect(answers).toEqual(wrong.map(() => 401));
    expect(await whole(set(good(), 'Authorization', `bearer ${TOKEN}`))).toBe(200);
    const client = new TestClient(server.port);
    expect((await client.post({ id: 1, method: 'ping' })).headers['www-authenticate']).toBe(
      'Bearer realm="callgate"',
    );
    const bad = await client.post({ id: 1, method: 'ping' }, { authorization: 'Bearer x' });
    expect(bad.headers['www-authenticate']).toBe('Bearer realm="callgate", error="invalid_token"');
    expect(await headOnly(set(good(), 'Authorization', null), 'GET /mcp')).toBe(401);
    expect(await headOnly(set(good(), 'Authorization', null), 'DELETE /mcp')).toBe(401);
  });

  it('a body is asked for only where the head is good', async () => {
    const asking = (headers: Headers): string =>
      `${headText('POST /mcp', headers)}Expect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`;
    expect(await firstAnswer(asking(good()))).toMatch(/^HTTP\/1\.1 100 /);
    expect(statusOf(await firstAnswer(asking(set(good(), 'Host', 'evil.com'))))).toBe(403);
    expect(statusOf(await firstAnswer(asking(set(good(), 'Authorization', null))))).toBe(401);
  });

  it('health is told to whoever asks for it by our own name', async () => {
    const host = set(good(), 'Authorization', null);
    expect(await headOnly(host, 'GET /health')).toBe(200);
    expect(await headOnly(set(host, 'Host', 'evil.com'), 'GET /health')).toBe(403);
  });

  it('refusals of the nameless are told, but they cannot fill the record', async () => {
    expect(protocol.refusals.length).toBeGreaterThan(0);
    let now = 0;
    const quiet = new FakeProtocol();
    const other = await serveHttp({
      protocol: quiet,
      host: '127.0.0.1',
      port: 0,
      authenticate: tokenAuth(TOKEN),
      now: () => now,
    });
    const client = new TestClient(other.port);
    for (let count = 0; count < 30; count++) await client.post({ id: 1, method: 'ping' });
    expect(quiet.refusals).toEqual(Array(20).fill('HTTP_AUTH'));
    now = 10_000;
    await client.post({ id: 1, method: 'ping' });
    expect(quiet.refusals).toHaveLength(21);
    await other.close();
  });
});
