import { join } from 'node:path';
import type { PendingCall } from '@callgate/gate';
import { memoryKeys } from '@callgate/gate';
import { acceptLoss } from '@callgate/gate/audit';
import { openPostgresReader, openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { until } from '../../gate/test/faults/until.ts';
import { afterTest, call, recorder, tempFolder } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, listEntryTools, writeEntry } from './query-database.ts';
import { openOffice, castVote } from './office.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const keys = memoryKeys();
const HOUR = 3_600_000;

/** What a standby has not got when it is promoted too early: the last rows, and what they did. */
const loseLast = async (url: string, instance: string): Promise<void> => {
  await queryDatabase(
    url,
    `DELETE FROM record WHERE seq = (SELECT max(seq) FROM record);
     DELETE FROM journal WHERE (chain, place) IN (SELECT id, place FROM chains WHERE name = '${instance}');
     UPDATE numbered SET place = place - 1 WHERE chain = (SELECT id FROM chains WHERE name = '${instance}');
     UPDATE chains SET place = place - 1, commits = commits - 1 WHERE name = '${instance}';
     SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'callgate ${instance}'`,
  );
};

it('what one gate notices to be gone stops all of them, and whoever comes, until somebody accepts it', async () => {
  const url = freshPlace(cluster.url());
  const [one, other] = [await openOffice(url, { keys }), await openOffice(url, { keys })];
  const held = await one.gate.begin(call('delete_note', { id: 'waits' }));
  const granted = await one.gate.begin(call('delete_note', { id: 'granted' }, { context: 'c2' }));
  await castVote(one.gate, granted.call, 'approve', { kind: 'session', uses: 5, endsInMs: HOUR });
  await writeEntry(one.store, 'lost');
  await one.store.read.head();
  // the other one has not seen it
  await loseLast(url, one.store.instance);
  await until(() => one.store.state === 'lost');
  await until(() => other.store.state === 'lost');
  for (const { gate, store } of [one, other]) {
    const { dispatch, sent } = recorder();
    await expect(gate.run(call('add_note'), dispatch)).rejects.toMatchObject({ code: 'STORE_LOST' });
    expect(sent).toEqual([]);
    expect(store.broken).toMatchObject({ code: 'STORE_LOST' });
  }
  await expect(openPostgresStore({ url, keys })).rejects.toMatchObject({ code: 'STORE_LOST' });
  const reader = await openPostgresReader(url);
  expect(await reader.read.call(held.call)).toMatchObject({ state: 'held' });
  const { items } = await reader.read.alerts({ limit: 1 });
  expect(items).toEqual([
    expect.objectContaining({ code: 'STORE_LOST', message: expect.stringContaining('of the audit log') }),
  ]);
  await reader.close();
  await one.close();
  await other.close();

  const path = join(tempFolder(), 'anchors');
  const despite = await openPostgresStore({ url, keys, despiteLoss: true });
  const accept = { by: 'olga', reason: 'the server burnt' };
  const parts = { store: despite, keys, clock: despite.clock };
  const gone = await acceptLoss(parts, { path, accept }, despite);
  expect(gone).toEqual([expect.stringContaining('of the audit log')]);
  expect(await acceptLoss(parts, { path, accept }, despite)).toEqual([]);
  await despite.close();

  const { gate, store } = await openOffice(url, { keys });
  expect(await store.read.call(held.call)).toMatchObject({
    state: 'withdrawn',
    fault: { code: 'STORE_LOST' },
  });
  const again = call('delete_note', { id: 'granted' }, { context: 'c2' });
  expect((await gate.begin(again)).state).toBe('held');
  const rows = await store.read.rows(1, 1000);
  const words = rows.map(({ bytes }) => Buffer.from(bytes).toString());
  expect(words.filter((text) => text.includes('olga') && text.includes('the server burnt'))).toHaveLength(1);
  expect(await queryDatabase(url, 'SELECT accepted_by, reason FROM losses')).toEqual([
    { accepted_by: 'olga', reason: 'the server burnt' },
  ]);
});

