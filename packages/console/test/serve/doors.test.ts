import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { serveConfiguredHttp } from '@callgate/gateway/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDestination } from '../../../gateway/src/dispatch/egress.ts';
import type { Operation } from '@callgate/operations';
import type { ApiClient, ApiResponse } from '../api-client.ts';
import { PAGE_HEADERS, signInClient, sendRequest } from '../api-client.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import { bareWeb } from './bare-web.ts';

const operationsOf = (change: boolean): readonly (readonly [name: string, operation: Operation])[] =>
  Object.entries<Operation>(place.console.operations as Readonly<Record<string, Operation>>).filter(
    ([, { kind }]) => (kind === 'change') === change,
  );
const namesOf = (change: boolean): readonly string[] => [
  ...operationsOf(change).map(([name]) => name),
  change ? 'me.leave' : 'me',
];
const guarded = (change: boolean): readonly string[] =>
  operationsOf(change).flatMap(([name, { role }]) => (role === 'viewer' ? [] : [name]));

let place: TestConsole;
let ann: ApiClient;
let vera: ApiClient;
let held: string;
let vote: string;

beforeAll(async () => {
  place = await openTestConsole({
    web: bareWeb(),
    people: {
      all: [
        { subject: 'ann', groups: [], active: true },
        { subject: 'local', groups: [], active: true },
      ],
      selfApproval: true,
    },
    roles: { vera: 'viewer' },
  });
  ann = await signInClient(place, 'ann');
  vera = await signInClient(place, 'vera');
  held = (await place.call({ tool: 'delete_note', arguments: { id: '7' } })).call ?? '';
  const { binding } = (await place.gateway.gate.desk.question(held)) ?? { binding: '' };
  vote = JSON.stringify({ call: held, binding, verdict: 'approve', opened: true });
});
afterAll(() => place.close());

/** What a page of ann's sends when she approves. Each test takes one thing away. */
const approving = (): Record<string, string> => ({
  ...PAGE_HEADERS,
  host: new URL(place.url).host,
  origin: place.url,
  'content-type': 'application/json',
  cookie: ann.cookie,
  'x-callgate-csrf': ann.csrf,
});

const post = (headers: Record<string, string>, path = '/api/inbox.vote', body = vote): Promise<ApiResponse> =>
  sendRequest(`${place.url}${path}`, { method: 'POST', headers, body });

const without = (name: string): Record<string, string> => {
  const { [name]: _, ...rest } = approving();
  return rest;
};

const codeOf = ({ status, body }: ApiResponse): string =>
  `${status} ${(body as { code?: string }).code ?? ''}`;

const stillHeld = async (): Promise<void> => {
  const { read } = place.gateway.gate.desk;
  expect((await read.call(held))?.state).toBe('held');
  expect(await read.votes(held)).toEqual([]);
};

