import type { Json, JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Trace } from '../replay/trace.ts';
import { convertSpans } from './convert-spans.ts';
import { isOtlp, readOtlpSpans } from './otel-span.ts';

const wrap = (value: Json): JsonObject => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item: Json) => wrap(item)) } };
  return {
    kvlistValue: { values: Object.entries(value ?? {}).map(([key, item]) => ({ key, value: wrap(item) })) },
  };
};

interface SpanParts {
  readonly id: string;
  readonly parent?: string;
  readonly trace?: string;
  readonly start: number;
  readonly end?: number;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly status?: JsonObject;
}

const span = ({
  id,
  parent = '',
  trace = 't1',
  start,
  end = start + 1,
  attributes,
  status = {},
}: SpanParts): JsonObject => ({
  traceId: trace,
  spanId: id,
  parentSpanId: parent,
  name: id,
  startTimeUnixNano: `${start}000000`,
  endTimeUnixNano: `${end}000000`,
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: wrap(value) })),
  status,
});

const otlp = (...spans: JsonObject[]): JsonObject => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }],
});

const converted = (...spans: JsonObject[]): readonly Trace[] =>
  convertSpans(readOtlpSpans(otlp(...spans)), undefined).traces;

const say = (...texts: string[]): Json =>
  JSON.stringify(texts.map((content) => ({ role: 'user', parts: [{ type: 'text', content }] })));

const agent = (id: string, start: number, more: Partial<SpanParts> = {}): JsonObject =>
  span({
    id,
    start,
    end: start + 100,
    ...more,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', ...more.attributes },
  });

const chat = (id: string, start: number, messages: Json, parent = 'agent'): JsonObject =>
  span({
    id,
    start,
    parent,
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': messages },
  });

const tool = (
  id: string,
  start: number,
  attributes: Record<string, Json>,
  more: Partial<SpanParts> = {},
): JsonObject =>
  span({
    id,
    start,
    end: start + 2,
    parent: 'agent',
    ...more,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'mail__send', ...attributes },
  });

const SENT = {
  'gen_ai.tool.call.id': 'call-1',
  'gen_ai.tool.call.arguments': '{"to":"bob@example.com"}',
  'gen_ai.tool.call.result': 'sent',
};

const texts = ([first]: readonly Trace[]): string[] =>
  (first?.events ?? []).flatMap((event) => (event.type === 'user' ? [event.text] : []));

describe('GenAI spans', () => {
  it('become the events of a conversation, in the order of time', () => {
    const spans = [
      tool('tool', 20, SENT),
      chat('chat', 10, say('Write to bob@example.com')),
      agent('agent', 1, { attributes: { 'gen_ai.conversation.id': 'talk' } }),
    ];
    expect(converted(...spans)).toEqual([
      {
        session: 'talk',
        events: [
          { type: 'user', text: 'Write to bob@example.com', at: 10 },
          {
            type: 'call',
            id: 'call-1',
            server: 'mail',
            tool: 'send',
            arguments: { to: 'bob@example.com' },
            at: 20,
          },
          { type: 'result', id: 'call-1', result: { content: [{ type: 'text', text: 'sent' }] }, at: 22 },
        ],
      },
    ]);
  });

  it('may carry arguments, results and messages as values instead of texts', () => {
    const [found] = converted(
      agent('agent', 1, {
        attributes: { 'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: 'Go' }] }] },
      }),
      tool('tool', 5, {
        'gen_ai.tool.call.arguments': { n: 3, deep: { list: [1.5, true, 'x'] } },
        'gen_ai.tool.call.result': { content: [{ type: 'text', text: 'done' }] },
      }),
    );
    expect(found?.session).toBe('t1');
    expect(found?.events).toMatchObject([
      { type: 'user', text: 'Go' },
      { id: 'tool', arguments: { n: 3, deep: { list: [1.5, true, 'x'] } } },
      { result: { content: [{ type: 'text', text: 'done' }] } },
    ]);
  });

  it('repeat the history with every call of the model, and each thing is said once', () => {
    const found = converted(
      agent('agent', 1),
      chat('c1', 2, say('one')),
      chat('c2', 3, say('one', 'two')),
      chat('c3', 4, say('two', 'three')),
      chat('c4', 5, say('three')),
    );
    expect(texts(found)).toEqual(['one', 'two', 'three']);
  });

  it('of an agent inside an agent, or inside a tool, are not the person speaking', () => {
    const found = converted(
      agent('agent', 1, { attributes: { 'gen_ai.input.messages': say('from the person') } }),
      agent('inner', 2, { parent: 'agent', attributes: { 'gen_ai.input.messages': say('from a model') } }),
      chat('c', 3, say('from a model, too'), 'inner'),
      tool('tool', 4, SENT),
      chat('d', 5, say('from a tool'), 'tool'),
    );
    expect(texts(found)).toEqual(['from the person']);
  });

  it('say nothing for the person where a message brings results, or is of another role', () => {
    const messages = [
      { role: 'system', parts: [{ type: 'text', content: 'a' }] },
      {
        role: 'user',
        parts: [
          { type: 'tool_call_response', id: 'x', response: 'b' },
          { type: 'text', content: 'c' },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', content: 'd' }] },
    ];
    expect(texts(converted(agent('agent', 1), chat('c', 2, JSON.stringify(messages))))).toEqual([]);
  });

  it('of one call at client and server are one call', () => {
    const mcp = { 'mcp.method.name': 'tools/call', 'gen_ai.operation.name': '', 'gen_ai.tool.name': 'send' };
    const [found] = converted(
      agent('agent', 1),
      tool('tool', 2, SENT),
      tool('client', 3, mcp, { parent: 'tool' }),
      tool('server', 4, mcp, { parent: 'client' }),
      tool('alone', 9, { ...mcp, 'gen_ai.tool.call.arguments': '{}' }),
    );
    expect(found?.events.filter(({ type }) => type === 'call')).toMatchObject([
      { id: 'call-1' },
      { id: 'alone' },
    ]);
  });

  it('keep two calls of one id apart, and tell what was not recorded', () => {
    const { traces, missing } = convertSpans(
      readOtlpSpans(otlp(tool('one', 1, SENT), tool('two', 9, { 'gen_ai.tool.call.id': 'call-1' }))),
      undefined,
    );
    expect(traces[0]?.events.flatMap((event) => (event.type === 'call' ? [event.id] : []))).toEqual([
      'call-1',
      'two',
    ]);
    expect(missing).toEqual({ arguments: 1, results: 1 });
  });

  it('that failed are results that say so', () => {
    const [found] = converted(
      tool('one', 1, { 'gen_ai.tool.call.arguments': '{}' }, { status: { code: 2, message: 'no' } }),
    );
    expect(found?.events[1]).toMatchObject({ result: { isError: true, content: [{ text: 'no' }] } });
  });

  it('of two conversations in one trace stay apart', () => {
    const found = converted(
      agent('a', 1, { attributes: { 'gen_ai.conversation.id': 'x' } }),
      agent('b', 2, { attributes: { 'gen_ai.conversation.id': 'y' } }),
      tool('ta', 3, SENT, { parent: 'a' }),
      tool('tb', 4, SENT, { parent: 'b' }),
      tool('tc', 5, SENT, { parent: 'gone' }),
    );
    expect(found.map(({ session }) => session)).toEqual(['x', 'y', 't1']);
  });

  it('are known by what they stand in', () => {
    expect([otlp(), {}, [], { resourceSpans: 1 }].map((each) => isOtlp(each))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
