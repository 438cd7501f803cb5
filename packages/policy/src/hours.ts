import type { HoursWindow } from '@callgate/core/decide';
import { MINUTES_PER_WEEK } from '@callgate/core/decide';

const DAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const DAY_MINUTES = 24 * 60;

const dayNumbers = (text: string): number[] | undefined => {
  const days: number[] = [];
  for (const part of text.toLowerCase().split(',')) {
    const [first = '', last = first, ...rest] = part.split('-');
    const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
    if (from < 0 || to < 0 || rest.length > 0) return undefined;
    for (let day = from; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === to) break;
    }
  }
  return days;
};

const minuteOf = (text: string): number | undefined => {
  const match = /^(\d{2}):(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  const total = hour * 60 + minute;
  return minute < 60 && total <= DAY_MINUTES ? total : undefined;
};

/** A window that runs past Sunday midnight goes on on Monday. */
const withinWeek = (from: number, to: number): HoursWindow[] =>
  to <= MINUTES_PER_WEEK
    ? [{ from, to }]
    : [
        { from, to: MINUTES_PER_WEEK },
        { from: 0, to: to - MINUTES_PER_WEEK },
      ];

const joined = (windows: readonly HoursWindow[]): HoursWindow[] => {
  const result: HoursWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && window.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, window.to) };
    else result.push(window);
  }
  return result;
};

/** `22:00-06:00` (every day) or `Mon-Fri 08:00-18:00`, or several; undefined if it is nothing of the kind. */
export const parseHours = (texts: readonly string[]): HoursWindow[] | undefined => {
  const windows: HoursWindow[] = [];
  for (const text of texts) {
    const match = /^(?:([A-Za-z,-]+) )?([0-9:]+)-([0-9:]+)$/.exec(text.trim());
    const days = match === null ? undefined : dayNumbers(match[1] ?? 'mon-sun');
    const from = minuteOf(match?.[2] ?? '');
    const to = minuteOf(match?.[3] ?? '');
    if (days === undefined || from === undefined || to === undefined || from === to) return undefined;
    for (const day of days) {
      const start = day * DAY_MINUTES + from;
      windows.push(...withinWeek(start, day * DAY_MINUTES + to + (to < from ? DAY_MINUTES : 0)));
    }
  }
  return joined(windows);
};