it('gates that run go on by themselves once the loss is accepted, and nothing of before counts', async () => {
  const url = freshPlace(cluster.url());
  const [one, other] = [await openOffice(url, { keys }), await openOffice(url, { keys })];
  const told: string[] = [];
  one.gate.onEvent((event) => {
    if (event.type === 'alert') told.push(event.alert.code);
  });
  const held = await one.gate.begin(call('delete_note', { id: 'waits' }));
  await castVote(one.gate, held.call, 'approve');
  await one.gate.sweep();
  await writeEntry(one.store, 'lost');
  await one.store.read.head();
  await loseLast(url, one.store.instance);
  const before = [one.store.instance, other.store.instance];
  for (const { store } of [one, other]) await until(() => store.state === 'lost');
  const despite = await openPostgresStore({ url, keys, despiteLoss: true });
  const accept = { by: 'olga', reason: 'the server burnt' };
  const path = join(tempFolder(), 'anchors');
  await acceptLoss({ store: despite, keys, clock: despite.clock }, { path, accept }, despite);
  await despite.close();
  for (const { gate, store } of [one, other]) {
    await until(() => store.state === 'ready');
    expect(store.broken).toBeUndefined();
    const { dispatch } = recorder();
    expect((await gate.run(call('add_note'), dispatch)).state).toBe('done');
    await gate.sweep();
  }
  expect(before).not.toContain(one.store.instance);
  const resumed = await one.gate.resume((held as PendingCall).ticket, call('delete_note', { id: 'waits' }));
  expect(resumed.state).toBe('withdrawn');
  expect(told).not.toContain('CHECKPOINT_FAILED');
  const rows = await other.store.read.rows(1, 1000);
  expect(rows.filter(({ event }) => event === 'opened').length).toBeGreaterThanOrEqual(4);
});

it('a gate that starts, and remembers rows that the database has not got, does not start', async () => {
  const url = freshPlace(cluster.url());
  const path = join(tempFolder(), 'anchors');
  const first = await openOffice(url, { keys, remember: { path } });
  await first.gate.begin(call('add_note'));
  await first.close();
  // an older copy took its place, and every gate was stopped meanwhile
  await queryDatabase(
    url,
    'DELETE FROM record WHERE seq > 1; DELETE FROM checkpoints; DELETE FROM journal; DELETE FROM chains',
  );
  await expect(openOffice(url, { keys, remember: { path } })).rejects.toMatchObject({ code: 'ROLLED_BACK' });
  const accept = { by: 'olga', reason: 'restored on purpose' };
  const { store } = await openOffice(url, { keys, remember: { path, accept } });
  expect((await listEntryTools(store)).length).toBeGreaterThan(1);
});

it('a commit that is under way when others find something gone is neither acknowledged nor forgotten', async () => {
  const own = await Cluster.start();
  afterTest(() => own.remove());
  const url = freshPlace(own.url());
  const store = await openPostgresStore({ url, keys, busyMs: 3000 });
  afterTest(() => store.close());
  await writeEntry(store, 'before');
  // the next commit waits for somebody who never comes
  own.configure({ synchronous_standby_names: "'nobody'" });
  await queryDatabase(url, 'SELECT pg_reload_conf()');
  // the server takes that in when it comes to it, and until then no commit waits
  await until(async () => {
    queryDatabase(url, "SELECT pg_logical_emit_message(true, '', '')").catch(() => {});
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    return (await queryDatabase(url, waiting)).length > 0;
  });
  const begun = Promise.withResolvers<void>();
  const writing = store.transact(async (tx) => {
    await tx.append({
      event: 'alert',
      outcome: 'allowed',
      principal: 'p',
      tool: 't',
      call: null,
      detail: {},
    });
    begun.resolve();
  });
  writing.catch(() => {});
  await begun.promise;
  await queryDatabase(
    url,
    `SET synchronous_commit = off; INSERT INTO losses (found_at, found_by, what) VALUES (1, 'somebody', 'a row')`,
  );
  await until(() => store.state !== 'ready');
  own.configure({ synchronous_standby_names: "''" });
  await queryDatabase(url, 'SELECT pg_reload_conf()');
  await expect(writing).rejects.toMatchObject({ code: 'STORE_LOST' });
  await until(() => store.state === 'lost');
});
