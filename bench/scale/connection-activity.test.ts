import { expect, it } from 'vitest';
import type { ConnectionActivity } from './connection-activity.ts';
import { ActivitySampler, classifyActivity } from './connection-activity.ts';

const doing = (
  state: string | null,
  kind: string | null = null,
  event: string | null = null,
): ConnectionActivity => ({
  pid: 1,
  state,
  kind,
  event,
});

it.each([
  ['idle', doing('idle', 'Client', 'ClientRead')],
  ['idle', doing(null)],
  ['gate', doing('idle in transaction', 'Client', 'ClientRead')],
  ['gate', doing('idle in transaction (aborted)', 'Client', 'ClientRead')],
  ['gate', doing('active', 'Client', 'ClientRead')],
  ['running', doing('active')],
  ['disk', doing('active', 'IO', 'WalSync')],
  ['disk', doing('active', 'LWLock', 'WALWrite')],
  ['standby', doing('active', 'IPC', 'SyncRep')],
  ['locks', doing('active', 'Lock', 'advisory')],
  ['locks', doing('active', 'Lock', 'tuple')],
  ['other', doing('active', 'LWLock', 'BufferContent')],
] as const)('%s: what a connection does is told from its row', (expected, activity) => {
  expect(classifyActivity(activity)).toBe(expected);
});

it('shares are of all looks and add up to one', () => {
  const looks = new ActivitySampler();
  for (const state of ['idle', 'active', 'active', 'idle in transaction']) looks.add(doing(state));
  const shares = looks.shares();
  expect(shares).toMatchObject({ idle: 0.25, running: 0.5, gate: 0.25, locks: 0 });
  expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBe(1);
  expect(looks.looks).toBe(4);
});

it('nothing looked at is no share of anything', () => {
  expect(Object.values(new ActivitySampler().shares())).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
