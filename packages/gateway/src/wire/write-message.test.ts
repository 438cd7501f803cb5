import * as fc from 'fast-check';
import { canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { expect, it } from 'vitest';
import { errorText, notificationText, readMessage, requestText, resultText } from './message-text.ts';

const ids = fc.oneof(fc.maxSafeInteger(), fc.string({ maxLength: 40, unit: 'binary' }));
const objects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ noUnicodeString: false }));

const written = (text: string): void => {
  expect(text).toMatch(/^[ -~]+$/);
  expect(canonical(parseStrict(text))).toBe(text);
};

it('every text is canonical: what it was made of comes back, on one line of printable ASCII', () => {
  fc.assert(
    fc.property(ids, fc.string({ unit: 'binary' }), objects, (id, method, value) => {
      const params = parseable(value);
      if (params === undefined || Object.is(id, -0)) return;
      const request = requestText(id, method, canonical(params));
      written(request);
      expect(readMessage(request)).toEqual({ type: 'request', id, method, params });
      const notification = notificationText(method, params);
      written(notification);
      expect(readMessage(notification)).toEqual({ type: 'notification', method, params });
      const result = resultText(id, canonical(params));
      written(result);
      expect(readMessage(result)).toEqual({ type: 'result', id, result: params });
      const error = { code: -32603, message: method, data: params };
      const failure = errorText(id, error);
      written(failure);
      expect(readMessage(failure)).toEqual({ type: 'error', id, ...error });
    }),
    { numRuns: 500 },
  );
});

it('an error without data has no data, and may have no id', () => {
  expect(errorText(null, { code: -32700, message: 'no JSON' })).toBe(
    '{"error":{"code":-32700,"message":"no JSON"},"id":null,"jsonrpc":"2.0"}',
  );
});

it('line breaks of every kind are escaped', () => {
  const text = notificationText('a\n\r\u0085\u2028\u2029', { 'b\n': 'c\u0000' });
  expect(text).toMatch(/^[ -~]+$/);
});

const parseable = (value: unknown): ReturnType<typeof Object> | undefined => {
  try {
    return parseStrict(JSON.stringify(value)) as object;
  } catch {
    return undefined;
  }
};
