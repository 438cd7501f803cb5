import { describe, expect, it } from 'vitest';
import { EventStream } from './event-stream.ts';

const readAll = async <T>(events: AsyncIterable<T>): Promise<T[]> => {
  const read: T[] = [];
  for await (const event of events) read.push(event);
  return read;
};

describe('listeners', () => {
  it('hear everything in order until they leave', () => {
    const stream = new EventStream<number>();
    const heard: number[] = [];
    const off = stream.on((event) => heard.push(event));
    stream.emit(1);
    stream.emit(2);
    off();
    off();
    stream.emit(3);
    expect(heard).toEqual([1, 2]);
    expect(stream.size).toBe(0);
  });

  it('do not keep the others from hearing by throwing, at once or later', async () => {
    const faults: unknown[] = [];
    const stream = new EventStream<number>({ onFault: (fault) => faults.push(fault) });
    const heard: number[] = [];
    stream.on(() => {
      throw new Error('at once');
    });
    stream.on(async () => {
      await Promise.resolve();
      throw new Error('later');
    });
    stream.on((event) => heard.push(event));
    stream.emit(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual([1]);
    expect(faults.map(String)).toEqual(['Error: at once', 'Error: later']);
  });

  it('may throw although whoever is told of it throws too', () => {
    const stream = new EventStream<number>({
      onFault: () => {
        throw new Error('again');
      },
    });
    stream.on(() => {
      throw new Error('once');
    });
    expect(() => stream.emit(1)).not.toThrow();
  });

  it('that are taken off while something is told do not hear it any more', () => {
    const stream = new EventStream<number>();
    const heard: string[] = [];
    stream.on(() => off());
    const off = stream.on(() => heard.push('second'));
    stream.on(() => heard.push('third'));
    stream.emit(1);
    expect(heard).toEqual(['third']);
  });

  it('that begin while something is told hear the next one first', () => {
    const stream = new EventStream<number>();
    const heard: number[] = [];
    const off = stream.on(() => stream.on((event) => heard.push(event)));
    stream.emit(1);
    off();
    stream.emit(2);
    expect(heard).toEqual([2]);
  });
});

describe('a reader', () => {
  it('reads what was told since it began, also before it first asked', async () => {
    const stream = new EventStream<number>();
    stream.emit(0);
    const reader = stream.iterate(new AbortController().signal);
    stream.emit(1);
    const waits = readAll(reader);
    stream.emit(2);
    await Promise.resolve();
    stream.emit(3);
    stream.end();
    expect(await waits).toEqual([1, 2, 3]);
  });

  it('that is slow loses the oldest and reads how many', async () => {
    const stream = new EventStream<number>();
    const reader = stream.iterate(new AbortController().signal, 3);
    for (let event = 1; event <= 10; event += 1) stream.emit(event);
    stream.end();
    expect(await readAll(reader)).toEqual([{ type: 'lost', count: 7 }, 8, 9, 10]);
  });

  it('is told again of what it lost after the last time', async () => {
    const stream = new EventStream<number>();
    const reader = stream.iterate(new AbortController().signal, 1);
    stream.emit(1);
    stream.emit(2);
    expect((await reader.next()).value).toEqual({ type: 'lost', count: 1 });
    stream.emit(3);
    expect((await reader.next()).value).toEqual({ type: 'lost', count: 1 });
    expect((await reader.next()).value).toBe(3);
  });

  it('is done at once when its signal is aborted, and nobody listens any more', async () => {
    const stream = new EventStream<number>();
    const stop = new AbortController();
    const reader = stream.iterate(stop.signal);
    const asleep = reader.next();
    stop.abort();
    expect((await asleep).done).toBe(true);
    stream.emit(1);
    expect((await reader.next()).done).toBe(true);
    expect(stream.size).toBe(0);
  });

  it('with a signal that was aborted before reads nothing', async () => {
    const stream = new EventStream<number>();
    const reader = stream.iterate(AbortSignal.abort());
    stream.emit(1);
    expect(stream.size).toBe(0);
    expect(await readAll(reader)).toEqual([]);
  });

  it('that leaves its loop no longer listens', async () => {
    const stream = new EventStream<number>();
    const reader = stream.iterate(new AbortController().signal);
    stream.emit(1);
    stream.emit(2);
    for await (const _ of reader) break;
    expect(stream.size).toBe(0);
    expect((await reader.next()).done).toBe(true);
  });

  it('that asks several times at once gets each event once', async () => {
    const stream = new EventStream<number>();
    const reader = stream.iterate(new AbortController().signal);
    const asked = [reader.next(), reader.next(), reader.next()];
    stream.emit(1);
    stream.emit(2);
    await Promise.resolve();
    stream.emit(3);
    expect((await Promise.all(asked)).map(({ value }) => value)).toEqual([1, 2, 3]);
  });
});
