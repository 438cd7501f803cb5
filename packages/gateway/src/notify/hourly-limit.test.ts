import { expect, it } from 'vitest';
import { HourlyLimit } from './hourly-limit.ts';

it('lets so many through in an hour, then one that stands for the rest, then none', () => {
  const limit = new HourlyLimit(2);
  const at = (now: number): string => limit.take(now);
  expect([at(0), at(1), at(2), at(3), at(3_599_999)]).toEqual(['tell', 'tell', 'more', 'leave', 'leave']);
  expect([at(3_600_000), at(3_600_001), at(3_600_002)]).toEqual(['tell', 'tell', 'more']);
});
