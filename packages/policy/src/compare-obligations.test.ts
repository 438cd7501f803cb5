import { NO_OBLIGATIONS } from '@callgate/core/decide';
import type { Obligations } from '@callgate/core/decide';
import { expect, it } from 'vitest';
import { compareObligations } from './compare-obligations.ts';
import type { ExpectedObligations } from './policy-file.ts';
import { expectedObligationsSchema } from './policy-file.ts';

const FULL: Obligations = {
  approvers: [{ count: 1 }, { count: 2, group: 'finance' }],
  terms: 'strong',
  audit: 'full',
  redact: ['a', 'b'],
  noCaching: true,
  timeoutMs: 30_000,
  retries: 3,
  concurrency: [{ per: 'tool', limit: 2 }],
  hours: [{ from: 0, to: 60 }],
  progress: true,
  aiTag: true,
  undo: true,
  preview: true,
  notify: ['ops', 'sec'],
  model: { atLeast: 0.2, atMost: 0.9 },
};

const CASES: readonly (readonly [full: ExpectedObligations, none: ExpectedObligations])[] = [
  [{ approvers: [{ count: 2, group: 'finance' }, { count: 1 }] }, { approvers: 0 }],
  [{ terms: 'strong' }, { terms: 'plain' }],
  [{ audit: 'full' }, { audit: 'standard' }],
  [{ redact: ['b', 'a'] }, { redact: [] }],
  [{ caching: false }, { caching: true }],
  [{ timeout: '30s' }, { timeout: 'none' }],
  [{ retries: 3 }, { retries: 0 }],
  [{ concurrency: 2 }, { concurrency: 'none' }],
  [{ hours: 'Mon 00:00-01:00' }, { hours: 'none' }],
  [{ progress: true }, { progress: false }],
  [{ aiTag: true }, { aiTag: false }],
  [{ undo: true }, { undo: false }],
  [{ preview: true }, { preview: false }],
  [{ notify: ['sec', 'ops'] }, { notify: [] }],
  [{ model: { atLeast: 0.2, atMost: 0.9 } }, { model: {} }],
];

it.each(CASES)('%j and %j are told apart, whatever is demanded besides', (full, none) => {
  for (const each of [full, none]) expect(expectedObligationsSchema.safeParse(each).success).toBe(true);
  const [key = ''] = Object.keys(full);
  expect(compareObligations(full, FULL)).toEqual([]);
  expect(compareObligations(none, NO_OBLIGATIONS)).toEqual([]);
  expect(compareObligations(full, NO_OBLIGATIONS).map((each) => each.key)).toEqual([key]);
  expect(compareObligations(none, FULL).map((each) => each.key)).toEqual([key]);
});

it('says what was expected and what is demanded, in one form', () => {
  expect(compareObligations({ approvers: 2, timeout: '1m', redact: 'x' }, FULL)).toEqual([
    { key: 'approvers', expected: [{ count: 2 }], actual: [{ count: 1 }, { count: 2, group: 'finance' }] },
    { key: 'timeout', expected: 60_000, actual: 30_000 },
    { key: 'redact', expected: ['x'], actual: ['a', 'b'] },
  ]);
});

it('compares nothing that is not written', () => {
  expect(compareObligations({}, FULL)).toEqual([]);
});
