import { expect, it } from 'vitest';
import type { BudgetCounts } from './budget.ts';
import { judgeBudget } from './budget.ts';

const NOW = 10_000_000;
const LIMITS = { questionsAnHour: 30, pendingPerPrincipal: 50 };

const counts = (more: Partial<BudgetCounts> = {}): BudgetCounts => ({
  session: '["local","chat-1"]',
  principal: 'local',
  asked: 0,
  pending: 0,
  toldAt: null,
  now: NOW,
  ...more,
});

it('asks while there are questions left', () => {
  expect(judgeBudget(counts(), LIMITS)).toEqual({ does: 'ask' });
  expect(judgeBudget(counts({ asked: 29, pending: 49, toldAt: NOW }), LIMITS)).toEqual({ does: 'ask' });
});

it('refuses the rest, and tells the operator once an hour', () => {
  const first = judgeBudget(counts({ asked: 30 }), LIMITS);
  expect(first).toEqual({
    does: 'refuse',
    code: 'QUESTIONS_USED_UP',
    reason: 'This session asked people 30 questions within an hour. Wait before you ask again',
    summary:
      'Session ["local","chat-1"] asked 30 questions within an hour; the limit is 30. Further ones are denied and not shown',
  });
  expect(judgeBudget(counts({ asked: 31, toldAt: NOW - 3_599_999 }), LIMITS)).toMatchObject({
    summary: null,
  });
  expect(judgeBudget(counts({ asked: 31, toldAt: NOW - 3_600_000 }), LIMITS)).toMatchObject({
    summary: expect.stringContaining('31 questions'),
  });
});

it('refuses when too many questions of one principal wait already', () => {
  expect(judgeBudget(counts({ pending: 50 }), LIMITS)).toMatchObject({
    does: 'refuse',
    code: 'QUESTIONS_PENDING',
    reason: '50 calls of this user already wait for approval. Wait until some are decided',
    summary: expect.stringContaining('50 calls of local wait for approval'),
  });
});

it('asks nothing where the operator allows no question', () => {
  expect(judgeBudget(counts(), { ...LIMITS, questionsAnHour: 0 }).does).toBe('refuse');
  expect(judgeBudget(counts(), { ...LIMITS, pendingPerPrincipal: 0 }).does).toBe('refuse');
});

it('refuses where a count or a limit is no number', () => {
  expect(judgeBudget(counts({ asked: Number.NaN }), LIMITS).does).toBe('refuse');
  expect(judgeBudget(counts({ pending: Number.NaN }), LIMITS).does).toBe('refuse');
  expect(judgeBudget(counts(), { ...LIMITS, questionsAnHour: Number.NaN }).does).toBe('refuse');
});

it('shows what is odd in the name of a session or a principal', () => {
  const odd = counts({ session: '\u001b[2J', principal: '\u202ex', asked: 1 });
  expect(judgeBudget(odd, { ...LIMITS, questionsAnHour: 1 })).toMatchObject({
    summary:
      'Session ⟦U+001B⟧[2J asked 1 question within an hour; the limit is 1. Further ones are denied and not shown',
  });
  expect(judgeBudget(odd, { ...LIMITS, pendingPerPrincipal: 0 })).toMatchObject({
    summary: expect.stringContaining('of ⟦U+202E⟧x wait'),
  });
});
