import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../receive/json.ts';
import type { SeenResult } from './seen-result.ts';
import { MAX_RESULT_CHARACTERS, trimForStore, trimResult } from './trim-result.ts';

const text = (length: number): Json => ({ type: 'text', text: 'x'.repeat(length) });

describe('what is kept of a result', () => {
  it('is all of a small one, whatever it is', () => {
    for (const result of [
      null,
      5,
      true,
      'x',
      [],
      {},
      [1, { a: ['b'] }],
      { content: [text(1000)], structuredContent: { a: 1 } },
    ]) {
      const kept = trimResult(result);
      expect(kept.result).toBe(result);
      expect(kept.whole).toBe(true);
    }
  });

  it.each<[string, Json]>([
    ['an image', { content: [{ type: 'image', data: 'iVBO', mimeType: 'image/png' }] }],
    ['audio', { content: [{ type: 'audio', data: 'iVBO', mimeType: 'audio/wav' }] }],
    ['a link to a resource', { content: [{ type: 'resource_link', uri: 'mail://1', name: 'x' }] }],
    ['a binary resource', { content: [{ type: 'resource', resource: { uri: 'mail://1', blob: 'JVBE' } }] }],
    ['a file of a host', { type: 'image', file: { base64: 'iVBO' } }],
    ['data of another type', { part: { data: 'JVBE', mimeType: 'application/pdf' } }],
    ['a file inside a text', { content: [{ type: 'text', text: '![](data:image/png;base64,iVBO)' }] }],
    ['signs that no words are made of', { content: [{ type: 'text', text: 'aB3/'.repeat(200) }] }],
  ])('is not all text: %s', (_, result) => {
    expect(trimResult(result)).toMatchObject({ whole: true, comparable: false });
  });

  it.each<[string, Json]>([
    [
      'a text',
      { content: [{ type: 'text', text: 'An image of a blob.' }], structuredContent: { a: [1, null] } },
    ],
    [
      'a text resource',
      { content: [{ type: 'resource', resource: { uri: 'a://b', text: 'x', mimeType: 'text/plain' } }] },
    ],
    ['data that is text', { data: '{}', mimeType: 'application/json' }],
    ['a count of bytes', { bytes: 17, type: 5 }],
  ])('is all text: %s', (_, result) => {
    expect(trimResult(result).comparable).toBe(true);
  });

  it('counts texts, keys and places', () => {
    expect(trimResult('abc').size).toBe(11);
    expect(trimResult({ abcd: 'ef' }).size).toBe(4 + 2 + 8 + 8);
    expect(trimResult([1, null]).size).toBe(24);
  });

  it('is the beginning of the texts of a large one, and then nothing else', () => {
    const kept = trimResult({
      content: [text(MAX_RESULT_CHARACTERS - 10), { type: 'image', data: 'y' }, null, text(100), text(100)],
      structuredContent: { id: 5 },
    });
    expect(kept).toEqual({
      result: { content: [text(MAX_RESULT_CHARACTERS - 10), text(10)] },
      size: MAX_RESULT_CHARACTERS,
      whole: false,
      comparable: false,
    });
  });

  it('is nothing of a large one without texts', () => {
    for (const result of [
      'x'.repeat(MAX_RESULT_CHARACTERS),
      Array.from({ length: 30_000 }, () => 1),
      { content: 'x'.repeat(MAX_RESULT_CHARACTERS) },
    ])
      expect(trimResult(result)).toEqual({
        result: { content: [] },
        size: MAX_RESULT_CHARACTERS,
        whole: false,
        comparable: false,
      });
  });

  it('is bounded by the number of places, too', () => {
    expect(trimResult(Array.from({ length: 8000 }, () => 1)).whole).toBe(true);
    expect(trimResult(Array.from({ length: 20_001 }, () => 1)).whole).toBe(false);
  });

  it('reads a large result once', () => {
    const wide: Json = { content: Array.from({ length: 200_000 }, () => ({ type: 'text', text: 'abc' })) };
    expect(trimResult(wide).whole).toBe(false);
    let deep: Json = 'x';
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(trimResult(deep).whole).toBe(false);
  });

  it('law: never more than the bound, and a kept text is the beginning of one of the result', () => {
    const part = fc.oneof(
      fc.constant(null),
      fc.integer({ min: 0, max: 40_000 }).map(text),
      fc.constant({ type: 'image' }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (content) => {
        const kept = trimResult({ content });
        expect(kept.size).toBeLessThanOrEqual(MAX_RESULT_CHARACTERS);
        const length = JSON.stringify(kept.result).length;
        expect(length).toBeLessThan(2 * MAX_RESULT_CHARACTERS + 100);
        if (kept.whole) expect(kept.result).toEqual({ content });
      }),
      { numRuns: 50 },
    );
  });
});

describe('what a store keeps of a result', () => {
  const seen = (result: Json): SeenResult => {
    const { whole, size, result: part } = trimResult(result);
    return {
      call: 'c1',
      server: 'web',
      tool: 'fetch',
      resource: 'page',
      origin: 'untrusted',
      private: 'none',
      directory: false,
      vouched: false,
      about: null,
      whole,
      size,
      result: part,
    };
  };

  it('is all of one that is whole', () => {
    const whole = seen({ content: [text(MAX_RESULT_CHARACTERS - 100)], structuredContent: { id: 5 } });
    expect(trimForStore(whole)).toBe(whole);
  });

  it('is the beginning of the texts of one that was cut', () => {
    const cut = seen({ content: [text(1000), text(MAX_RESULT_CHARACTERS)] });
    expect(trimForStore(cut)).toEqual({ ...cut, result: { content: [text(1000), text(24)] } });
  });
});
