import type { Json } from '@callgate/core';
import { canonical } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import { MAX_RESULT_BYTES, capResult } from './absorb-result.ts';

const nested = (depth: number): Json => {
  let value: Json = null;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

describe('a result for the record', () => {
  it('is whole up to the limit', () => {
    const result = { b: 'ü', a: [1, 2] };
    const text = '{"a":[1,2],"b":"\\u00fc"}';
    expect(capResult(result, text.length)).toEqual({ type: 'whole', text, bytes: text.length });
  });

  it('is its digest, length and beginning one byte above it', () => {
    const result = { b: 'ü', a: [1, 2] };
    const text = canonical(result);
    expect(capResult(result, text.length - 1)).toEqual({
      type: 'cut',
      digest: digest('result', result),
      bytes: text.length,
      head: text.slice(0, -1),
    });
  });

  it('keeps no more than a beginning, however much would be allowed', () => {
    const capped = capResult('x'.repeat(100_000), 50_000);
    expect(capped).toMatchObject({ type: 'cut', bytes: 100_002 });
    expect(capped.type === 'cut' && capped.head.length).toBe(1024);
  });

  it('keeps nothing but the digest where nothing may be kept', () => {
    expect(capResult('secret', 0)).toMatchObject({ type: 'cut', head: '' });
  });

  it.each<[string, unknown]>([
    ['half of a surrogate pair', { text: 'a\ud800' }],
    ['half of a surrogate pair in a key', { '\udc00': 1 }],
    ['a number that is none', [Number.NaN]],
    ['a number without end', [Number.POSITIVE_INFINITY]],
    ['too deep a value', nested(200)],
    ['nothing', undefined],
    ['a hole', [undefined]],
    ['a function', () => 1],
    ['a date', new Date(0)],
  ])('is refused in words where it has no canonical form: %s', (_, result) => {
    const capped = capResult(result as Json, 1000);
    expect(capped).toMatchObject({ type: 'refused', code: 'RESULT_NOT_CANONICAL' });
    expect(capped.type === 'refused' && capped.message).toContain('cannot be recorded');
  });

  it('is refused where reading it fails, and what it says is shown safely', () => {
    const hostile = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('\u202Eevil');
      },
    });
    const capped = capResult(hostile as Json, 1000);
    expect(capped).toMatchObject({ type: 'refused', code: 'RESULT_NOT_CANONICAL' });
    expect(capped.type === 'refused' && capped.message).toContain('⟦U+202E⟧evil');
  });

  it('is refused above sixteen mebibytes, and not one byte before', () => {
    expect(capResult('x'.repeat(MAX_RESULT_BYTES - 2), 10)).toMatchObject({
      type: 'cut',
      bytes: MAX_RESULT_BYTES,
    });
    expect(capResult('x'.repeat(MAX_RESULT_BYTES - 1), 10)).toMatchObject({
      type: 'refused',
      code: 'RESULT_TOO_LARGE',
    });
  });
});
