import { expect, it } from 'vitest';
import { measureInTurns } from './measure-in-turns.ts';

const contestants = (names: readonly string[], order: string[]) =>
  names.map((name) => ({
    name,
    measure: async () => {
      order.push(name);
      return order.length;
    },
  }));

it('every round has all of them once, another one first, and the first round does not count', async () => {
  const order: string[] = [];
  const all = contestants(['a', 'b', 'c'], order);
  const measured = await measureInTurns(all, { rounds: 2, sliceMs: 1, withinMs: 60_000 }, () => {});
  expect(order).toEqual(['a', 'b', 'c', 'b', 'c', 'a', 'c', 'a', 'b']);
  expect([...measured]).toEqual([
    ['a', [6, 8]],
    ['b', [4, 9]],
    ['c', [5, 7]],
  ]);
});

it('no round begins when the time is over, but one always counts', async () => {
  const order: string[] = [];
  const all = contestants(['a', 'b'], order);
  const measured = await measureInTurns(all, { rounds: 9, sliceMs: 1, withinMs: -1 }, () => {});
  expect(order).toHaveLength(4);
  expect(measured.get('a')).toHaveLength(1);
});
