import { expect, it } from 'vitest';
import { droppedMeta, passedMeta } from './request-meta.ts';

it('only what is on the list goes on to a server', () => {
  const meta = {
    progressToken: 'p',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=b',
    baggage: 'k=v',
    'io.modelcontextprotocol/flowOrigin': { labels: ['untrusted'] },
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/aiInvocation': { userIntent: 'x' },
    'io.modelcontextprotocol/related-task': { taskId: 't' },
    'com.example/secret': 1,
    Traceparent: '00-2',
  };
  expect(passedMeta(meta)).toEqual({
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=b',
  });
  expect(droppedMeta(meta)).toEqual([
    'baggage',
    'io.modelcontextprotocol/flowOrigin',
    'com.example/secret',
    'Traceparent',
  ]);
});

it('a trace that is no short text goes nowhere', () => {
  for (const traceparent of [1, null, {}, ['a'], 'x'.repeat(20_000)]) {
    expect(passedMeta({ traceparent })).toEqual({});
    expect(droppedMeta({ traceparent })).toEqual(['traceparent']);
  }
});
