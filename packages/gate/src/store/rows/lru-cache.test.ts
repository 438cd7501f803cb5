import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.ts';

it('forgets what was used longest ago once there are too many', () => {
  const lru = new LruCache<number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  expect(lru.get('a')).toBe(1);
  lru.set('c', 3);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
});

it('forgets until the rest is light enough, down to nothing', () => {
  const lru = new LruCache<string>(10, 100);
  lru.set('a', 'a', 60);
  lru.set('b', 'b', 40);
  expect(lru.size).toBe(2);
  lru.set('c', 'c', 1);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([undefined, 'b', 'c']);
  lru.set('d', 'd', 101);
  expect(lru.size).toBe(0);
});

it('weighs an entry that is set again once', () => {
  const lru = new LruCache<string>(10, 100);
  lru.set('a', 'a', 60);
  lru.set('b', 'b', 10);
  for (let time = 0; time < 5; time += 1) lru.set('b', 'c', 40);
  expect([lru.get('a'), lru.get('b')]).toEqual(['a', 'c']);
  lru.delete('a');
  lru.delete('a');
  lru.set('d', 'd', 60);
  expect(lru.size).toBe(2);
  lru.clear();
  lru.set('e', 'e', 100);
  expect(lru.get('e')).toBe('e');
});
