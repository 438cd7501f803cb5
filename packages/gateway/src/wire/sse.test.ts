import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SSE_COMMENT, type SseEvent, SseReader, sseEvent } from './sse.ts';

interface ReadEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

const readAll = (chunks: readonly Uint8Array[], max = 1000): ReadEvent[] => {
  const reader = new SseReader(max);
  return chunks.flatMap((chunk) => reader.push(chunk)).map(plain);
};

const plain = ({ event, data, id }: SseEvent): ReadEvent => ({
  event,
  data: Buffer.from(data).toString(),
  id,
});
const one = (text: string): ReadEvent[] => readAll([Buffer.from(text)]);
const message = (data: string, id: string | null = null): ReadEvent => ({ event: 'message', data, id });

describe('reading an event stream', () => {
  it('gives each event once its blank line came, and nothing that was cut off', () => {
    expect(one('data: a\n\ndata: b\n')).toEqual([message('a')]);
    expect(one('data: a\n\ndata: b')).toEqual([message('a')]);
  });

  it('knows the fields that there are', () => {
    expect(one(': note\nevent: x\nid: 7\nretry: 10\nother: 1\ndata:a\ndata:  b\ndata\n\n')).toEqual([
      { event: 'x', data: 'a\n b\n', id: '7' },
    ]);
    expect(one('event: x\n\ndata: a\n\n')).toEqual([message('a')]);
    expect(one('id: 1\ndata:\n\ndata: a\n\n')).toEqual([message('a')]);
    expect(one('\u{feff}data: a\n\n')).toEqual([message('a')]);
  });

  it('ends lines at LF, CR or both, and is the same however the stream is cut', () => {
    const expected = [message('a'), message('b\nc', '2'), message('d')];
    for (const end of ['\n', '\r', '\r\n']) {
      const text = ['data: a', '', 'data: b', 'id: 2', 'data: c', '', ': x', 'data: d', '', ''].join(end);
      const bytes = Buffer.from(text);
      for (let first = 0; first <= bytes.length; first++) {
        expect(readAll([bytes.subarray(0, first), bytes.subarray(first)])).toEqual(expected);
      }
      expect(readAll(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
    }
  });

  it('refuses an event that is too large, in one line, in many, or without an end', () => {
    expect(() => readAll([Buffer.from(`data: ${'x'.repeat(101)}\n`)], 100)).toThrow('larger than 100 bytes');
    expect(() => readAll([Buffer.from('data: xxxxxxxxxx\n'.repeat(10))], 100)).toThrow(
      'larger than 100 bytes',
    );
    expect(() =>
      readAll(
        Array.from({ length: 30 }, () => Buffer.from('data: ')),
        100,
      ),
    ).toThrow('larger');
    expect(readAll([Buffer.from(`data: ${'x'.repeat(100)}\n\n`)], 100)).toHaveLength(1);
  });

  it('never fails otherwise', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (chunks) => {
        expect(() => readAll(chunks, 10_000)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});

it('what is written is read again, with comments in between', () => {
  const texts = ['{"a":1}', '{}', '{"b":"\\u2028"}'];
  const stream = texts.map((text) => SSE_COMMENT + sseEvent(text)).join(SSE_COMMENT);
  expect(one(stream)).toEqual(texts.map((text) => message(text)));
});
