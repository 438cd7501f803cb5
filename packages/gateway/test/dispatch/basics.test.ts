import { describe, expect, it } from 'vitest';
import { stateDigest } from '../../src/dispatch/params-text.ts';
import { COMPLETED_KEY, INPUT_RESPONSES_KEY, STATE_KEY } from '../../src/dispatch/upstream.ts';
import { RpcFailure } from '../../src/wire/rpc-failure.ts';
import type { TransportKind } from './harness.ts';
import { openUpstreamHarness, textOf, until } from './harness.ts';

const ALL_ASKS = { sampling: true, elicitation: true, roots: true };

describe.each<[TransportKind, 'legacy' | 'modern', readonly string[]]>([
  ['stdio', 'legacy', []],
  ['stdio', 'modern', []],
  ['http', 'legacy', ['json']],
  ['http', 'legacy', ['sse', 'sessions']],
  ['http', 'modern', ['json']],
  ['http', 'modern', ['sse']],
])('a server over %s of the %s era %j', (way, era, quirks) => {
  it('is greeted, whichever era it speaks', async () => {
    const { upstream, told } = await openUpstreamHarness(way, { era, quirks });
    const hello = await upstream.hello();
    expect(hello).toMatchObject({
      era,
      version: era === 'legacy' ? '2025-11-25' : '2026-07-28',
      info: { name: 'tiny' },
      instructions: 'be kind',
    });
    expect(hello.capabilities).toHaveProperty('tools');
    expect(await upstream.hello()).toBe(hello);
    expect(told).toEqual([]);
  });

  it('gets a judged call exactly as it was judged, once', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const args = { b: [1, { z: 'ä\u2028\r\n"', a: null }], a: true };
    expect(JSON.parse(String(textOf(await here.tool('echo', args))))).toEqual(args);
    const calls = here.received().filter((text) => text.includes('"tools/call"'));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain('"arguments":{"a":true,"b":[1,{"a":null,"z":"\\u00e4\\u2028\\r\\n\\""}]}');
    expect(calls[0]).toMatch(/^[ -~]+$/);
  });

  it('answers requests of our own, and its errors are shown safely', async () => {
    const { upstream } = await openUpstreamHarness(way, { era, quirks });
    expect(await upstream.control('tools/list', {})).toMatchObject({ tools: [{ name: 'echo' }] });
    const refusal = upstream.control('prompts/list', {});
    await expect(refusal).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    await expect(refusal).rejects.toThrow('-32601: no ⟦U+001B⟧[31mprompts');
    expect(await upstream.control('ping', {})).toEqual(expect.anything());
    await expect(upstream.control('tools/call' as never, { name: 'echo' })).rejects.toMatchObject({
      code: 'UPSTREAM_CONTROL',
    });
  });

  it('has its errors passed on whole', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    expect((await here.tool('fail')).reply).toEqual({
      type: 'error',
      code: -32602,
      message: 'bad \u202e arguments',
      data: { why: 'because' },
    });
  });

  it('reports progress under a token that was minted for the call', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const [one, two] = await Promise.all([
      here.tool('steps', { of: 'one' }, { how: { meta: { progressToken: 'theirs' } } }),
      here.tool('steps', { of: 'two' }),
    ]);
    const steps = [1, 2, 3].map((n) => ({ progress: n, total: 3, message: `step ${n}` }));
    expect([one.progress, two.progress]).toEqual([steps, steps]);
    expect(here.received().join('\n')).not.toContain('theirs');
    expect(here.told).toEqual([]);
  });

  it('says which call a log message belongs to', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const sent = await here.tool('log');
    expect(here.notes).toContainEqual({
      method: 'notifications/message',
      params: { level: 'info', data: 'hello' },
      call: sent.call,
    });
  });

  it('is told when a call is given up, and its late answer is dropped', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    await here.upstream.hello();
    const abort = new AbortController();
    const sending = here.tool('slow', {}, { signal: abort.signal });
    await until(() => here.received().some((text) => text.includes('"slow"')));
    abort.abort();
    const { error } = await sending;
    expect(error).toMatchObject({ code: 'UPSTREAM_LOST' });
    const cancelled = JSON.parse(String(textOf(await here.tool('was-cancelled'))));
    expect(cancelled.length).toBeGreaterThan(0);
    const notified = here.received().some((text) => text.includes('"notifications/cancelled"'));
    // over HTTP a modern server is told by the end of the stream
    expect(notified).toBe(way === 'stdio' || era === 'legacy');
    expect(here.told).toEqual([]);
  });

  it('does not get a call that was given up before', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    await here.upstream.hello();
    const { error } = await here.tool('echo', {}, { signal: AbortSignal.abort() });
    expect(error?.name).toBe('NotSent');
    expect(here.received().join('\n')).not.toContain('tools/call');
  });

  it('runs a call as a task and gives its result', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const sent = await here.tool('later', {}, { how: { asTask: true } });
    expect(textOf(sent)).toBe('late');
    expect(sent.progress).toContainEqual({ progress: 1, message: 'poll 1' });
    const call = here.received().find((text) => text.includes('"later"'));
    expect(call).toContain(
      era === 'legacy' ? '"task":{"ttl":' : '"extensions":{"io.modelcontextprotocol/tasks":{}}',
    );
  });

  it('has its task cancelled with the call', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const abort = new AbortController();
    const sending = here.tool(
      'never',
      {},
      { signal: abort.signal, how: { asTask: true }, onProgress: () => abort.abort() },
    );
    expect((await sending).error).toBeDefined();
    await until(() =>
      here.received().some((text) => text.includes('"tasks/cancel"') && text.includes('"endless"')),
    );
  });

  it('tells of changed lists', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    await here.upstream.hello();
    if (way === 'http' && era === 'legacy') {
      if (here.http?.streams.size === 0 && !quirks.includes('sessions')) return;
      await until(() => here.http?.streams.size === 1);
    }
    await here.tool('changed');
    await until(() => here.notes.length > 0);
    expect(here.notes).toMatchObject([{ method: 'notifications/tools/list_changed', call: null }]);
  });

  it.each([
    [{ kind: 'resource', uri: 'demo://x' }, { method: 'resources/read' }, '"uri":"demo://x"'],
    [
      { kind: 'prompt', name: 'p', arguments: { city: 'Bern' } },
      { method: 'prompts/get' },
      '"arguments":{"city":"Bern"}',
    ],
    [
      {
        kind: 'completion',
        ref: { kind: 'prompt', name: 'p' },
        argument: 'city',
        arguments: { city: 'B', land: 'CH', [COMPLETED_KEY]: 'city' },
      },
      { method: 'completion/complete', ref: { type: 'ref/prompt', name: 'p' }, argument: 'city' },
      '"argument":{"name":"city","value":"B"},"context":{"arguments":{"land":"CH"}},"ref":{"name":"p","type":"ref/prompt"}',
    ],
    [
      { kind: 'task-update', task: 't9', arguments: { name: { action: 'accept' } } },
      { method: 'tasks/update' },
      '"inputResponses":{"name":{"action":"accept"}},"taskId":"t9"',
    ],
    [
      { kind: 'resolve', name: 't', arguments: { a: 1 } },
      { method: 'tools/resolve' },
      '"arguments":{"a":1},"name":"t"',
    ],
  ])('gets %j', async (parts, how, expected) => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const { reply, error } = await here.send(parts as never, { meta: {}, ...how } as never);
    expect(error).toBeUndefined();
    expect(reply).toMatchObject({ type: 'result', result: { echoed: { method: how.method } } });
    expect(here.received().findLast((text) => text.includes(`"${how.method}"`))).toContain(expected);
  });

  it('is not sent over a new connection what was judged before there was one', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    expect((await here.tool('echo', {}, { greet: false })).error?.name).toBe('NotSent');
    expect(here.received()).toEqual([]);
  });

  it('subscribes to resources', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const uri = 'demo://watched';
    const yes = await here.send({ kind: 'resource', uri }, { method: 'resources/subscribe', meta: {} });
    expect(yes.reply).toMatchObject({ type: 'result', result: {} });
    const sent = (): string => here.received().join('\n');
    expect(sent()).toContain(
      era === 'legacy' ? '"method":"resources/subscribe"' : '"resourceSubscriptions":["demo://watched"]',
    );
    const no = await here.send({ kind: 'resource', uri }, { method: 'resources/unsubscribe', meta: {} });
    expect(no.reply).toMatchObject({ type: 'result', result: {} });
    if (era === 'modern')
      expect(here.received().findLast((text) => text.includes('/listen'))).not.toContain(uri);
  });

  it('is not sent what was judged as something else', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    const wrong = [
      await here.send({ kind: 'tool', name: 'echo' }, { method: 'prompts/get', meta: {} }),
      await here.send({ kind: 'resource', uri: 'a:b' }, { method: 'tools/call', meta: {} }),
      await here.send(
        {
          kind: 'completion',
          ref: { kind: 'prompt', name: 'p' },
          argument: 'a',
          arguments: { a: '' },
        } as never,
        {
          method: 'completion/complete',
          meta: {},
          ref: { type: 'ref/prompt', name: 'other' },
          argument: 'a',
        },
      ),
      await here.send(
        { kind: 'resource', uri: 'a:b', arguments: { x: 1 } },
        { method: 'resources/read', meta: {} },
      ),
    ];
    for (const { error } of wrong) expect(error?.name).toBe('NotSent');
    await here.upstream.hello();
    expect(here.received().join('\n')).not.toMatch(/prompts\/get|tools\/call|completion|resources\/read/);
  });

  it('is not sent what the gate did not let out', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    await expect(
      here.upstream.send(
        { server: 'tiny', kind: 'tool', target: 'echo', take: () => ({}) } as never,
        { method: 'tools/call', meta: {} },
        { signal: new AbortController().signal, progress: () => {}, watch: () => {} },
      ),
    ).rejects.toMatchObject({ code: 'DISPATCH_FORGED' });
  });

  it('gets a call that was let out once, and not a second time', async () => {
    const here = await openUpstreamHarness(way, { era, quirks });
    let again: unknown;
    const { upstream } = here;
    const send = upstream.send.bind(upstream);
    upstream.send = async (call, how, context) => {
      const reply = await send(call, how, context);
      again = await send(call, how, context).catch((error: unknown) => error);
      return reply;
    };
    await here.tool('echo');
    expect(again).toMatchObject({ code: 'DISPATCHED_TWICE' });
    expect(here.received().filter((text) => text.includes('"tools/call"'))).toHaveLength(1);
  });
});

