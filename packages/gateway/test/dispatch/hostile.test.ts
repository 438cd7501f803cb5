import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallgateError } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { UpstreamHarness, SentCall, TransportKind } from './harness.ts';
import { afterTest, openUpstreamHarness, openEndpointHarness, tempFolder, textOf, until } from './harness.ts';

const WAYS: readonly [TransportKind, 'legacy' | 'modern', readonly string[]][] = [
  ['stdio', 'legacy', []],
  ['stdio', 'modern', []],
  ['http', 'legacy', ['sse', 'sessions']],
  ['http', 'modern', ['sse']],
];

const deep = process.env['CALLGATE_DEEP'] === '1';

/** Codes of calls that were sent and have no answer: the gate takes what came of them for unknown. */
const LEFT: ReadonlySet<string> = new Set(['UPSTREAM_LOST', 'UPSTREAM_RESULT_TYPE']);

/** What came of a call, in words. */
const fate = ({ reply, error }: SentCall): string => {
  if (error === undefined) return reply?.type ?? 'nothing';
  if (error.name === 'NotSent') return 'not sent';
  const left = error instanceof CallgateError && LEFT.has(error.code);
  return reply === undefined && left ? 'unknown' : error.message;
};

const expectStillGood = async (here: UpstreamHarness): Promise<void> =>
  expect(textOf(await here.tool('echo', { again: true }))).toBe('{"again":true}');

describe.each(WAYS)('a hostile server over %s of the %s era', (way, era, quirks) => {
  it('answers twice: the first counts, the second is dropped and told', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    expect(textOf(await here.tool('twice'))).toBe('first');
    await until(() => here.told.length > 0);
    expect(here.told).toEqual(['UPSTREAM_ANSWERED_TWICE']);
    await expectStillGood(here);
  });

  it.each(['other-id', 'text-id', 'next-id'])(
    'answers what it was not asked (%s): dropped and told',
    async (name) => {
      const here = await openUpstreamHarness(way, { era, quirks });
      expect(textOf(await here.tool(name))).toBe('own');
      await expectStillGood(here);
      expect(here.told).toEqual([way === 'stdio' ? 'UPSTREAM_UNKNOWN_ID' : 'UPSTREAM_WRONG_ID']);
    },
  );

  it('reports progress of others: dropped and told', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const sent = await here.tool('foreign-progress');
    expect(textOf(sent)).toBe('own');
    expect(sent.progress).toEqual([{ progress: 1 }]);
    expect(here.told).toEqual(['UPSTREAM_FOREIGN_PROGRESS', 'UPSTREAM_FOREIGN_PROGRESS']);
  });

  it('sends notifications that do not exist: dropped and told', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    expect(textOf(await here.tool('odd-notification'))).toBe('own');
    expect(here.told).toEqual(['UPSTREAM_NOTIFICATION', 'UPSTREAM_NOTIFICATION']);
    expect(here.notes).toEqual([]);
  });

  it('answers with a result of a type that does not exist: not passed on', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const sent = await here.tool('odd-type');
    expect(fate(sent)).toBe('unknown');
    expect(sent.error).toMatchObject({ code: 'UPSTREAM_RESULT_TYPE' });
    await expectStillGood(here);
  });

  it('has U+2028 and other separators in its strings: one message', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const sent = await here.tool('raw', {
      text: '{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"a\u2028b\u0085c\u2029d"}]}}',
    });
    expect(textOf(sent)).toBe('a\u2028b\u0085c\u2029d');
    expect(here.told).toEqual([]);
  });

  it('sends more than a message may have: not kept, told', async () => {
    const here = await openUpstreamHarness(way, { era, quirks }, { messageBytes: 64 * 1024 });
    expect(textOf(await here.tool('huge', { bytes: 60 * 1024 }))).toHaveLength(60 * 1024);
    expect(fate(await here.tool('huge', { bytes: 70 * 1024 }))).toBe('unknown');
    expect(here.told).toEqual(['UPSTREAM_TOO_LARGE']);
    await expectStillGood(here);
  });

  it('keeps many calls apart', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const count = deep ? 2000 : 100;
    const all = await Promise.all(
      Array.from({ length: count }, (_, n) => here.tool(n % 7 === 0 ? 'other-id' : 'echo', { canary: n })),
    );
    all.forEach((sent, n) => expect(textOf(sent)).toBe(n % 7 === 0 ? 'own' : `{"canary":${n}}`));
  });
});

