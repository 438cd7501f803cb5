import { expect, it } from 'vitest';
import type { Obligations } from './obligations.ts';
import { NO_OBLIGATIONS } from './obligations.ts';
import { obligationWords } from './obligation-words.ts';

it('says nothing of what is ordinary', () => {
  expect(obligationWords(NO_OBLIGATIONS)).toEqual([]);
});

it('says all that must happen besides', () => {
  const all: Obligations = {
    approvers: [{ count: 2 }, { count: 1, group: 'security' }],
    terms: 'strong',
    audit: 'full',
    redact: ['password'],
    noCaching: true,
    timeoutMs: 30_000,
    retries: 2,
    concurrency: [{ per: 'server', limit: 3 }],
    hours: [{ from: 9 * 60, to: 1440 + 17 * 60 + 30 }],
    progress: true,
    aiTag: true,
    undo: true,
    preview: true,
    notify: ['ops'],
    model: { atLeast: 0.5, atMost: 0.9 },
  };
  expect(obligationWords(all)).toEqual([
    '2 people must agree',
    '1 of security must agree',
    'strong terms: never by grant, the whole arguments opened, a second person where there is one',
    'results are recorded whole, up to 1 MiB',
    'protected in the record: password',
    'no caching',
    'no longer waited for after 30 s',
    'retried up to 2 times',
    'at most 3 at once per server',
    'only Mon 09:00 to Tue 17:30',
    'progress is shown',
    'tagged as AI use',
    'the tool that undoes it is named, if it declares one',
    'a preview is requested, which no tool can give yet',
    'an alert for ops',
    'a model of at least 0.5',
    'a model of at most 0.9',
  ]);
});

it('tells a time-out as exactly as it was given, and hours that never come', () => {
  expect(obligationWords({ ...NO_OBLIGATIONS, timeoutMs: 1500, hours: [] })).toEqual([
    'no longer waited for after 1500 ms',
    'only never',
  ]);
});

it('counts one person as one', () => {
  expect(obligationWords({ ...NO_OBLIGATIONS, approvers: [{ count: 1 }] })).toEqual(['1 person must agree']);
});

it('shows names as text', () => {
  expect(obligationWords({ ...NO_OBLIGATIONS, notify: ['\u202Eops'] })).toEqual(['an alert for ⟦U+202E⟧ops']);
});
