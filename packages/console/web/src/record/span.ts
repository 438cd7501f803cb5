import type { RecordSize } from '@callgate/operations/api';
import type { TimeSpan } from '@callgate/gate';
import type { Wanted } from './filter.ts';
import { RANGES } from './filter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const LENGTHS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
  28 * DAY,
  364 * DAY,
];
const MOST_SLICES = 48;

/** The time that figures are of: what is looked for, or all there is. */
export const spanOf = (wanted: Wanted, size: RecordSize | undefined, now: number): TimeSpan => {
  const until = wanted.until ?? Math.ceil((now + 1) / MINUTE) * MINUTE;
  const since =
    wanted.range === undefined
      ? (wanted.since ?? size?.firstAt ?? until - RANGES['7d'].ms)
      : Math.floor((now - RANGES[wanted.range].ms) / MINUTE) * MINUTE;
  return { since: Math.min(since, until - MINUTE), until };
};

/** Slices that begin at whole hours and days of the place, few enough to be told apart. */
export const slicesOf = ({ since, until }: TimeSpan): TimeSpan & { readonly sliceMs: number } => {
  const sliceMs =
    LENGTHS.find((length) => (until - since) / length <= MOST_SLICES) ??
    Math.ceil((until - since) / MOST_SLICES);
  const offset = new Date(since).getTimezoneOffset() * MINUTE;
  return { since: Math.floor((since - offset) / sliceMs) * sliceMs + offset, until, sliceMs };
};
