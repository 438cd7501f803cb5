import { useSyncExternalStore } from 'react';

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

const two = (value: number): string => String(value).padStart(2, '0');

/** `4:05`, `1 h 12 min`, `3 d 4 h`. */
export const timeLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

/** How long something still waits. */
export const Countdown = ({ to }: { to: number }) => {
  const left = to - useNow();
  const look = left < 60_000 ? ' countdown-soon' : left < 300_000 ? ' countdown-near' : '';
  return (
    <time className={`countdown${look}`} dateTime={new Date(to).toISOString()}>
      {left <= 0 ? 'over' : `${timeLeft(left)} left`}
    </time>
  );
};
