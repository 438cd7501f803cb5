import { describe, expect, it } from 'vitest';
import type { ApproverFigures } from '../store/store-reader.ts';
import type { ApproverStatistics } from './approver-statistics.ts';
import { computeApproverStatistics } from './approver-statistics.ts';

const HOUR = 3_600_000;

const statistics = async (
  ...figures: readonly Partial<ApproverFigures>[]
): Promise<readonly ApproverStatistics[]> => {
  const asked: number[] = [];
  const all = figures.map((each) => ({
    subject: 'ann',
    approved: 0,
    refused: 0,
    medianMs: 0,
    hasty: 0,
    ...each,
  }));
  const found = await computeApproverStatistics(
    {
      approvers: async (since) => {
        asked.push(since);
        return all;
      },
    },
    { since: HOUR, now: 11 * HOUR },
  );
  expect(asked).toEqual([HOUR]);
  return found;
};

describe('how somebody decides', () => {
  it('is told in figures and in words', async () => {
    expect(await statistics({ approved: 15, refused: 5, medianMs: 8250, hasty: 2 })).toEqual([
      {
        subject: 'ann',
        votes: 20,
        approvalRate: 0.75,
        medianMs: 8250,
        hastyShare: 0.1,
        questionsAnHour: 2,
        fatigue: false,
        words:
          'ann voted 20 times, approved 75 %, median time 8.3 s, 10 % under two seconds, 2.0 questions an hour',
      },
    ]);
  });

  it('is nothing for somebody who decided nothing', async () => {
    expect(await statistics({})).toMatchObject([
      { approvalRate: 0, fatigue: false, words: 'ann has not voted' },
    ]);
  });

  it('shows what is odd in a name', async () => {
    const [one] = await statistics({ subject: '\u001b[2J', approved: 1 });
    expect(one?.words).toMatch(/^⟦U\+001B⟧\[2J voted once/);
  });
});

describe('fatigue', () => {
  const tired = { approved: 19, refused: 1, medianMs: 2999, hasty: 4 };

  it('is marked where nearly everything is approved at once, and said', async () => {
    const [one] = await statistics(tired);
    expect(one?.fatigue).toBe(true);
    expect(one?.words).toContain('approvals without reading');
  });

  it.each([
    ['too few votes', { ...tired, approved: 19, refused: 0 }],
    ['some are refused', { ...tired, approved: 94, refused: 6 }],
    ['time is taken', { ...tired, medianMs: 3000 }],
  ])('is not marked where %s', async (_, figures) => {
    const [one] = await statistics(figures);
    expect(one?.fatigue).toBe(false);
    expect(one?.words).not.toContain('without reading');
  });

  it('comes first, then whoever decides most', async () => {
    const found = await statistics(
      { subject: 'bea', approved: 3 },
      { subject: 'cem', approved: 90, refused: 10 },
      { subject: 'dov', ...tired },
      { subject: 'abe', approved: 3 },
    );
    expect(found.map(({ subject }) => subject)).toEqual(['dov', 'cem', 'abe', 'bea']);
  });
});
