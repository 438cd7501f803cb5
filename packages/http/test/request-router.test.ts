import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RouterOptions, Route, ServerLimits } from '../src/index.ts';
import { makeListener, openServer, makeHostAllowlist, toHttpRefusal, writePlain } from '../src/index.ts';

const LIMITS: ServerLimits = {
  headerBytes: 4096,
  headersMs: 300,
  requestMs: 600,
  connections: 100,
  connectionsPerAddress: 20,
  unreadMs: 200,
  sweepMs: 50,
};

const CODES = {
  header: 'T_HEADER',
  host: 'T_HOST',
  origin: 'T_ORIGIN',
  path: 'T_PATH',
  method: 'T_METHOD',
  size: 'T_SIZE',
};

const LARGE = 'x'.repeat(16 * 1024 * 1024);

const ROUTES: readonly Route[] = [
  { methods: ['GET'], path: '/fixed', handle: ({ response }) => writePlain(response, 200, 'fixed') },
  {
    methods: ['GET', 'POST'],
    path: '/named/:name{[a-z]+}',
    handle: ({ response, params }) => writePlain(response, 200, `named ${params['name']}`),
  },
  { methods: ['GET'], path: '/large', handle: ({ response }) => writePlain(response, 200, LARGE) },
  {
    methods: ['GET'],
    path: '/stream',
    handle: (visit) => {
      visit.stream();
      visit.response.writeHead(200);
      visit.response.write(LARGE);
    },
  },
  {
    methods: ['POST'],
    path: '/body',
    handle: async (visit) => writePlain(visit.response, 200, String((await visit.body(10)).length)),
  },
  { methods: ['GET'], path: '/fails', handle: () => Promise.reject(new Error('inside')) },
];

const open = async (
  more: Partial<RouterOptions> = {},
  limits: Partial<ServerLimits> = {},
): Promise<number> => {
  const door = await openServer({
    limits: { ...LIMITS, ...limits },
    listen: makeListener('127.0.0.1', 0, (why) => new Error(why)),
    serve: (port) => ({
      routes: ROUTES,
      place: makeHostAllowlist({ host: '127.0.0.1', port }),
      codes: CODES,
      refuse: (response, error) => {
        const { status, code, headers } = toHttpRefusal(error, 'T_FAILED');
        writePlain(response, status, code, [...headers, 'Connection', 'close']);
      },
      ...more,
    }),
  });
  onTestFinished(() => door.close());
  return door.port;
};

/** Everything that comes back until the connection is closed. */
const send = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.write(text);
  });

const get = (port: number, path: string, more = '', method = 'GET'): Promise<string> =>
  send(port, `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${more}\r\n`);

const statusOf = (answer: string): number => Number(answer.slice(9, 12));

describe('a request', () => {
  it('goes to the handler of its path', async () => {
    const port = await open();
    expect(await get(port, '/fixed')).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nfixed$/);
    expect(await get(port, '/named/abc')).toMatch(/named abc$/);
  });

  it('that nothing answers to is told so, and what does where only its method is wrong', async () => {
    const port = await open();
    for (const path of ['/', '/Fixed', '/fixed/', '/fixed?x=1', '//fixed', '/named/A', '/named/a/b', '*'])
      expect([path, await get(port, path)]).toEqual([
        path,
        expect.stringMatching(/^HTTP\/1\.1 404 [^]*T_PATH$/),
      ]);
    expect(await get(port, '/fixed', '', 'POST')).toMatch(/^HTTP\/1\.1 405 [^]*Allow: GET\r\n[^]*T_METHOD$/);
    expect(await get(port, '/named/a', '', 'PUT')).toMatch(/Allow: GET, POST\r\n/);
    expect(statusOf(await get(await open({ query: true }), '/fixed?x=1'))).toBe(200);
  });

  it.each([
    'Host',
    'Origin',
    'Cookie',
    'Authorization',
    'Sec-Fetch-Site',
    'Sec-Fetch-Mode',
    'Sec-Fetch-Dest',
    'Sec-Purpose',
    'X-Callgate-Csrf',
    'Content-Type',
    'Mcp-Session-Id',
    'Mcp-Anything',
  ])('with %s twice is refused, whatever it asks for', async (name) => {
    const port = await open();
    const value = name === 'Host' ? `127.0.0.1:${port}` : 'x';
    const more =
      name === 'Host' ? `host: ${value}\r\n` : `${name}: ${value}\r\n${name.toLowerCase()}: ${value}\r\n`;
    for (const path of ['/fixed', '/nothing']) {
      const answer = await get(port, path, more);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/T_HEADER$/);
    }
  });

  it('under another name, or of a page of another origin, is refused before its path is looked at', async () => {
    const port = await open();
    expect(await send(port, `GET /nothing HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toMatch(/T_HOST$/);
    expect(await get(port, '/nothing', 'Origin: http://evil.example\r\n')).toMatch(/T_ORIGIN$/);
    expect(await get(port, '/fixed', `Origin: http://localhost:${port}\r\n`)).toMatch(/fixed$/);
  });

  it('whose body is too large is refused while it comes', async () => {
    const port = await open();
    expect(await get(port, '/body', 'Content-Length: 5\r\n\r\n12345', 'POST')).toMatch(/5$/);
    expect(await get(port, '/body', 'Content-Length: 50\r\n\r\n12345678901', 'POST')).toMatch(/T_SIZE$/);
  });

  it('that fails is told so, and nothing of why', async () => {
    const port = await open({
      refuse: (response) => writePlain(response, 500, 'T_FAILED', ['Connection', 'close']),
    });
    expect(await get(port, '/fails')).toMatch(/^HTTP\/1\.1 500 [^]*T_FAILED$/);
  });
});

describe('a client', () => {
  it('that sends its head, or its body, slowly is cut off', async () => {
    const port = await open();
    expect(statusOf(await send(port, 'GET /fixed HTTP/1.1\r\nHost:'))).toBe(408);
    const body = `POST /body HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 5\r\n\r\n1`;
    expect(statusOf(await send(port, body))).toBe(408);
  });

  /** Whether the server still has the connection after a while in which nothing was read. */
  const isCut = async (path: string, limits: Partial<ServerLimits> = {}): Promise<boolean> => {
    let server: Server | undefined;
    const door = await openServer({
      limits: { ...LIMITS, ...limits },
      listen: async (listening) => {
        server = listening;
        await makeListener('127.0.0.1', 0, (why) => new Error(why))(listening);
      },
      serve: (port) => ({
        routes: ROUTES,
        place: makeHostAllowlist({ host: '127.0.0.1', port }),
        codes: CODES,
        refuse: (response) => response.destroy(),
      }),
    });
    onTestFinished(() => door.close());
    const { port } = door;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await delay(1500);
    const left = await new Promise<number>((resolve) => server?.getConnections((_, count) => resolve(count)));
    return left === 0;
  };

  it('that does not read its answer is cut off', async () => {
    expect(await isCut('/large')).toBe(true);
  });

  it('that was answered just now is not', async () => {
    expect(await isCut('/large', { unreadMs: 60_000 })).toBe(false);
  });

  it('that does not read a stream is left to whoever writes it', async () => {
    expect(await isCut('/stream')).toBe(false);
  });

  it('has so many connections', async () => {
    const port = await open({}, { connectionsPerAddress: 2 });
    const first = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    onTestFinished(() => first.forEach((socket) => socket.destroy()));
    await delay(50);
    expect(await get(port, '/fixed')).toBe('');
  });
});
