import { expect, it } from 'vitest';
import type { HoursWindow, Obligations } from './obligations.ts';
import { NO_OBLIGATIONS } from './obligations.ts';
import { describeObligations } from './describe-obligations.ts';

it('says nothing of what is ordinary', () => {
  expect(describeObligations(NO_OBLIGATIONS)).toEqual([]);
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
  expect(describeObligations(all)).toEqual([
    'Needs 2 approvals',
    'Needs 1 approval from security',
    'Extra checks required: no grant, whole arguments opened, a second person if there is one',
    'Results are logged in full, up to 1 MiB',
    'Encrypted in the audit log: password',
    'No caching',
    'Times out after 30 s',
    'Retried up to 2 times',
    'At most 3 at once per server',
    'Runs only Mon 09:00-Tue 17:30',
    'Progress is shown',
    'Tagged as AI use',
    'Names the tool that undoes it, if one is declared',
    'Asks for a preview of its file changes, where a sandbox can show one',
    'Alerts ops',
    'Needs a model of at least 0.5',
    'Needs a model of at most 0.9',
  ]);
});

it('tells a time-out as exactly as it was given, and hours that never come', () => {
  expect(describeObligations({ ...NO_OBLIGATIONS, timeoutMs: 1500, hours: [] })).toEqual([
    'Times out after 1500 ms',
    'Never allowed to run',
  ]);
});

it('tells hours as a policy writes them', () => {
  const night = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ from: day * 1440 + 1200, to: day * 1440 + 1440 }));
  const told = (hours: readonly HoursWindow[]): string[] => describeObligations({ ...NO_OBLIGATIONS, hours });
  expect(told(night)).toEqual(['Runs only 20:00-24:00']);
  expect(told(night.slice(0, 2))).toEqual(['Runs only Mon,Tue 20:00-24:00']);
});

it('counts one person as one', () => {
  expect(describeObligations({ ...NO_OBLIGATIONS, approvers: [{ count: 1 }] })).toEqual(['Needs 1 approval']);
});

it('shows names as text', () => {
  expect(describeObligations({ ...NO_OBLIGATIONS, notify: ['\u202Eops'] })).toEqual(['Alerts ⟦U+202E⟧ops']);
});
