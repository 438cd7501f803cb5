import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { trimResult } from '../label/results/trim-result.ts';
import type { Json } from './json.ts';
import { parseStrict } from './strict-parse.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes that are still held after `act`. */
const heldAfter = (act: () => unknown): number => {
  collect();
  const before = process.memoryUsage().heapUsed;
  const result = act();
  collect();
  const held = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  expect(result).toBeDefined();
  return held;
};

const MEGABYTES = 4;
const LIMITS = { bytes: 2 ** 26, depth: 64, keys: 1000, string: 2 ** 26, array: 1000 };

/** What a message holds that is large, and has a text in it. */
const read = (text: string): Json => {
  const data = 'A'.repeat(MEGABYTES * 2 ** 20);
  return parseStrict(
    `{"content":[{"type":"text","text":"${text}"},{"type":"image","mimeType":"image/png","data":"${data}"}]}`,
    LIMITS,
  );
};

const many = <T>(make: (n: number) => T): readonly T[] => Array.from({ length: 12 }, (_, n) => make(n));

// first: what an earlier test leaves in memory would be no difference
it('a long text that is remembered in canonical form does not hold its message', () => {
  const held = heldAfter(() => many((n) => typeof read(String.raw`${n}\n`.padEnd(5000, 'word '))));
  expect(held).toBeLessThan(2 * MEGABYTES);
});

it('the beginning that is kept of a large result does not hold its message', () => {
  const held = heldAfter(() => many((n) => trimResult(read(String(n).padEnd(5000, 'word '))).result));
  expect(held).toBeLessThan(4 * MEGABYTES);
});