describe('a change', () => {
  const cases: readonly [string, () => Record<string, string>, string][] = [
    ['without the token of the page', () => without('x-callgate-csrf'), '403 CONSOLE_CSRF'],
    [
      'with the token of somebody else’s page',
      () => ({ ...approving(), 'x-callgate-csrf': vera.csrf }),
      '403 CONSOLE_CSRF',
    ],
    ['without an origin', () => without('origin'), '403 CONSOLE_ORIGIN'],
    ['of another origin', () => ({ ...approving(), origin: 'https://evil.example' }), '403 CONSOLE_ORIGIN'],
    ['of no origin at all', () => ({ ...approving(), origin: 'null' }), '403 CONSOLE_ORIGIN'],
    [
      'of another port of this machine',
      () => ({ ...approving(), origin: 'http://127.0.0.1:1' }),
      '403 CONSOLE_ORIGIN',
    ],
    [
      'from another site',
      () => ({ ...approving(), 'sec-fetch-site': 'cross-site' }),
      '403 CONSOLE_CROSS_SITE',
    ],
    [
      'from another port, which browsers call the same site',
      () => ({ ...approving(), 'sec-fetch-site': 'same-site' }),
      '403 CONSOLE_CROSS_SITE',
    ],
    ['by nobody’s page', () => without('sec-fetch-site'), '403 CONSOLE_CROSS_SITE'],
    ['by a form', () => ({ ...approving(), 'sec-fetch-mode': 'navigate' }), '403 CONSOLE_CROSS_SITE'],
    ['by a frame', () => ({ ...approving(), 'sec-fetch-dest': 'iframe' }), '403 CONSOLE_CROSS_SITE'],
    [
      'under a name that was bound to this address',
      () => ({ ...approving(), host: `rebound.example:${place.console.port}` }),
      '403 CONSOLE_HOST',
    ],
    [
      'as a form writes it',
      () => ({ ...approving(), 'content-type': 'text/plain' }),
      '415 CONSOLE_CONTENT_TYPE',
    ],
    [
      'as any page may write it',
      () => ({ ...approving(), 'content-type': 'application/x-www-form-urlencoded' }),
      '415 CONSOLE_CONTENT_TYPE',
    ],
    ['by nobody', () => without('cookie'), '401 CONSOLE_SIGN_IN'],
    [
      'by a session that never was',
      () => ({ ...approving(), cookie: `${ann.cookie.slice(0, -4)}AAAA` }),
      '401 CONSOLE_SIGN_IN',
    ],
    [
      'by a cookie that is there twice',
      () => ({ ...approving(), cookie: `${ann.cookie}; ${vera.cookie}` }),
      '401 CONSOLE_SIGN_IN',
    ],
    [
      'by somebody who may only look',
      () => ({ ...approving(), cookie: vera.cookie, 'x-callgate-csrf': vera.csrf }),
      '403 CONSOLE_ROLE',
    ],
    [
      'ahead of anybody who wants it',
      () => ({ ...approving(), 'sec-purpose': 'prefetch' }),
      '403 CONSOLE_PREFETCH',
    ],
  ];

  it.each(cases)('%s is refused', async (_, headers, code) => {
    expect(codeOf(await post(headers()))).toBe(code);
    await stillHeld();
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('by %s is refused', async (method) => {
    const answer = await sendRequest(`${place.url}/api/inbox.vote`, {
      method,
      headers: approving(),
      body: vote,
    });
    expect(codeOf(answer)).toBe('405 CONSOLE_METHOD');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    await stillHeld();
  });

  it('asked for with GET or HEAD is refused, whatever the query says', async () => {
    for (const name of namesOf(true))
      for (const method of ['GET', 'HEAD']) {
        const url = `${place.url}/api/${name}?q=${encodeURIComponent(vote)}`;
        const { status } = await sendRequest(url, { method, headers: approving() });
        expect([name, method, status]).toEqual([name, method, 405]);
      }
    await stillHeld();
  });

  it('with a header twice is refused', async () => {
    const status = await new Promise((resolve) => {
      const sent = httpRequest(`${place.url}/api/inbox.vote`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      for (const [name, value] of Object.entries(approving())) sent.setHeader(name, value);
      sent.setHeader('x-callgate-csrf', ['x', ann.csrf]);
      sent.end(vote);
    });
    expect(status).toBe(400);
    await stillHeld();
  });

  it('with a body that is too large, or no JSON, or too much of it, is refused', async () => {
    const large = JSON.stringify({ call: 'x'.repeat(3 * 1024 * 1024) });
    expect(codeOf(await post(approving(), '/api/inbox.vote', large))).toBe('413 CONSOLE_TOO_LARGE');
    const chunked = { ...approving(), 'transfer-encoding': 'chunked' };
    expect(codeOf(await post(chunked, '/api/inbox.vote', large))).toBe('413 CONSOLE_TOO_LARGE');
    expect((await post(approving(), '/api/inbox.vote', '{"a":1,"a":2}')).status).toBe(400);
    expect((await post(approving(), '/api/inbox.vote', '{')).status).toBe(400);
    const more = JSON.stringify({ ...JSON.parse(vote), subject: 'local' });
    expect(codeOf(await post(approving(), '/api/inbox.vote', more))).toBe('400 CONSOLE_PARAMS');
    await stillHeld();
  });

  it('that needs a role is refused to whoever has it not, whatever is sent', async () => {
    const headers = { ...approving(), cookie: vera.cookie, 'x-callgate-csrf': vera.csrf };
    for (const name of guarded(true))
      expect([name, codeOf(await post(headers, `/api/${name}`, '{}'))]).toEqual([name, '403 CONSOLE_ROLE']);
    for (const name of guarded(false)) {
      const answer = await sendRequest(`${place.url}/api/${name}`, { headers });
      expect([name, codeOf(answer)]).toEqual([name, '403 CONSOLE_ROLE']);
    }
  });

  it('that nothing is wrong with is made', async () => {
    const answer = await post(approving());
    expect([answer.status, (answer.body as { state?: string }).state]).toEqual([200, 'approved']);
    expect((await place.gateway.gate.desk.read.votes(held)).map(({ subject }) => subject)).toEqual(['ann']);
  });
});

describe('a read', () => {
  const reading = (): Record<string, string> => ({ ...PAGE_HEADERS, cookie: ann.cookie });

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another port', { 'sec-fetch-site': 'same-site' }],
    ['by a script element', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
    ['by a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['by opening its address', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ])('%s is refused', async (_, headers) => {
    const answer = await sendRequest(`${place.url}/api/me`, { headers: { ...reading(), ...headers } });
    expect(codeOf(answer)).toBe('403 CONSOLE_CROSS_SITE');
  });

  it('of nobody is refused, all of them', async () => {
    for (const name of [...namesOf(false), 'events'])
      expect([
        name,
        codeOf(await sendRequest(`${place.url}/api/${name}`, { headers: PAGE_HEADERS })),
      ]).toEqual([name, '401 CONSOLE_SIGN_IN']);
  });

  it('of what is not in the table is refused', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'inbox', 'inbox.nothing', 'me/x'])
      expect((await sendRequest(`${place.url}/api/${name}`, { headers: reading() })).status).not.toBe(200);
  });

  it('is kept by nobody, and can be put on no other page', async () => {
    const { headers, status } = await sendRequest(`${place.url}/api/me`, { headers: reading() });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the port of agents and that of people', () => {
  it('take nothing of each other: a token is refused on every route of the console', async () => {
    const file = join(place.home.folder, 'agents.token');
    const http = await serveConfiguredHttp(place.gateway.protocol, {
      host: '127.0.0.1',
      port: 0,
      auth: { kind: 'token', file },
      origins: [],
    });
    try {
      const authorization = `Bearer ${readFileSync(file, 'utf8').trim()}`;
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      const agents = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      };
      const known = await sendRequest(http.url, {
        method: 'POST',
        headers: { ...agents, authorization },
        body,
      });
      expect(known.status).not.toBe(401);
      const routes = ['/', '/inbox', '/sign-in', '/assets/main-a1b2c3.js', '/sign-in/ways', '/api/events'];
      for (const path of [...routes, ...[...namesOf(true), ...namesOf(false)].map((name) => `/api/${name}`)])
        for (const method of ['GET', 'HEAD', 'POST'])
          for (const more of [{}, approving()]) {
            const answer = await sendRequest(`${place.url}${path}`, {
              method,
              headers: { ...more, authorization },
              ...(method === 'POST' ? { body: '{}' } : {}),
            });
            expect([path, method, answer.status]).toEqual([path, method, 401]);
          }
      const person = await sendRequest(http.url, {
        method: 'POST',
        headers: { ...agents, cookie: ann.cookie, 'x-callgate-csrf': ann.csrf },
        body,
      });
      expect(person.status).toBe(401);
    } finally {
      await http.close();
    }
  });

  it('no server can be the console itself', () => {
    const open = { message: expect.stringContaining('port'), help: 'Callgate itself listens there.' };
    expect(() => createDestination(place.url, ['127.0.0.1'])).toThrow(expect.objectContaining(open));
  });
});

describe('the page', () => {
  it('is served to anybody who comes with a window, for every route of its own', async () => {
    for (const path of ['/', '/inbox', '/inbox/01abc', '/tools/mail/send', '/record']) {
      const { status, headers, body } = await sendRequest(`${place.url}${path}`, {
        headers: {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
        },
      });
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      expect(body).toContain('the page');
    }
  });

  it('has a policy that lets nothing in but itself, on every answer', async () => {
    for (const path of ['/', '/sign-in', '/assets/main-a1b2c3.js', '/api/me', '/nothing.txt']) {
      const { headers } = await sendRequest(`${place.url}${path}`);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'; report-uri /csp-report",
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  it('keeps for good what has its content in its name, and nothing else', async () => {
    const asset = await sendRequest(`${place.url}/assets/main-a1b2c3.js`);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const path of [
      '/assets/none-000.js',
      '/secret.txt',
      '/..%2f..%2fetc/passwd',
      '/assets/../secret.txt',
    ])
      expect([path, (await sendRequest(`${place.url}${path}`)).body]).not.toContain('not for anybody');
    expect((await sendRequest(`${place.url}/assets/none-000.js`)).status).toBe(404);
  });

  it('is not shown in a frame, and lends nothing to other pages', async () => {
    const frame = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    };
    expect(codeOf(await sendRequest(`${place.url}/inbox`, { headers: frame }))).toBe(
      '403 CONSOLE_CROSS_SITE',
    );
    const script = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'script',
    };
    const asset = await sendRequest(`${place.url}/assets/main-a1b2c3.js`, { headers: script });
    expect(codeOf(asset)).toBe('403 CONSOLE_CROSS_SITE');
  });

  it('is where the links of messages lead', async () => {
    const { status, headers } = await sendRequest(`${place.url}/calls/${held}`);
    expect([status, headers.get('location')]).toEqual([303, `/inbox/${held}`]);
  });

  it('tells what browsers kept from it, a few times, and only in safe words', async () => {
    const report = JSON.stringify({
      'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'inline\u001b[31m\u202e' },
    });
    for (let time = 0; time < 30; time += 1)
      await sendRequest(`${place.url}/csp-report`, { method: 'POST', headers: {}, body: report });
    const told = place.log.filter(({ code }) => code === 'CONSOLE_CSP');
    expect(told).toHaveLength(20);
    expect(told[0]?.message).toContain('script-src');
    expect(told[0]?.message).toContain('inline⟦U+001B⟧[31m⟦U+202E⟧');
  });
});
