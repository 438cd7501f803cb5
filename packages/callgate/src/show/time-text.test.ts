import { expect, it } from 'vitest';
import { momentText, readSpan, spanText } from './time-text.ts';

it('a span is told in its largest whole unit', () => {
  expect([0, 999, 1000, 59_999, 60_000, 7_199_999, 7_200_000, 86_400_000, -5].map(spanText)).toEqual([
    '0 seconds',
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '1 hour',
    '2 hours',
    '1 day',
    '0 seconds',
  ]);
});

it('a span is read as a number and a unit, and nothing else is', () => {
  expect(['30s', '5m', '1h', '2d'].map((text) => readSpan('for', text))).toEqual([
    30_000, 300_000, 3_600_000, 172_800_000,
  ]);
  for (const text of ['', '1', 'h', '0h', '-1h', '1.5h', '1 h', '1hour', '1h30m', '9999999h'])
    expect(() => readSpan('for', text)).toThrow('is not a valid duration');
});

it('a number that is no time does not stop anybody', () => {
  expect(momentText(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(momentText(9e15)).toBe('no time');
  expect(momentText(Number.NaN)).toBe('no time');
});
