import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from './line-reader.ts';

const readAll = (chunks: readonly Uint8Array[], max = 1000): { seen: string[]; pending: number } => {
  const seen: string[] = [];
  const reader = new LineReader(max, {
    line: (bytes) => seen.push(Buffer.from(bytes).toString('latin1')),
    overflow: () => seen.push('OVERFLOW'),
  });
  for (const chunk of chunks) reader.push(chunk);
  return { seen, pending: reader.pending };
};

const cut = (bytes: Uint8Array, at: readonly number[]): Uint8Array[] => {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.slice(from, places[index] ?? bytes.length));
};

describe('lines', () => {
  it('end at LF and nowhere else', () => {
    const text = 'a\rb\u0085c\u2028d\u0000e\vf\n\r\n\ng';
    expect(readAll([Buffer.from(text)])).toEqual({
      seen: [Buffer.from('a\rb\u0085c\u2028d\u0000e\vf').toString('latin1'), '\r', ''],
      pending: 1,
    });
  });

  it('are the same however the stream is cut', () => {
    const bytes = fc.uint8Array({ maxLength: 200, max: 14 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat()), fc.integer({ min: 1, max: 30 }), (stream, places, max) => {
        const lines = Buffer.from(stream).toString('latin1').split('\n');
        const last = lines.pop() ?? '';
        const expected = lines.map((line) => (line.length > max ? 'OVERFLOW' : line));
        const { seen, pending } = readAll(cut(stream, places), max);
        if (last.length > max) expect(seen).toEqual([...expected, 'OVERFLOW']);
        else expect({ seen, pending }).toEqual({ seen: expected, pending: last.length });
      }),
      { numRuns: 1000 },
    );
  });

  it('that are too long are told once, cost no memory, and the next line is read', () => {
    const reader = new LineReader(10, {
      line: (bytes) => told.push(String(bytes.length)),
      overflow: () => told.push('long'),
    });
    const told: string[] = [];
    for (let index = 0; index < 1000; index++) reader.push(Buffer.alloc(1000, 'x'));
    expect(reader.pending).toBe(0);
    reader.push(Buffer.from('x\nok\n'));
    expect(told).toEqual(['long', '2']);
  });
});
