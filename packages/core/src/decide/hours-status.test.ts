import { expect, it } from 'vitest';
import { getHoursStatus, describeHours } from './hours-status.ts';

const at = (text: string, offsetMinutes = 0) => ({ at: Date.parse(text), offsetMinutes });
const day = (index: number, hour: number): number => index * 1440 + hour * 60;
/** Tuesday 22:00 to Wednesday 06:00. */
const NIGHT = [{ from: day(1, 22), to: day(2, 6) }];

it('has nothing to say where there are no hours', () => {
  expect(getHoursStatus(null, at('2026-11-17T12:30:00Z'))).toBeNull();
});

it('says that a call waits, and until when', () => {
  expect(getHoursStatus(NIGHT, at('2026-11-17T12:30:00Z'))).toEqual({
    open: false,
    time: 'Tue 12:30 UTC+00:00',
    opens: 'Tue 22:00',
    words: 'Outside allowed hours (Tue 12:30 UTC+00:00); runs from Tue 22:00',
  });
  expect(getHoursStatus(NIGHT, at('2026-11-18T06:00:00Z'))?.opens).toBe('Tue 22:00');
});

it('says that a call may leave, in the zone of the operator', () => {
  expect(getHoursStatus(NIGHT, at('2026-11-17T20:30:00Z', 120))).toMatchObject({
    open: true,
    time: 'Tue 22:30 UTC+02:00',
    opens: null,
  });
  expect(getHoursStatus(NIGHT, at('1969-12-31T00:00:00Z', -330))?.time).toBe('Tue 18:30 UTC-05:30');
});

it('says where no moment is left', () => {
  expect(getHoursStatus([], at('2026-11-17T12:30:00Z'))).toMatchObject({ open: false, opens: null });
});

it('says it in words, or nothing', () => {
  expect(describeHours(null, at('2026-11-17T12:30:00Z'))).toEqual([]);
  expect(describeHours(NIGHT, at('2026-11-17T23:00:00Z'))).toEqual([
    'Within allowed hours (Tue 23:00 UTC+00:00)',
  ]);
});
