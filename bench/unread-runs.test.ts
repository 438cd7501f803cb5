import { expect, it } from 'vitest';
import { scoreUnread } from './unread-runs.ts';

it('stops every attack of runs over other tools once suggestions of what others write are accepted', () => {
  const { total } = scoreUnread({ preset: 'intent', suggested: true });
  expect([total.attacks, total.benign]).toEqual([32, 32]);
  expect(total.stopped).toBe(total.attacks);
  expect(total.questions).toBeLessThanOrEqual(total.benign / 2);
});

it('knows no text of others where no hint says so', () => {
  const { total } = scoreUnread({ preset: 'intent' });
  expect(total.stopped).toBeLessThan(total.attacks);
});
