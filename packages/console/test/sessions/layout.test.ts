import { describe, expect, it } from 'vitest';
import type { UserMessageView, SessionCall } from '@callgate/operations/api';
import { layOutPicture } from '../../web/src/sessions/picture/picture-layout.ts';
import type { PictureLayoutRequest } from '../../web/src/sessions/picture/picture-layout.ts';

const call = (server: string, at: number): SessionCall => ({
  id: `${server} ${at}`,
  kind: 'tool',
  server,
  target: 'read',
  state: 'done',
  outcome: 'auto',
  enforced: true,
  waiting: null,
  at,
  dispatchedAt: at,
  endedAt: at,
  labels: { private: 'none', untrusted: 'none' },
  raises: { private: 'none', untrusted: 'none' },
  outward: 'none',
  destroys: false,
  agentic: false,
  ai: false,
  trifecta: false,
  rules: [],
  reasons: [],
  fault: null,
});

const laid = (
  calls: readonly SessionCall[],
  more: Partial<PictureLayoutRequest> = {},
): ReturnType<typeof layOutPicture> =>
  layOutPicture({ calls, words: [], events: [], axis: 'order', zoom: 1, room: 1000, ...more });

const many = Array.from({ length: 1000 }, (_, index) => call(index % 2 === 0 ? 'a' : 'b', index * 1000));

const rises = (xs: readonly number[]): boolean =>
  xs.every((x, index) => index === 0 || x > (xs[index - 1] ?? 0));

describe('the layout of the picture', () => {
  it('has a lane for each server, in the order in which they were first called', () => {
    const { lanes, ys } = laid([call('mail', 1), call('files', 2), call('mail', 3)]);
    expect(lanes.map(({ server }) => server)).toEqual(['mail', 'files']);
    expect(ys[0]).toBe(ys[2]);
    expect(ys[1]).toBeGreaterThan(ys[0] ?? 0);
  });

  it('keeps calls in order and apart, and shows a long session whole on wish', () => {
    for (const axis of ['order', 'time'] as const) {
      for (const zoom of [0, 1, 2, 4] as const) {
        const { xs, width, radius } = laid(many, { axis, zoom });
        expect(rises(xs)).toBe(true);
        expect(width).toBeGreaterThan(xs.at(-1) ?? 0);
        expect(radius).toBeGreaterThanOrEqual(2.5);
      }
      expect(laid(many, { axis, zoom: 2 }).width).toBeGreaterThan(laid(many, { axis, zoom: 1 }).width);
    }
    expect(laid(many, { zoom: 1 }).width).toBeGreaterThan(20_000);
    expect(laid(many, { zoom: 0 }).width).toBe(1000);
    expect(laid(many, { zoom: 0, axis: 'time' }).width).toBe(1000);
  });

  it('draws a long pause shorter than it was, and says how long it was', () => {
    const calls = [call('a', 0), call('a', 1000), call('a', 9_000_000), call('a', 9_001_000)];
    const { breaks, xs } = laid(calls, { axis: 'time' });
    expect(breaks.map(({ ms }) => ms)).toEqual([8_999_000]);
    expect(breaks[0]?.x).toBeGreaterThan(xs[1] ?? 0);
    expect(breaks[0]?.x).toBeLessThan(xs[2] ?? 0);
    expect(laid(calls, { axis: 'order' }).breaks).toEqual([]);
  });

  it('puts what happened between two calls between them, and the first words before all', () => {
    const words: UserMessageView = { at: 50, via: 'host', text: 'hello', characters: 5, why: null };
    const { xs, xAt, personY } = laid([call('a', 100), call('a', 200)], { words: [words] });
    expect(personY).not.toBeNull();
    expect(xAt(50)).toBeLessThan(xs[0] ?? 0);
    expect(xAt(150)).toBeGreaterThan(xs[0] ?? 0);
    expect(xAt(150)).toBeLessThan(xs[1] ?? 0);
    expect(xAt(300)).toBeGreaterThan(xs[1] ?? 0);
  });

  it('knows how much room there is for a name on each lane', () => {
    const { rooms, xs } = laid([call('a', 1), call('b', 2), call('a', 3), call('c', 4)]);
    expect(rooms[0]).toBe(Math.min(170, (xs[2] ?? 0) - (xs[0] ?? 0)));
    expect(rooms[3]).toBe(170);
  });

  it('draws nothing of nothing', () => {
    expect(laid([])).toMatchObject({ xs: [], lanes: [], breaks: [], width: 1000 });
    expect(laid([call('a', 1)]).xs).toHaveLength(1);
  });
});
