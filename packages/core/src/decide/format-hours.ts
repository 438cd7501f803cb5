import type { HoursWindow } from './obligations.ts';
import { MINUTES_PER_WEEK } from './obligations.ts';

const DAY_MINUTES = 24 * 60;

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** What runs past Sunday midnight as one window again. */
const overSunday = (windows: readonly HoursWindow[]): readonly HoursWindow[] => {
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined || windows.length < 2) return windows;
  if (first.from !== 0 || last.to !== MINUTES_PER_WEEK) return windows;
  return [...windows.slice(1, -1), { from: last.from, to: MINUTES_PER_WEEK + first.to }];
};

/** Windows as a policy writes them; what is longer than a day with both its ends. */
export const formatHours = (windows: readonly HoursWindow[]): readonly string[] => {
  const days = new Map<string, number[]>();
  for (const { from, to } of overSunday(windows).toSorted((a, b) => a.from - b.from)) {
    const [day, start, length] = [Math.floor(from / DAY_MINUTES), from % DAY_MINUTES, to - from];
    const end = (start + length) % DAY_MINUTES;
    const text =
      length > DAY_MINUTES || (length === DAY_MINUTES && start !== 0)
        ? `${clock(start)}-${DAY_NAMES[Math.floor(to / DAY_MINUTES) % 7] ?? ''} ${clock(end)}`
        : `${clock(start)}-${end === 0 ? '24:00' : clock(end)}`;
    days.set(text, [...(days.get(text) ?? []), day]);
  }
  return [...days].map(([text, on]) =>
    on.length === 7 ? text : `${on.map((day) => DAY_NAMES[day] ?? '').join(',')} ${text}`,
  );
};

/** Minutes since Monday 00:00 as `Tue 22:00`. */
export const formatWeekTime = (minutes: number): string =>
  `${DAY_NAMES[Math.floor(minutes / DAY_MINUTES) % 7] ?? ''} ${clock(minutes % DAY_MINUTES)}`;
