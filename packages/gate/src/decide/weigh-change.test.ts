import type { Obligations } from '@callgate/core/decide';
import { NO_OBLIGATIONS } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { weighChange } from './weigh-change.ts';

type WeighedDecision = Parameters<typeof weighChange>[0];

const decided = (
  outcome: WeighedDecision['outcome'],
  duties: Partial<Obligations> = {},
  mode: WeighedDecision['mode'] = 'enforce',
): WeighedDecision => ({ outcome, mode, obligations: { ...NO_OBLIGATIONS, ...duties } });

const OFFICE = [{ from: 480, to: 1080 }];
const NIGHT = [{ from: 0, to: 600 }];

describe('how a call fares under another policy', () => {
  it('runs where it was asked about or blocked', () => {
    expect(weighChange(decided('confirm'), decided('auto'))).toBe('runs');
    expect(weighChange(decided('block'), decided('auto'))).toBe('runs');
    expect(weighChange(decided('block'), decided('confirm'))).toBe('loosened');
    expect(weighChange(decided('auto'), decided('block'))).toBe('tightened');
    expect(weighChange(decided('confirm'), decided('confirm'))).toBeUndefined();
  });

  it('runs under a policy that only observes, whatever that would say', () => {
    expect(weighChange(decided('confirm'), decided('block', {}, 'observe'))).toBe('runs');
    expect(weighChange(decided('block', {}, 'observe'), decided('confirm'))).toBe('tightened');
    expect(weighChange(decided('block', {}, 'observe'), decided('auto', {}, 'observe'))).toBeUndefined();
  });

  it.each<readonly [string, Partial<Obligations>, Partial<Obligations>]>([
    ['fewer people', { approvers: [{ count: 2 }] }, { approvers: [{ count: 1 }] }],
    ['people of no group', { approvers: [{ count: 1, group: 'ops' }] }, { approvers: [{ count: 1 }] }],
    ['plain terms', { terms: 'strong' }, {}],
    ['no preview', { preview: true }, {}],
    ['less in the record', { audit: 'full' }, {}],
    ['something unprotected', { redact: ['a', 'b'] }, { redact: ['a'] }],
    ['caching', { noCaching: true }, {}],
    ['no time-out', { timeoutMs: 1000 }, {}],
    ['a longer time-out', { timeoutMs: 1000 }, { timeoutMs: 2000 }],
    ['more retries', {}, { retries: 1 }],
    [
      'more at once',
      { concurrency: [{ per: 'tool', limit: 1 }] },
      { concurrency: [{ per: 'tool', limit: 2 }] },
    ],
    ['any hour', { hours: OFFICE }, {}],
    ['other hours, as many', { hours: OFFICE }, { hours: NIGHT }],
    ['fewer hours at other times', { hours: OFFICE }, { hours: [{ from: 1200, to: 1260 }] }],
    ['fewer hours, one minute of them new', { hours: OFFICE }, { hours: [{ from: 1000, to: 1081 }] }],
    ['some hours where there were none', { hours: [] }, { hours: OFFICE }],
    ['nobody told', { notify: ['operator'] }, {}],
    ['a label that is not raised', { raise: ['customers'] }, {}],
    ['a lesser model', { model: { atLeast: 0.8, atMost: null } }, { model: { atLeast: 0.5, atMost: null } }],
  ])('is loosened by %s, with the same outcome', (_, before, after) => {
    expect(weighChange(decided('confirm', before), decided('confirm', after))).toBe('loosened');
    expect(weighChange(decided('block', before), decided('block', after))).toBeUndefined();
  });

  it('is loosened where one duty falls away, though another is new', () => {
    const before = decided('confirm', { terms: 'strong' });
    expect(weighChange(before, decided('confirm', { audit: 'full' }))).toBe('loosened');
  });

  it('is tightened where duties are only new', () => {
    const after = decided('confirm', { approvers: [{ count: 2 }], notify: ['operator'], hours: OFFICE });
    expect(weighChange(decided('confirm'), after)).toBe('tightened');
  });

  it('is tightened by hours that are all among those before, and is the same by the same in other pieces', () => {
    const kind = (before: Obligations['hours'], after: Obligations['hours']): unknown =>
      weighChange(decided('auto', { hours: before }), decided('auto', { hours: after }));
    expect(kind(OFFICE, [{ from: 480, to: 500 }])).toBe('tightened');
    expect(kind(null, OFFICE)).toBe('tightened');
    expect(kind(OFFICE, [])).toBe('tightened');
    const pieces = [
      { from: 600, to: 1080 },
      { from: 480, to: 600 },
    ];
    expect(kind(OFFICE, pieces)).toBeUndefined();
    expect(kind(pieces, OFFICE)).toBeUndefined();
    expect(kind(null, [{ from: 0, to: 7 * 24 * 60 }])).toBeUndefined();
  });

  it('does not ask about people where nobody is asked', () => {
    const before = decided('auto', { terms: 'strong', approvers: [{ count: 2 }], preview: true });
    expect(weighChange(before, decided('auto'))).toBeUndefined();
    expect(weighChange(decided('auto', { audit: 'full' }), decided('auto'))).toBe('loosened');
  });
});
