import { expect, it } from 'vitest';
import { UPSTREAM_TITLE, parseStat, treeOf } from './process-tree.ts';

const line = (pid: number, title: string, parent: number): string =>
  `${pid} (${title}) S ${parent} 1 1 0 -1 4194304 99 0 0 0 7 5 0 0 20 0 1 0 3500345 3133440 406 18446744073709551615 1`;

it('a line of stat is read whatever the title holds', () => {
  expect(parseStat(line(12, 'a (b) c) 3', 4))).toEqual({
    pid: 12,
    title: 'a (b) c) 3',
    parent: 4,
    cpuMicroseconds: 120_000,
    residentPages: 406,
  });
});

it('a tree has all descendants but the upstream and what is below it', () => {
  const all = [
    line(1, 'node', 0),
    line(2, 'sh', 1),
    line(3, UPSTREAM_TITLE, 2),
    line(4, 'node', 3),
    line(5, 'node', 2),
    line(6, 'node', 0),
  ].map(parseStat);
  expect(treeOf(1, all).map(({ pid }) => pid)).toEqual([1, 2, 5]);
  expect(treeOf(3, all)).toEqual([]);
  expect(treeOf(7, all)).toEqual([]);
});
