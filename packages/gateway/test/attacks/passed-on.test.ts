import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { traceparentOf } from '../../src/dispatch/trace.ts';
import { RECENT_PROTOCOLS, protocolText } from './agents.ts';
import { pendingCallIn, outcomeOf, vote } from './pending-calls.ts';
import { createArenaOpener } from './arena-opener.ts';
import { verifies } from './verifies.ts';

const opened = createArenaOpener();

const SPEECH = RECENT_PROTOCOLS.map((speech) => [protocolText(speech), speech] as const);
const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const OUT = 'SMUGGLED';

/** Everything that a client can write beside what is judged. */
const BESIDE: JsonObject = {
  traceparent: PARENT,
  tracestate: `a=${OUT},b=${OUT.repeat(20)}`,
  baggage: `k=${OUT}`,
  progressToken: OUT,
  'io.modelcontextprotocol/logLevel': OUT,
  'io.modelcontextprotocol/related-task': { taskId: OUT },
  'io.modelcontextprotocol/flowOrigin': { labels: [OUT] },
  'io.modelcontextprotocol/aiInvocation': { invocationReason: OUT, turnId: OUT },
  'com.example/any': OUT,
  [OUT]: 1,
};

const CAPABILITIES: JsonObject = {
  sampling: { [OUT]: {}, tools: { [OUT]: OUT } },
  elicitation: { form: { [OUT]: 1 } },
  roots: { listChanged: true, [OUT]: OUT },
  experimental: { [OUT]: {} },
};

/** Every method whose request reaches a server, as both eras have it. */
const METHODS: readonly (readonly [method: string, params: JsonObject])[] = [
  ['tools/call', { name: 'read_note', arguments: { id: '1' } }],
  ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }],
  ['resources/read', { uri: 'note://one' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'A' } },
  ],
  ['tools/list', { cursor: OUT }],
];

const METHODS_OF = {
  legacy: [...METHODS, ['resources/subscribe', { uri: 'note://one' }] as const],
  modern: METHODS,
};

describe.each(SPEECH)('what goes along with a request, with an agent over %s', (_, speech) => {
  it.each([0, 1, 2, 3])(
    `${verifies('A58', 'no text of the client reaches server %i beside what was judged, by any method')}`,
    async (behind) => {
      const place = await opened(behind, {
        server: { asks: { sampling: true, elicitation: true, roots: true } },
      });
      const agent = await place.agent(speech, { capabilities: CAPABILITIES, name: OUT });
      for (const [method, params] of METHODS_OF[speech.era]) {
        const answer = await agent.request(method, params, BESIDE);
        expect(answer.result, `${method} ${JSON.stringify(answer)}`).toBeDefined();
      }
      expect(place.upstream.bytes()).not.toContain(OUT);
      expect(JSON.stringify(place.upstream.headers())).not.toContain(OUT);
      expect(place.upstream.calls()).toEqual([{ name: 'read_note', arguments: { id: '1' } }]);
    },
  );

  it(`${verifies('A58', 'a trace that changed after the approval does not leave, and the call runs with its own')}`, async () => {
    const place = await opened(0);
    const agent = await place.agent(speech);
    const args = { id: 'x' };
    const call = pendingCallIn(
      await agent.call('delete_note', args, { traceparent: PARENT, tracestate: 'a=1' }),
    );
    await vote(place, call);
    const done = await agent.call('delete_note', args, {
      traceparent: PARENT,
      tracestate: `a=${OUT.repeat(30)},b=${OUT.repeat(30)}`,
    });
    expect(outcomeOf(done)).toBeUndefined();
    expect(place.upstream.bytes()).toContain(`"traceparent":"${traceparentOf(call)}"`);
    expect(place.upstream.bytes()).not.toContain(PARENT.slice(3, 35));
    expect(place.upstream.bytes()).not.toContain(OUT);
  });

  it('a request that is not traced reaches the server without a trace', async () => {
    const place = await opened(0);
    const agent = await place.agent(speech);
    await agent.call('read_note', { id: 'x' });
    expect(place.upstream.calls()).toHaveLength(1);
    expect(place.upstream.bytes()).not.toContain('traceparent');
  });
});

describe('what a client answers to a server', () => {
  it(`${verifies('A58', 'reaches it without members that nobody judged')}`, async () => {
    const place = await opened(0, { server: { asks: { sampling: false, elicitation: true, roots: true } } });
    const [, speech] = SPEECH[0] ?? [];
    if (speech === undefined) throw new Error('nobody speaks');
    const agent = await place.agent(speech, {
      capabilities: { elicitation: {}, roots: {} },
      answer: (method) =>
        method === 'roots/list'
          ? { roots: [{ uri: 'file:///work' }], _meta: { a: OUT }, extra: OUT }
          : { action: 'accept', content: { name: 'Ada' }, _meta: { a: OUT }, extra: OUT },
    });
    place.upstream.says({
      tools: [
        {
          name: 'question',
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: true, openWorldHint: false },
        },
      ],
    });
    await place.upstream.sends('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
    await expect.poll(async () => JSON.stringify(await agent.request('tools/list'))).toContain('"question"');
    const answer = await agent.call('question', { method: 'roots/list' });
    expect(JSON.stringify(answer)).toContain('file:///work');
    expect(place.upstream.bytes()).not.toContain(OUT);
  });
});
