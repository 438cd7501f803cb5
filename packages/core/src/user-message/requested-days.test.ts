import { describe, expect, it } from 'vitest';
import type { ActionKind } from './language.ts';
import { isDayFor } from './requested-days.ts';
import { readUtterance } from './literals.ts';

const daysOf = (text: string): Record<string, readonly ActionKind[]> =>
  Object.fromEntries(
    readUtterance({ text }).requestedDays.map(({ day, deeds }) => [day, [...new Set(deeds)]]),
  );

describe('the days of a request', () => {
  it.each<readonly [string, Record<string, readonly ActionKind[]>]>([
    [
      'Cancel the lease on 4 May 2026 and move it to 6 May 2026.',
      { '2026-05-04': ['remove'], '2026-05-06': ['move'] },
    ],
    ['Cancel the lease on 4 May and the round on 6 May.', { '*-05-04': ['remove'], '*-05-06': ['remove'] }],
    ['On 4 May, please cancel the lease.', { '*-05-04': ['remove'] }],
    ['Ola can come on 6 May. Move it there.', { '*-05-06': [] }],
    ['Move it to 2026-05-06, but not to 2026-05-04.', { '2026-05-06': ['move'] }],
    ['Please pay the rent no later than 3 June 2026.', { '2026-06-03': ['pay'] }],
    ['Sag bitte den Termin am 4. Mai 2026 ab.', { '2026-05-04': ['remove'] }],
    ['4 May 2026 and then cancel the lease.', { '2026-05-04': ['remove'] }],
    ['What is new?', {}],
  ])('of %s', (text, days) => {
    expect(daysOf(text)).toEqual(days);
  });

  it('are for deeds like those of their clause', () => {
    const day = '2026-05-04';
    expect(isDayFor({ day, deeds: ['remove'] }, ['move'])).toBe(false);
    expect(isDayFor({ day, deeds: ['remove'] }, ['stop'])).toBe(true);
    expect(isDayFor({ day, deeds: ['pay'] }, ['create'])).toBe(false);
    expect(isDayFor({ day, deeds: ['send'] }, ['pay'])).toBe(true);
    expect(isDayFor({ day, deeds: ['fetch'] }, ['create'])).toBe(true);
    expect(isDayFor({ day, deeds: [] }, ['create'])).toBe(true);
    expect(isDayFor({ day, deeds: ['remove'] }, [])).toBe(true);
  });
});
