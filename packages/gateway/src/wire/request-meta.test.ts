import { expect, it } from 'vitest';
import { isTraced } from './request-meta.ts';

it('a request is traced by a well-formed traceparent and by nothing else', () => {
  expect(isTraced({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })).toBe(true);
  for (const traceparent of [1, null, {}, ['a'], '', '00-2', 'x'.repeat(20_000)])
    expect(isTraced({ traceparent }), JSON.stringify(traceparent).slice(0, 20)).toBe(false);
  expect(isTraced({ Traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })).toBe(false);
  expect(isTraced({ tracestate: 'a=b', baggage: 'k=v' })).toBe(false);
});
