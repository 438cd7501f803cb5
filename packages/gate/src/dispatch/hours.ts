import type { HoursWindow, Moment } from '@callgate/core/decide';
import { MINUTES_PER_WEEK } from '@callgate/core/decide';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = MINUTES_PER_WEEK * MINUTE;
/** 1970 began on a Thursday. */
const MONDAY_TO_1970 = 3 * 24 * HOUR;

/** Milliseconds since Monday 00:00 in the operator's zone. */
const timeOfWeek = (at: number, offsetMinutes: number): number => {
  const local = (at + offsetMinutes * MINUTE + MONDAY_TO_1970) % WEEK;
  return local < 0 ? local + WEEK : local;
};

const isOpen = (hours: readonly HoursWindow[], time: number): boolean =>
  hours.some(({ from, to }) => time >= from * MINUTE && time < to * MINUTE);

/** null: any time. */
export const isInHours = (hours: readonly HoursWindow[] | null, moment: Moment): boolean =>
  hours === null || isOpen(hours, timeOfWeek(moment.at, moment.offsetMinutes));

/** A window can fall into the hour, or even the day, that a zone leaves out once. */
const SEARCHED = 3 * WEEK;

/** The first millisecond after `from`, up to `to`, at which the zone has another offset. `to` is known to have one. */
const changeOfOffset = (from: number, to: number, offsetAt: (at: number) => number): number => {
  const before = offsetAt(from);
  let same = from;
  let other = to;
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offsetAt(middle) === before) same = middle;
    else other = middle;
  }
  return other;
};

const untilNextStart = (hours: readonly HoursWindow[], time: number): number =>
  Math.min(...hours.map(({ from }) => (from * MINUTE > time ? 0 : WEEK) + from * MINUTE - time));

/**
 * The first time from `at` on that is in hours, in milliseconds since 1970; null if there is none. `offsetAt` says how
 * far the operator's zone is from UTC at a time, in minutes; it changes at most once an hour.
 */
export const findNextOpening = (
  hours: readonly HoursWindow[] | null,
  at: number,
  offsetAt: (at: number) => number,
): number | null => {
  if (hours === null) return at;
  const windows = hours.filter(({ from, to }) => from < to);
  if (windows.length === 0) return null;
  for (let now = at; now <= at + SEARCHED;) {
    const offset = offsetAt(now);
    const time = timeOfWeek(now, offset);
    if (isOpen(windows, time)) return now;
    const next = now + Math.min(untilNextStart(windows, time), HOUR);
    now = offsetAt(next) === offset ? next : changeOfOffset(now, next, offsetAt);
  }
  return null;
};