describe('the modern envelope', () => {
  it('says what the client can do, less what is off, and never passes our own keys', async () => {
    const here = await openUpstreamHarness(
      'stdio',
      { era: 'modern', quirks: [] },
      { asks: { ...ALL_ASKS, sampling: false } },
    );
    const meta = {
      'io.modelcontextprotocol/clientCapabilities': {
        sampling: {},
        elicitation: { form: {} },
        extensions: { x: {} },
      },
      'io.modelcontextprotocol/protocolVersion': '1999-01-01',
      'io.modelcontextprotocol/clientInfo': { name: 'evil' },
      'io.modelcontextprotocol/logLevel': 'debug',
      traceparent: '00-1',
    };
    const { reply } = await here.tool('echo', {}, { how: { meta } });
    expect(reply).toMatchObject({
      result: {
        structuredContent: {
          params: {
            _meta: {
              'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'callgate' },
              'io.modelcontextprotocol/logLevel': 'debug',
              traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
              progressToken: expect.any(Number),
            },
          },
        },
      },
    });
    expect(JSON.stringify(reply)).not.toMatch(/extensions|"sampling"/);
  });

  it('does not reach a legacy server', async () => {
    const here = await openUpstreamHarness('stdio', { era: 'legacy', quirks: [] });
    await here.tool(
      'echo',
      {},
      { how: { meta: { 'io.modelcontextprotocol/clientCapabilities': {}, traceparent: '1' } } },
    );
    expect(here.received().at(-1)).toContain('"_meta":{"progressToken":');
    expect(here.received().at(-1)).toMatch(/"traceparent":"00-[0-9a-f]{32}-[0-9a-f]{16}-01"/);
    expect(here.received().at(-1)).not.toContain('clientCapabilities');
  });

  it('carries what a person answered beside the arguments, not in them', async () => {
    const here = await openUpstreamHarness('stdio', { era: 'modern', quirks: [] });
    const first = await here.tool('needs-input', { a: 1 });
    expect(first.reply).toMatchObject({ result: { resultType: 'input_required', requestState: 's1' } });
    const second = await here.tool(
      'needs-input',
      { a: 1, [INPUT_RESPONSES_KEY]: { name: { action: 'accept' } }, [STATE_KEY]: stateDigest('s1') },
      { how: { requestState: 's1' } },
    );
    expect(second.reply).toMatchObject({
      result: {
        structuredContent: {
          params: { arguments: { a: 1 }, inputResponses: { name: { action: 'accept' } }, requestState: 's1' },
        },
      },
    });
    expect(here.received().at(-1)).not.toContain('dev.callgate/');
  });

  it('goes with no other state of the server than it was judged with', async () => {
    const here = await openUpstreamHarness('stdio', { era: 'modern', quirks: [] });
    const other = await here.tool(
      'needs-input',
      { a: 1, [STATE_KEY]: stateDigest('s1') },
      { how: { requestState: 's2' } },
    );
    expect(other.error?.name).toBe('NotSent');
    expect((await here.tool('needs-input', { a: 1 }, { how: { requestState: 's2' } })).error?.name).toBe(
      'NotSent',
    );
  });

  it('is repeated in headers over HTTP, with what a tool wants repeated', async () => {
    const here = await openUpstreamHarness('http', { era: 'modern', quirks: ['json'] });
    await here.upstream.control('tools/list', {});
    await here.tool('echo', { region: 'zürich ' });
    const last = here.http?.received.at(-1);
    expect(last?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'mcp-param-region': `=?base64?${Buffer.from('zürich ').toString('base64')}?=`,
      authorization: 'Bearer canary-1',
    });
    expect(here.received().join('\n')).not.toContain('canary-1');
  });
});

