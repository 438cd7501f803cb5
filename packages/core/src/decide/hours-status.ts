import { decisionMessages } from '@callgate/messages/decision';
import type { Moment } from './decision-input.ts';
import type { HoursWindow } from './obligations.ts';
import { MINUTES_PER_WEEK } from './obligations.ts';
import { formatWeekTime } from './format-hours.ts';

/** How the hours of a decision stand to a moment, in the operator's zone. */
export interface HoursStatus {
  readonly open: boolean;
  /** The moment, as `Tue 12:30 UTC+01:00`. */
  readonly time: string;
  /** When they open next, as `Tue 22:00`; null where they are open, or never open. */
  readonly opens: string | null;
  readonly words: string;
}

const MINUTE = 60_000;
/** 1970 began on a Thursday. */
const MONDAY_TO_1970 = 3 * 24 * 60;

const zone = (offset: number): string => {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `UTC${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
};

/** Whether a call may leave at a moment, and when it may if not; null where there are no hours. */
export const getHoursStatus = (
  hours: readonly HoursWindow[] | null,
  { at, offsetMinutes }: Moment,
): HoursStatus | null => {
  if (hours === null) return null;
  const since = Math.floor(at / MINUTE) + offsetMinutes + MONDAY_TO_1970;
  const minute = ((since % MINUTES_PER_WEEK) + MINUTES_PER_WEEK) % MINUTES_PER_WEEK;
  const text = decisionMessages.hours;
  const time = `${formatWeekTime(minute)} ${zone(offsetMinutes)}`;
  if (hours.some(({ from, to }) => minute >= from && minute < to))
    return { open: true, time, opens: null, words: text.open({ time }) };
  const waits = hours.map(({ from }) => (from > minute ? from : from + MINUTES_PER_WEEK) - minute);
  const opens = waits.length === 0 ? null : formatWeekTime(minute + Math.min(...waits));
  return {
    open: false,
    time,
    opens,
    words: opens === null ? text.closed({ time }) : text.closedUntil({ time, opens }),
  };
};

/** The same in words, before what must happen besides. */
export const describeHours = (hours: readonly HoursWindow[] | null, moment: Moment): readonly string[] => {
  const found = getHoursStatus(hours, moment);
  return found === null ? [] : [found.words];
};
