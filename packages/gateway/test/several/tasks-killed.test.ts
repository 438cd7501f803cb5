import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@callgate/core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import { oracle } from '../oracle.ts';
import { TaskReplicas, agentAt, databaseOn, stateOf, statusAt, waitUntilPending } from './task-replicas.ts';

const LATER = { timeout: 60_000, interval: 200 };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.remove());

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

it('tasks of a process that was killed are told as failed, with their calls and what to do about them', async () => {
  const upstream = oracle();
  open.push(upstream);
  const servers = [await upstream.server('notes', { trust: 'trusted' })];
  const on = new TaskReplicas(databaseOn(cluster), servers);
  open.push(on);
  const b = await on.one();
  const atB = await agentAt(b);
  const worker = spawn(
    process.execPath,
    [
      '--conditions=@callgate/source',
      join(import.meta.dirname, 'tasks-worker.ts'),
      on.folder(),
      on.store,
      JSON.stringify(servers),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  open.push({ close: () => void worker.kill('SIGKILL') });
  const lines = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
  const said = async (): Promise<string> => String((await lines.next()).value);
  const begun = async (name: string, args: JsonObject): Promise<string> => {
    worker.stdin.write(`${JSON.stringify([name, args])}\n`);
    return await said();
  };
  expect(await said()).toBe('ready');
  const sent = await begun('slow', { ms: 600_000 });
  const held = await begun('delete_note', { id: '1' });
  const over = await begun('read_note', { id: '1' });
  await expect.poll(() => statusAt(atB, over), LATER).toBe('completed');
  const { id } = await waitUntilPending(b);
  await expect.poll(() => upstream.calls().length, LATER).toBe(2);
  expect(await statusAt(atB, sent)).toBe('working');
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
  await expect.poll(() => statusAt(atB, sent), LATER).toBe('failed');
  await expect.poll(() => statusAt(atB, held), LATER).toBe('failed');
  const { error: lost } = await atB.request('tasks/result', { taskId: sent });
  expect(lost?.message).toMatch(/The call is \S+\. It was sent and no answer came, so its result is unknown/);
  const { error: waits } = await atB.request('tasks/result', { taskId: held });
  expect(waits?.message).toContain(`The call is ${id}. It was not sent and still waits`);
  expect(await stateOf(b, 'delete_note')).toBe('held');
  expect(JSON.stringify((await atB.request('tasks/result', { taskId: over })).result)).toContain('read_note');
  const late = await on.one();
  expect(await statusAt(await agentAt(late), sent)).toBe('failed');
});

it('a database that is away is said, and is not a task that is not there', async () => {
  const upstream = oracle();
  open.push(upstream);
  const on = new TaskReplicas(databaseOn(cluster), [await upstream.server('notes', { trust: 'trusted' })]);
  open.push(on);
  const [a, b] = [await on.one(), await on.one()];
  const [atA, atB] = [await agentAt(a), await agentAt(b)];
  const { result } = await atA.request('tools/call', {
    name: 'read_note',
    arguments: { id: '1' },
    task: { ttl: 600_000 },
  });
  const { taskId } = (result?.['task'] ?? {}) as { readonly taskId: string };
  await expect.poll(() => statusAt(atB, taskId), LATER).toBe('completed');
  await cluster.end('immediate');
  for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
    expect((await atB.request(method, { taskId })).error?.message).toContain('STORE_AWAY');
  const begun = await atA.request('tools/call', {
    name: 'read_note',
    arguments: { id: '2' },
    task: { ttl: 600_000 },
  });
  expect(begun.error?.message).toContain('STORE_AWAY');
  await cluster.run();
  await expect.poll(() => statusAt(atB, taskId), LATER).toBe('completed');
  expect(upstream.calls()).toHaveLength(1);
});