// the reading is the same one everywhere: two ways are enough for every day
describe.each(WAYS.filter((_, at) => deep || at === 0 || at === 3))(
  'a server over %s of the %s era',
  (way, era, quirks) => {
    it.each([
      ['no JSON', 'oops'],
      ['a byte order mark and garbage', '\ufeff{'],
      ['a duplicate key', '{"jsonrpc":"2.0","id":$ID,"result":{"a":1,"a":2}}'],
      ['an escaped duplicate key', '{"jsonrpc":"2.0","id":$ID,"result":{"a":1,"\\u0061":2}}'],
      ['a member of another case', '{"jsonrpc":"2.0","id":$ID,"Result":{},"result":{}}'],
      ['a result and an error', '{"jsonrpc":"2.0","id":$ID,"result":{},"error":{"code":1,"message":""}}'],
      ['a result that is no object', '{"jsonrpc":"2.0","id":$ID,"result":7}'],
      ['a batch', '[{"jsonrpc":"2.0","id":$ID,"result":{}}]'],
      ['half of a surrogate pair', '{"jsonrpc":"2.0","id":$ID,"result":{"a":"\\ud800"}}'],
      ['a number that is not exact', '{"jsonrpc":"2.0","id":$ID,"result":{"a":9007199254740993}}'],
      ['infinity', '{"jsonrpc":"2.0","id":$ID,"result":{"a":1e400}}'],
      ['too deep', `{"jsonrpc":"2.0","id":$ID,"result":{"a":${'['.repeat(90)}${']'.repeat(90)}}}`],
      ['two values', '{"jsonrpc":"2.0","id":$ID,"result":{}} {"jsonrpc":"2.0","id":$ID,"result":{}}'],
      ['no version', '{"id":$ID,"result":{}}'],
      ['an error without a code', '{"jsonrpc":"2.0","id":$ID,"error":{"message":"x"}}'],
    ])('that sends %s: nothing of it is passed on, and the next call is served anew', async (_, text) => {
      const here = await openUpstreamHarness(way, { era, quirks });
      await here.upstream.hello();
      expect(fate(await here.tool('raw', { text }))).toBe('unknown');
      expect(here.told).toEqual(['UPSTREAM_GARBAGE']);
      expect(here.lost).toHaveLength(way === 'stdio' ? 1 : 0);
      await expectStillGood(here);
    });
  },
);

describe('servers beside each other', () => {
  it('use the same ids and never meet', async () => {
    const places = await Promise.all(
      WAYS.flatMap((way) => [way, way]).map(([way, era, quirks]) =>
        openUpstreamHarness(way, { era, quirks }),
      ),
    );
    const rounds = deep ? 500 : 20;
    await Promise.all(
      places.flatMap((here, at) =>
        Array.from({ length: rounds }, async (_, n) => {
          const canary = `${at}-${n}`;
          expect(textOf(await here.tool('echo', { canary }))).toBe(`{"canary":"${canary}"}`);
        }),
      ),
    );
    expect(places.flatMap(({ told }) => told)).toEqual([]);
  });
});

const stdio = (era: 'legacy' | 'modern' | 'both', ...quirks: readonly string[]): Promise<UpstreamHarness> =>
  openUpstreamHarness('stdio', { era, quirks });

