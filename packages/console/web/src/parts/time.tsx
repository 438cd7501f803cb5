import { consoleMessages } from '@callgate/messages/console';
import { useSyncExternalStore } from 'react';

const TEXT = consoleMessages.terms;

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

export const clockTime = (at: number): string => CLOCK.format(at);

export const formatDay = (at: number): string => DAY.format(at);

/** A moment: the time of day where it was today, else the date too. */
export const Time = ({ at }: { at: number }) => {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return (
    <time dateTime={date.toISOString()} title={FULL.format(date)}>
      {(today ? CLOCK : FULL).format(date)}
    </time>
  );
};

/** `3 s`, `12 min`, `2 h`. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return TEXT.milliseconds({ count: Math.max(0, Math.round(ms)) });
  if (seconds < 100) return TEXT.seconds({ count: seconds });
  if (seconds < 6000) return TEXT.minutes({ count: Math.round(seconds / 60) });
  if (seconds < 172_800) return TEXT.hours({ count: Math.round(seconds / 3600) });
  return TEXT.days({ count: Math.round(seconds / 86_400) });
};

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    watchers.forEach((one) => one());
  }, 1_000);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The time, as it goes: one clock for the whole page, by the second. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);

/** `4:05`, `1 h 12 min`, `3 d 4 h`. */
export const formatTimeLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? TEXT.hoursMinutes({ hours, minutes: minutes % 60 })
    : TEXT.daysHours({ days: Math.floor(hours / 24), hours: hours % 24 });
};

/** `text`: what happens at the end, with the time until then. */
export const Countdown = ({ to, text }: { to: number; text: (left: { time: string }) => string }) => {
  const left = to - useNow();
  const look = left < 60_000 ? ' countdown-soon' : left < 300_000 ? ' countdown-near' : '';
  return (
    <time className={`countdown${look}`} dateTime={new Date(to).toISOString()}>
      {left <= 0 ? TEXT.timeOver : text({ time: formatTimeLeft(left) })}
    </time>
  );
};
