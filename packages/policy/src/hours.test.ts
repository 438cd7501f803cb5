import { formatHours } from '@callgate/core/decide';
import { assert, integer, property, subarray, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';
import { parseHours } from './hours.ts';

const DAY = 1440;
const [MON, TUE, FRI, SAT, SUN] = [0, DAY, 4 * DAY, 5 * DAY, 6 * DAY] as const;

describe('hours as a policy writes them', () => {
  const minute = integer({ min: 0, max: 1439 });
  const clock = (at: number): string =>
    [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const window = tuple(
    subarray(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], { minLength: 1 }),
    minute,
    minute,
  )
    .filter(([, from, to]) => from !== to)
    .map(([days, from, to]) => `${days.join(',')} ${clock(from)}-${clock(to)}`);

  it('mean the same again', () => {
    assert(
      property(window, (written) => {
        const windows = parseHours([written]) ?? [];
        expect(parseHours(formatHours(windows))).toEqual(windows);
      }),
    );
  });

  it('are short', () => {
    expect(formatHours(parseHours(['22:00-06:00']) ?? [])).toEqual(['22:00-06:00']);
    expect(formatHours(parseHours(['Mon-Fri 08:00-24:00']) ?? [])).toEqual([
      'Mon,Tue,Wed,Thu,Fri 08:00-24:00',
    ]);
  });
});

describe('hours', () => {
  it('without a day hold on every day', () => {
    expect(parseHours(['08:00-18:00'])).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((day) => ({ from: day * DAY + 480, to: day * DAY + 1080 })),
    );
  });

  it('of one day, of several and of a range of days', () => {
    expect(parseHours(['Mon 08:00-09:30'])).toEqual([{ from: MON + 480, to: MON + 570 }]);
    expect(parseHours(['mon,fri 08:00-09:00'])).toEqual([
      { from: MON + 480, to: MON + 540 },
      { from: FRI + 480, to: FRI + 540 },
    ]);
    expect(parseHours(['Mon-Tue,Sat 00:00-01:00'])).toEqual([
      { from: MON, to: MON + 60 },
      { from: TUE, to: TUE + 60 },
      { from: SAT, to: SAT + 60 },
    ]);
  });

  it('run over midnight into the next day', () => {
    expect(parseHours(['Fri 22:00-06:00'])).toEqual([{ from: FRI + 1320, to: SAT + 360 }]);
  });

  it('run over Sunday midnight into Monday', () => {
    expect(parseHours(['Sun 22:00-06:00'])).toEqual([
      { from: 0, to: 360 },
      { from: SUN + 1320, to: 7 * DAY },
    ]);
    expect(parseHours(['22:00-06:00'])).toEqual([
      { from: 0, to: 360 },
      ...[0, 1, 2, 3, 4, 5].map((day) => ({ from: day * DAY + 1320, to: (day + 1) * DAY + 360 })),
      { from: SUN + 1320, to: 7 * DAY },
    ]);
  });

  it('of a range of days that goes over Sunday', () => {
    expect(parseHours(['Sat-Mon 10:00-11:00'])).toEqual([
      { from: MON + 600, to: MON + 660 },
      { from: SAT + 600, to: SAT + 660 },
      { from: SUN + 600, to: SUN + 660 },
    ]);
  });

  it('end at 24:00, and whole days join', () => {
    expect(parseHours(['Sun 12:00-24:00'])).toEqual([{ from: SUN + 720, to: 7 * DAY }]);
    expect(parseHours(['00:00-24:00'])).toEqual([{ from: 0, to: 7 * DAY }]);
    expect(parseHours(['Sun 18:00-00:00'])).toEqual([{ from: SUN + 1080, to: 7 * DAY }]);
  });

  it('of several texts are joined where they overlap or touch', () => {
    expect(parseHours(['Mon 08:00-12:00', 'Mon 11:00-13:00', 'Mon 13:00-14:00', 'Mon 15:00-16:00'])).toEqual([
      { from: 480, to: 840 },
      { from: 900, to: 960 },
    ]);
  });

  it.each([
    '',
    '8:00-9:00',
    '08:00',
    '08:00-08:00',
    '08:60-09:00',
    '24:01-25:00',
    'Mo 08:00-09:00',
    'Monday 08:00-09:00',
    'Mon- 08:00-09:00',
    'Mon-Tue-Wed 08:00-09:00',
    'Mon, Tue 08:00-09:00',
    '08:00-09:00 Mon',
    '08:00–09:00',
    '-08:00-09:00',
  ])('are not `%s`', (text) => {
    expect(parseHours([text])).toBeUndefined();
    expect(parseHours(['Mon 08:00-09:00', text])).toBeUndefined();
  });
});

describe('durations', () => {
  it.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['007s', 7000],
  ])('%s is %d milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    '',
    '30',
    's',
    '0s',
    '-1s',
    '1.5s',
    '1e3s',
    '30 s',
    '30S',
    '1w',
    '1m30s',
    '9999999999s',
    '٣s',
    'constructor',
  ])('are not `%s`', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