/** The process that the server itself started. */
const childOf = (here: UpstreamHarness): number =>
  Number(/^child (\d+)$/m.exec(here.received().join('\n'))?.[1]);

const isThere = (pid: number): boolean => {
  try {
    // a process that ended and was not waited for yet is still listed
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('a server process', () => {
  it('that dies of the modern question is asked the old way by the next one', async () => {
    const here = await stdio('legacy', 'dies-of-discover');
    expect(await here.upstream.hello()).toMatchObject({ era: 'legacy' });
    expect(here.lost).toEqual([]);
    await expectStillGood(here);
  });

  it('that says nothing to the modern question is asked the old way too', async () => {
    const here = await stdio('legacy', 'deaf-to-discover');
    expect(await here.upstream.hello()).toMatchObject({ era: 'legacy' });
    await expectStillGood(here);
    expect(here.told).toEqual([]);
  });

  it('that speaks both eras is spoken to in the modern one', async () => {
    expect(await (await stdio('both')).upstream.hello()).toMatchObject({ era: 'modern' });
  });

  it.each(['legacy', 'modern'] as const)('that speaks both eras can be held to the %s one', async (era) => {
    const here = await openUpstreamHarness('stdio', { era: 'both', quirks: [] }, { era });
    expect(await here.upstream.hello()).toMatchObject({ era });
    expect(here.received()[0]).toContain(era === 'legacy' ? '"initialize"' : '"server/discover"');
  });

  it.each(['legacy', 'modern'] as const)(
    'of the %s era with a version nobody knows is not used',
    async (era) => {
      const here = await openUpstreamHarness('stdio', { era, quirks: ['odd-version'] }, { era });
      await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_VERSION' });
    },
  );

  it('of an old version is spoken to in that', async () => {
    const here = await stdio('legacy', 'old');
    expect(await here.upstream.hello()).toMatchObject({ version: '2024-11-05' });
  });

  it('that starts slowly is waited for, once, by all', async () => {
    const here = await stdio('legacy', 'slow-start');
    const [one, two] = await Promise.all([here.upstream.hello(), here.upstream.hello()]);
    expect(one).toBe(two);
    expect(here.received().filter((text) => text.includes('"initialize"'))).toHaveLength(1);
  });

  it('that never answers is given up in time, and a call to it is not sent', async () => {
    const here = await openEndpointHarness(
      { kind: 'stdio', command: process.execPath, args: ['-e', 'setInterval(()=>{},1000)'], env: {} },
      { connectMs: 400 },
    );
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect((await here.tool('echo')).error?.name).toBe('NotSent');
  });

  it('that cannot be started says so, and a call to it is not sent', async () => {
    const here = await openEndpointHarness({ kind: 'stdio', command: '/nowhere/at-all', args: [], env: {} });
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_START' });
    expect((await here.tool('echo')).error?.name).toBe('NotSent');
    expect(here.lost).toEqual([]);
  });

  it('runs without a shell', async () => {
    const folder = tempFolder();
    const here = await openEndpointHarness({
      kind: 'stdio',
      command: `touch ${join(folder, 'x')}; true`,
      args: [],
      env: { PATH: process.env['PATH'] ?? '' },
    });
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_START' });
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('that ends while calls are out fails them as unknown, and is started again by the next', async () => {
    const here = await stdio('legacy');
    await here.upstream.hello();
    const waiting = here.tool('slow');
    await until(() => here.received().some((text) => text.includes('"slow"')));
    const [one, two] = await Promise.all([waiting, here.tool('raw', { text: '!exit' })]);
    expect(fate(one)).toBe('unknown');
    expect(fate(two)).toBe('unknown');
    expect(two.error?.message).toContain('status 3');
    expect(here.lost).toHaveLength(1);
    await expectStillGood(here);
  });

  it('that ends in the middle of a line has answered nothing', async () => {
    const here = await stdio('legacy');
    expect(fate(await here.tool('raw', { text: '!cut {"jsonrpc":"2.0","id":$ID,"result":{}}' }))).toBe(
      'unknown',
    );
    expect(here.told).toEqual(['UPSTREAM_CUT']);
    await expectStillGood(here);
  });

  it('that answers and ends at once has answered', async () => {
    const here = await stdio('legacy');
    const sent = await here.tool('raw', {
      text: '!cut {"jsonrpc":"2.0","id":$ID,"result":{"content":[{"text":"last"}]}}\n',
    });
    expect(textOf(sent)).toBe('last');
  });

  it('with a carriage return inside a string is refused, with one at the end of a line is not', async () => {
    const here = await stdio('legacy');
    const sent = await here.tool('raw', {
      text: '\r\n{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"text":"crlf"}]}}\r',
    });
    expect(textOf(sent)).toBe('crlf');
    expect(fate(await here.tool('raw', { text: '{"jsonrpc":"2.0","id":$ID,"result":{"a":"x\ry"}}' }))).toBe(
      'unknown',
    );
    expect(here.told).toEqual(['UPSTREAM_GARBAGE']);
  });

  it('that sends a line of 100 MiB is cut off, and no memory is kept for it', async () => {
    const here = await stdio('legacy');
    await here.upstream.hello();
    const before = process.memoryUsage().rss;
    expect(fate(await here.tool('raw', { text: '!flood 100' }))).toBe('unknown');
    expect(here.told).toEqual(['UPSTREAM_TOO_LARGE']);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    await expectStillGood(here);
  });

  it('that floods its standard error is not held up, and its last words are for the operator alone', async () => {
    const here = await stdio('legacy', 'flood');
    await expectStillGood(here);
    const { error } = await here.tool('raw', { text: '!exit' });
    expect(error?.message).not.toContain('the end');
    expect(here.told).toContain('UPSTREAM_LAST_WORDS');
  });

  it('that prints before it speaks is told of and used', async () => {
    const here = await stdio('legacy', 'banner');
    await expectStillGood(here);
    expect(here.told).toEqual(['UPSTREAM_BANNER']);
  });

  it('is gone after it was closed in the middle of the greeting', async () => {
    const here = await stdio('legacy', 'spawns', 'slow-start');
    const hello = here.upstream.hello();
    await until(() => here.received().some((text) => text.includes('"initialize"')));
    const child = childOf(here);
    await here.upstream.close();
    await expect(hello).rejects.toMatchObject({ name: 'CallgateError' });
    await until(() => !isThere(child));
    expect(here.lost).toEqual([]);
  });

  it('is gone after it was closed, with all that it started, however stubborn', async () => {
    const here = await stdio('legacy', 'spawns', 'stubborn');
    await here.upstream.hello();
    const child = childOf(here);
    expect(isThere(child)).toBe(true);
    await here.upstream.close();
    await until(() => !isThere(child));
    expect(here.lost).toEqual([]);
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_CLOSED' });
  });
});

const http = (
  era: 'legacy' | 'modern',
  ...quirks: readonly string[]
): Promise<UpstreamHarness & { readonly http: NonNullable<UpstreamHarness['http']> }> =>
  openUpstreamHarness('http', { era, quirks }) as ReturnType<typeof http>;

describe('a server over HTTP', () => {
  it.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (status) => {
    const canary = await http('legacy', 'json');
    const here = await http('legacy', 'json');
    await here.upstream.hello();
    here.http.answerNext(
      'tools/call',
      (_, response) => void response.writeHead(status, { location: canary.http.url }).end(),
    );
    expect((await here.tool('echo')).reply).toMatchObject({
      type: 'error',
      message: expect.stringContaining(String(status)),
    });
    expect(canary.http.received).toEqual([]);
    expect(here.told).toEqual(['UPSTREAM_REDIRECT']);
    await expectStillGood(here);
  });

  it.each([400, 401, 403, 404, 413, 429])('that refuses with %i has answered', async (status) => {
    const here = await http('modern', 'json');
    await here.upstream.hello();
    here.http.answerNext(
      'tools/call',
      (_, response) =>
        void response
          .writeHead(status, { 'www-authenticate': 'Bearer resource_metadata="http://169.254.169.254/"' })
          .end('no'),
    );
    expect((await here.tool('echo')).reply).toMatchObject({ type: 'error' });
    await expectStillGood(here);
  });

  it.each([202, 204, 500, 502, 503, 504])(
    'that answers %i without a message leaves it unknown',
    async (status) => {
      const here = await http('modern', 'json');
      await here.upstream.hello();
      here.http.answerNext('tools/call', (_, response) => void response.writeHead(status).end());
      expect(fate(await here.tool('echo'))).toBe('unknown');
      await expectStillGood(here);
    },
  );

  it('has the error in the body of a refusal passed on, and only if it is for this request', async () => {
    const here = await http('modern', 'json');
    await here.upstream.hello();
    const refuse = (id: unknown): void =>
      here.http.answerNext(
        'tools/call',
        (_, response, body) =>
          void response.writeHead(400, { 'content-type': 'application/json' }).end(
            JSON.stringify({
              jsonrpc: '2.0',
              id: id ?? body.id,
              error: { code: -32021, message: 'm', data: { a: 1 } },
            }),
          ),
      );
    refuse(undefined);
    expect((await here.tool('echo')).reply).toEqual({
      type: 'error',
      code: -32021,
      message: 'm',
      data: { a: 1 },
    });
    refuse(99_999);
    expect((await here.tool('echo')).reply).toMatchObject({ type: 'error', code: -32603 });
  });

  it.each([
    [
      'a compressed answer',
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      'UPSTREAM_ENCODING',
    ],
    ['a web page', { 'content-type': 'text/html' }, 'UPSTREAM_GARBAGE'],
  ])('that sends %s is not believed', async (_, headers, code) => {
    const here = await http('legacy', 'json');
    await here.upstream.hello();
    here.http.answerNext(
      'tools/call',
      (_request, response) => void response.writeHead(200, headers as never).end('<html>'),
    );
    expect(fate(await here.tool('echo'))).toBe('unknown');
    expect(here.told).toEqual([code]);
  });

  it('may put a byte order mark before its body', async () => {
    const here = await http('legacy', 'json');
    await here.upstream.hello();
    here.http.answerNext(
      'tools/call',
      (_, response, { id }) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`\ufeff{"jsonrpc":"2.0","id":${id},"result":{"content":[{"text":"bom"}]}}`),
    );
    expect(textOf(await here.tool('echo'))).toBe('bom');
  });

  it.each(['application/json', 'text/event-stream'])(
    'that cuts its %s in the middle has answered nothing',
    async (type) => {
      const here = await http('legacy', 'json');
      await here.upstream.hello();
      here.http.answerNext('tools/call', (_, response, { id }) => {
        response
          .writeHead(200, { 'content-type': type })
          .write(`${type === 'text/event-stream' ? 'data: ' : ''}{"jsonrpc":"2.0","id":${id},"result":{}}`);
        setTimeout(() => response.destroy(), 20);
      });
      expect(fate(await here.tool('echo'))).toBe('unknown');
      await expectStillGood(here);
    },
  );

  it('that ends a stream without an answer has answered nothing', async () => {
    const here = await http('legacy', 'json');
    await here.upstream.hello();
    here.http.answerNext(
      'tools/call',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
    );
    expect(fate(await here.tool('echo'))).toBe('unknown');
  });

  it('that answers after its answer is heard no more', async () => {
    const here = await http('legacy', 'json');
    await here.upstream.hello();
    here.http.answerNext('tools/call', (_, response, { id }) => {
      const event = (text: string): string =>
        `data: {"jsonrpc":"2.0","id":${id},"result":{"content":[{"text":"${text}"}]}}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event('first') + event('second'));
    });
    expect(textOf(await here.tool('echo'))).toBe('first');
    await until(() => here.told.length > 0);
    expect(here.told).toEqual(['UPSTREAM_ANSWERED_TWICE']);
  });

  it('that has forgotten the session is greeted anew by the next call', async () => {
    const here = await http('legacy', 'json', 'sessions');
    await here.upstream.hello();
    here.http.forgetSessions();
    expect((await here.tool('echo')).reply).toMatchObject({ type: 'error', code: -32001 });
    expect(here.lost).toHaveLength(1);
    await expectStillGood(here);
    expect(here.received().filter((text) => text.includes('"initialize"'))).toHaveLength(2);
  });

  it('gets its session back with every request, and is told when it ends', async () => {
    const here = await http('legacy', 'json', 'sessions');
    await expectStillGood(here);
    expect(here.http.received.at(-1)?.headers).toMatchObject({
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-11-25',
    });
    await here.upstream.close();
    expect(here.http.received.at(-1)).toMatchObject({
      method: 'DELETE',
      headers: { 'mcp-session-id': 'session-1' },
    });
  });

  it('that answers on the stream for what nobody asked is not believed', async () => {
    const here = await http('legacy', 'sse', 'sessions');
    await here.upstream.hello();
    await until(() => here.http.streams.size === 1);
    const abort = new AbortController();
    const waiting = here.tool('slow', {}, { signal: abort.signal });
    await until(() => here.received().some((text) => text.includes('"slow"')));
    const { id } = JSON.parse(here.received().find((text) => text.includes('"slow"')) ?? '{}');
    const [stream] = here.http.streams;
    stream?.write(`data: {"jsonrpc":"2.0","id":${id},"result":{"content":[]}}\n\n`);
    await until(() => here.told.length > 0);
    expect(here.told).toEqual(['UPSTREAM_WRONG_STREAM']);
    abort.abort();
    expect(fate(await waiting)).toBe('unknown');
  });

  it('that is not there is not sent anything', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const here = await openEndpointHarness(
      { kind: 'http', url: `http://127.0.0.1:${port}/`, headers: {} },
      { allowPrivate: ['127.0.0.1'] },
    );
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    expect((await here.tool('echo')).error?.name).toBe('NotSent');
  });

  it('that goes away between calls is not sent anything', async () => {
    const here = await http('modern', 'json');
    await expectStillGood(here);
    await here.http.close();
    // before the end of a connection has arrived, what is written to it may have been read
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    expect((await here.tool('echo')).error?.name).toBe('NotSent');
  });

  it('that closes the connection on a call leaves it unknown', async () => {
    const here = await http('legacy', 'json');
    await here.upstream.hello();
    here.http.answerNext('tools/call', (request) => void request.socket.destroy());
    expect(fate(await here.tool('echo'))).toBe('unknown');
    await expectStillGood(here);
  });

  it('that never answers the greeting is given up in time', async () => {
    const silent = createServer((socket) => {
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    afterTest(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const here = await openEndpointHarness(
      { kind: 'http', url: `http://127.0.0.1:${port}/`, headers: {} },
      { allowPrivate: [`127.0.0.1:${port}`], connectMs: 300 },
    );
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  it.each([
    [{ 'X-A': 'a\r\nX-B: b' }],
    [{ 'X-A': 'ä' }],
    [{ 'X A': 'a' }],
    [{ Host: 'evil' }],
    [{ 'content-length': '0' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ 'Mcp-Session-Id': 'x' }],
    [{ 'Mcp-Param-Region': 'x' }],
    [{ 'X-A': 'a', 'x-a': 'b' }],
  ])('is not sent headers that would change what a request is: %j', async (headers) => {
    const server = await http('legacy', 'json');
    const here = await openEndpointHarness(
      { kind: 'http', url: server.http.url, headers: headers as never },
      { allowPrivate: ['127.0.0.1'] },
    );
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'UPSTREAM_HEADER' });
    expect(server.http.received).toEqual([]);
  });

  it('that breaks off a stream is read on from there, and what it repeats is dropped', async () => {
    const here = await http('legacy', 'sse', 'sessions');
    await here.upstream.hello();
    await until(() => here.http.streams.size === 1);
    const step = (id: unknown, n: number): string =>
      `id: e${n}\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${String(id)},"progress":${n}}}\n\n`;
    let call: unknown;
    here.http.answerNext('tools/call', (_, response, { id }) => {
      call = id;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`id: e0\nretry: 10\ndata:\n\n${step(id, 1)}`);
    });
    here.http.answerNext('GET', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `${step(call, 1)}${step(call, 2)}id: e3\ndata: {"jsonrpc":"2.0","id":${String(call)},"result":{"content":[{"text":"resumed"}]}}\n\n`,
      );
    });
    const sent = await here.tool('echo');
    expect(textOf(sent)).toBe('resumed');
    expect(sent.progress).toEqual([{ progress: 1 }, { progress: 2 }]);
    const resumed = here.http.received.filter(({ headers }) => headers['last-event-id'] !== undefined);
    expect(resumed.map(({ method, headers }) => [method, headers['last-event-id']])).toEqual([['GET', 'e1']]);
    expect(here.received().filter((text) => text.includes('"tools/call"'))).toHaveLength(1);
    expect(here.told).toEqual([]);
  });

  it('that breaks off a stream for ever leaves it unknown', async () => {
    const here = await http('legacy', 'json');
    await here.upstream.hello();
    here.http.answerNext('tools/call', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: e0\nretry: 1\ndata:\n\n');
    });
    expect(fate(await here.tool('echo'))).toBe('unknown');
  });

  it('that ends its stream of news has it opened again', async () => {
    const here = await http('legacy', 'sse', 'sessions');
    await here.upstream.hello();
    await until(() => here.http.streams.size === 1);
    for (const stream of here.http.streams) stream.end();
    await until(() => here.http.streams.size === 0);
    await until(() => here.http.streams.size === 1);
    await here.tool('changed');
    await until(() => here.notes.length > 0);
    expect(here.notes).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
  });

  it('of the modern era that ends a subscription has it opened again, and all lists count as changed', async () => {
    const here = await http('modern', 'sse');
    const resets: (() => void)[] = [];
    here.http.answerNext('subscriptions/listen', (_, response, { id }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        `data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":${id}}}}\n\n`,
      );
      resets.push(() => response.destroy());
    });
    await here.upstream.hello();
    for (const reset of resets) reset();
    await until(() => here.notes.length > 1);
    expect(here.notes.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/resources/list_changed',
    ]);
    expect(here.received().filter((text) => text.includes('/listen'))).toHaveLength(2);
  });

  // on a slow machine the connection may be there before the refusal is
  it('that wants credentials says so', { retry: 5 }, async () => {
    const here = await http('legacy', 'json');
    for (const method of ['server/discover', 'initialize']) {
      here.http.answerNext(method, (_, response) => void response.writeHead(401).end());
    }
    const hello = here.upstream.hello();
    await expect(hello).rejects.toMatchObject({ code: 'UPSTREAM_SIGN_IN' });
    await expect(hello).rejects.toThrow('401');
    await expectStillGood(here);
  });

  it('in a place that was not allowed is not reached', async () => {
    const server = await http('legacy', 'json');
    const here = await openEndpointHarness({ kind: 'http', url: server.http.url, headers: {} });
    await expect(here.upstream.hello()).rejects.toMatchObject({ code: 'EGRESS_REFUSED' });
    expect((await here.tool('echo')).error?.name).toBe('NotSent');
    expect(server.http.received).toEqual([]);
  });
});
