import { systemClock } from '@callgate/gate';
import { MemorySharedState } from '@callgate/gate/store';
import { expect, it } from 'vitest';
import { UpstreamTasks } from './upstream-tasks.ts';

it('what one process noted is known to those that are there, and to those that come', async () => {
  const board = new MemorySharedState(systemClock);
  const [one, other] = [new UpstreamTasks(board), new UpstreamTasks(board)];
  await other.open();
  await one.note('notes', 'a long name of the server’s own'.repeat(40), 'build');
  const later = new UpstreamTasks(board);
  await later.open();
  const tool = (at: UpstreamTasks): string | undefined =>
    at.tool('notes', 'a long name of the server’s own'.repeat(40));
  await expect.poll(() => tool(other)).toBe('build');
  expect([tool(one), tool(later)]).toEqual(['build', 'build']);
  expect(later.tool('other', 'x')).toBeUndefined();
});

it('a name that means two things is no tool’s, except where it was noted', async () => {
  const board = new MemorySharedState(systemClock);
  const [one, other, third] = [1, 2, 3].map(() => new UpstreamTasks(board));
  await third?.open();
  await one?.note('notes', '1', 'read');
  await other?.note('notes', '1', 'wipe');
  await other?.note('notes', '2', 'wipe');
  await expect.poll(() => third?.tool('notes', '2')).toBe('wipe');
  expect(third?.tool('notes', '1')).toBeUndefined();
  expect([one?.tool('notes', '1'), other?.tool('notes', '1')]).toEqual(['read', 'wipe']);
});

it('what could not be told to others is not known here either', async () => {
  const board = new MemorySharedState(systemClock);
  const tasks = new UpstreamTasks(Object.assign(board, { put: () => Promise.reject(new Error('away')) }));
  await expect(tasks.note('notes', '1', 'read')).rejects.toThrow('away');
  expect(tasks.tool('notes', '1')).toBeUndefined();
});
