import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader, LineWriter } from './lines.ts';

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

  it('that come in many parts are put together whole, one after the other', () => {
    const lines = [300_000, 70_000, 1, 600_000].map((length, place) => String(place).repeat(length));
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, place) =>
      bytes.subarray(place * 65_536, (place + 1) * 65_536),
    );
    expect(readAll(chunks, 1_000_000)).toEqual({ seen: lines, pending: 0 });
  });
});

/** Takes what is written when it is told to. */
class SlowReader extends Writable {
  readonly written: string[] = [];
  take: () => void = () => {};

  constructor() {
    super({ highWaterMark: 16 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written.push(chunk.toString('latin1'));
    this.take = done;
  }
}

describe('written lines', () => {
  it('of one turn leave in one write, in order', async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write('one');
    writer.write('two');
    expect(reader.written).toEqual([]);
    await nextTurn();
    expect(reader.written).toEqual(['one\ntwo\n']);
  });

  it('leave at once where that is asked for', () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write('last');
    writer.flush();
    reader.end();
    expect(reader.written).toEqual(['last\n']);
  });

  it('count as unread until the reader has taken them, before they leave too', async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write('four');
    expect(writer.unread).toBe(5);
    await nextTurn();
    expect(writer.unread).toBe(5);
    reader.take();
    await nextTurn();
    expect(writer.unread).toBe(0);
  });

  it('tell once that the reader is slow, and when it is not any more', async () => {
    const told: boolean[] = [];
    const reader = new SlowReader();
    const writer = new LineWriter(reader, (blocked) => told.push(blocked));
    for (const line of ['a line that is longer than the reader takes', 'one more']) {
      writer.write(line);
      writer.flush();
    }
    expect(told).toEqual([true]);
    reader.take();
    await nextTurn();
    reader.take();
    await nextTurn();
    expect(told).toEqual([true, false]);
  });

  it('are dropped where the reader is gone', async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    reader.destroy();
    writer.write('late');
    await nextTurn();
    expect(reader.written).toEqual([]);
    expect(writer.unread).toBe(0);
  });
});