describe.each<[TransportKind, readonly string[]]>([
  ['stdio', []],
  ['http', ['sse', 'sessions']],
])('what a legacy server asks over %s', (way, quirks) => {
  it('is refused where it is off, and not offered either', async () => {
    const here = await openUpstreamHarness(way, { era: 'legacy', quirks });
    expect(textOf(await here.tool('ask'))).toContain('-32601');
    expect(here.told).toEqual(['UPSTREAM_REQUEST']);
    expect(here.asked).toEqual([]);
    const initialize = here.received().find((text) => text.includes('"initialize"'));
    expect(initialize).toContain('"capabilities":{}');
  });

  it('is asked where it is on, for the call it belongs to', async () => {
    const here = await openUpstreamHarness(way, { era: 'legacy', quirks }, { asks: ALL_ASKS });
    const sent = await here.tool('ask');
    expect(textOf(sent)).toBe('{"action":"accept"}');
    expect(here.asked).toMatchObject([{ id: 'q1', method: 'elicitation/create', call: sent.call }]);
    const initialize = here.received().find((text) => text.includes('"initialize"'));
    expect(initialize).toContain('"capabilities":{"elicitation":{},"roots":{},"sampling":{}}');
  });

  it('can be answered with an error', async () => {
    const here = await openUpstreamHarness(
      way,
      { era: 'legacy', quirks },
      {
        asks: ALL_ASKS,
        answer: () => Promise.reject(new RpcFailure({ code: -1, message: 'the person said no' })),
      },
    );
    expect(textOf(await here.tool('ask'))).toBe('{"code":-1,"message":"the person said no"}');
  });

  it.each(['tools/call', 'tasks/list', 'constructor', '__proto__'])(
    'is refused for %s whatever is on',
    async (ask) => {
      const here = await openUpstreamHarness(way, { era: 'legacy', quirks }, { asks: ALL_ASKS });
      expect(textOf(await here.tool('ask', { ask }))).toContain('-32601');
      expect(here.asked).toEqual([]);
    },
  );

  it('is answered by itself where it is a ping', async () => {
    const here = await openUpstreamHarness(way, { era: 'legacy', quirks });
    expect(textOf(await here.tool('ask', { ask: 'ping' }))).toBe('{}');
    expect(here.told).toEqual([]);
  });
});

describe('a server over stdio', () => {
  it('gets the environment that was named and nothing else', async () => {
    process.env['CANARY_SECRET'] = 'canary-2';
    try {
      const here = await openUpstreamHarness('stdio', { era: 'legacy', quirks: [] });
      const env = JSON.parse(String(textOf(await here.tool('env'))));
      expect(Object.keys(env).toSorted()).toEqual(['PATH', 'TINY_LOG']);
    } finally {
      delete process.env['CANARY_SECRET'];
    }
  });
});
