import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';

const UNITS: readonly (readonly [ms: number, word: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
];

/** A span in its largest whole unit: `3 minutes`. */
export const spanText = (ms: number): string => {
  const [size, word] = UNITS.find(([unit]) => ms >= unit) ?? [1000, 'second'];
  const count = Math.max(0, Math.floor(ms / size));
  return `${count} ${word}${count === 1 ? '' : 's'}`;
};

/** ISO 8601, or a word where the number is no time. */
export const momentText = (at: number): string =>
  Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : 'no time';

const LETTERS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30s`, `5m`, `1h`, `2d` in milliseconds. */
export const readSpan = (option: string, text: string): number => {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const ms = Number(match?.[1]) * (LETTERS[match?.[2] ?? ''] ?? Number.NaN);
  if (Number.isSafeInteger(ms) && ms > 0) return ms;
  throw new CallgateError(optionErrors.duration({ name: option, value: display(text, { max: 40 }) }));
};
