import type { HoursWindow } from '@callgate/core/decide';
import { MINUTES_PER_WEEK } from '@callgate/core/decide';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInHours, findNextOpening } from './hours.ts';

const MINUTE = 60_000;
const DAY = 1440;
const MONDAY = Date.parse('2026-03-02T00:00:00Z');
const utc = (): number => 0;
const runs = process.env['CALLGATE_DEEP'] === '1' ? 20_000 : 300;

/** Nine to five on working days. */
const OFFICE: HoursWindow[] = [0, 1, 2, 3, 4].map((day) => ({ from: day * DAY + 540, to: day * DAY + 1020 }));

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

describe('inHours', () => {
  it('counts minutes from Monday 00:00 in the zone of the operator', () => {
    const hours = [{ from: 0, to: 1 }];
    expect(isInHours(hours, { at: MONDAY, offsetMinutes: 0 })).toBe(true);
    expect(isInHours(hours, { at: MONDAY + MINUTE - 1, offsetMinutes: 0 })).toBe(true);
    expect(isInHours(hours, { at: MONDAY + MINUTE, offsetMinutes: 0 })).toBe(false);
    expect(isInHours(hours, { at: MONDAY - 1, offsetMinutes: 0 })).toBe(false);
    expect(isInHours(hours, { at: MONDAY, offsetMinutes: 60 })).toBe(false);
    expect(isInHours(hours, { at: MONDAY - 60 * MINUTE, offsetMinutes: 60 })).toBe(true);
    expect(isInHours(hours, { at: MONDAY + 330 * MINUTE, offsetMinutes: -330 })).toBe(true);
  });

  it('is always so without hours, and never with none left', () => {
    expect(isInHours(null, { at: MONDAY, offsetMinutes: 0 })).toBe(true);
    expect(isInHours([], { at: MONDAY, offsetMinutes: 0 })).toBe(false);
  });

  it('agrees with the calendar on the day of the week, also before 1970', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 4e12 }), (at) => {
        const date = new Date(at);
        const minute = ((date.getUTCDay() + 6) % 7) * DAY + date.getUTCHours() * 60 + date.getUTCMinutes();
        expect(isInHours([{ from: minute, to: minute + 1 }], { at, offsetMinutes: 0 })).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

describe('nextOpening', () => {
  it('is now where it is open', () => {
    const at = Date.parse('2026-03-04T09:00:00Z');
    expect(findNextOpening(OFFICE, at, utc)).toBe(at);
    expect(findNextOpening(null, at, utc)).toBe(at);
  });

  it('is the next morning, or Monday after the week-end', () => {
    expect(iso(findNextOpening(OFFICE, Date.parse('2026-03-04T17:00:00Z'), utc))).toBe(
      '2026-03-05T09:00:00.000Z',
    );
    expect(iso(findNextOpening(OFFICE, Date.parse('2026-03-06T17:00:00.001Z'), utc))).toBe(
      '2026-03-09T09:00:00.000Z',
    );
  });

  it('is never where no hours are left', () => {
    expect(findNextOpening([], MONDAY, utc)).toBeNull();
    expect(findNextOpening([{ from: 600, to: 600 }], MONDAY, utc)).toBeNull();
  });

  it('keeps to the wall clock when the offset changes on the way', () => {
    // Berlin: one hour ahead until 2026-03-29T01:00Z, two hours from then on
    const change = Date.parse('2026-03-29T01:00:00Z');
    const berlin = (at: number): number => (at < change ? 60 : 120);
    expect(iso(findNextOpening(OFFICE, Date.parse('2026-03-27T18:00:00Z'), berlin))).toBe(
      '2026-03-30T07:00:00.000Z',
    );
  });

  it('waits another week where the change leaves the window out, and opens at the change where it leaves out its beginning', () => {
    const change = Date.parse('2026-03-29T01:00:00Z');
    const berlin = (at: number): number => (at < change ? 60 : 120);
    const sunday = 6 * DAY;
    const at = Date.parse('2026-03-28T12:00:00Z');
    const leftOut = [{ from: sunday + 120, to: sunday + 180 }];
    expect(iso(findNextOpening(leftOut, at, berlin))).toBe('2026-04-05T00:00:00.000Z');
    const begunInside = [{ from: sunday + 150, to: sunday + 240 }];
    expect(iso(findNextOpening(begunInside, at, berlin))).toBe('2026-03-29T01:00:00.000Z');
  });

  it('survives a day that a zone leaves out', () => {
    // Apia went from UTC-10 to UTC+14 at the end of 2011-12-29: there was no Friday
    const change = Date.parse('2011-12-30T10:00:00Z');
    const apia = (at: number): number => (at < change ? -600 : 840);
    const friday = [{ from: 4 * DAY, to: 5 * DAY }];
    expect(iso(findNextOpening(friday, Date.parse('2011-12-29T12:00:00Z'), apia))).toBe(
      '2012-01-05T10:00:00.000Z',
    );
  });

  const windows = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: MINUTES_PER_WEEK - 1 }), fc.integer({ min: 0, max: 300 }))
      .map(([from, length]) => ({ from, to: Math.min(from + length, MINUTES_PER_WEEK) })),
    { maxLength: 4 },
  );

  it('is what a search minute by minute finds, whatever the offsets do', () => {
    const offset = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15);
    const weeks = fc
      .integer({ min: 0, max: 3 * 52 })
      .map((week) => MONDAY + week * MINUTES_PER_WEEK * MINUTE);
    const minutes = fc.integer({ min: 0, max: 2 * MINUTES_PER_WEEK });
    fc.assert(
      fc.property(
        windows,
        weeks,
        minutes,
        minutes,
        offset,
        offset,
        (hours, week, begin, change, before, after) => {
          const at = week + begin * MINUTE;
          const turn = week + change * MINUTE;
          const offsetAt = (when: number): number => (when < turn ? before : after);
          let naive: number | null = null;
          for (let when = at; when < at + 3 * MINUTES_PER_WEEK * MINUTE; when += MINUTE) {
            if (!isInHours(hours, { at: when, offsetMinutes: offsetAt(when) })) continue;
            naive = when;
            break;
          }
          expect(findNextOpening(hours, at, offsetAt)).toBe(naive);
        },
      ),
      { numRuns: runs },
    );
  });

  it('is the first millisecond: the one before is closed', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: MONDAY, max: MONDAY + 1e9 }), (hours, at) => {
        const opening = findNextOpening(hours, at, utc);
        if (opening === null) return;
        expect(isInHours(hours, { at: opening, offsetMinutes: 0 })).toBe(true);
        if (opening > at) expect(isInHours(hours, { at: opening - 1, offsetMinutes: 0 })).toBe(false);
      }),
      { numRuns: runs },
    );
  });
});
