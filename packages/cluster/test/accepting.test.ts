import { join } from 'node:path';
import { memoryKeys } from '@callgate/gate';
import { acceptLoss } from '@callgate/gate/audit';
import type { PostgresStore } from '@callgate/cluster';
import { openPostgresReader, openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { afterTest, call, tempFolder } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, writeEntry } from './query-database.ts';
import { openOffice } from './office.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const keys = memoryKeys();
const accept = { by: 'olga', reason: 'restored on purpose' };

const openDespite = async (url: string): Promise<PostgresStore> => {
  const store = await openPostgresStore({ url, keys, despiteLoss: true });
  afterTest(() => store.close());
  return store;
};

it('nothing is accepted while gates write, and nobody writes or comes while it is', async () => {
  const url = freshPlace(cluster.url());
  const path = join(tempFolder(), 'anchors');
  const first = await openOffice(url, { keys, remember: { path } });
  await first.gate.begin(call('add_note'));
  await first.close();
  // an older copy took its place, and a gate that remembers nothing of it goes on with that
  await queryDatabase(
    url,
    'DELETE FROM record WHERE seq > 1; DELETE FROM checkpoints; DELETE FROM journal; DELETE FROM chains; DELETE FROM numbered',
  );
  const other = await openOffice(url, { keys });
  const held = await other.gate.begin(call('delete_note', { id: 'waits' }));
  const despite = await openDespite(url);
  const parts = { store: despite, keys, clock: despite.clock };
  await expect(acceptLoss(parts, { path, accept }, despite)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
  expect(await despite.read.call(held.call)).toMatchObject({ state: 'held' });
  expect(other.store.state).toBe('ready');
  await other.gate.begin(call('add_note'));
  await other.close();

  let came: unknown;
  const gone = await acceptLoss(
    parts,
    { path, accept },
    {
      losses: () => despite.losses(),
      stopOthers: (what) => despite.stopOthers(what),
      acceptLosses: async (by, reason) => {
        came = await openPostgresStore({ url, keys }).catch((error: unknown) => error);
        return await despite.acceptLosses(by, reason);
      },
    },
  );
  expect(gone).toHaveLength(1);
  expect(came).toMatchObject({ code: 'STORE_LOST' });
  expect(await despite.read.call(held.call)).toMatchObject({ state: 'withdrawn' });
  const again = await openOffice(url, { keys, remember: { path } });
  await again.gate.begin(call('add_note'));
  expect(again.store.state).toBe('ready');
});

it('whoever has not noticed yet that something is gone is waited for', async () => {
  const url = freshPlace(cluster.url());
  const idle = await openOffice(url, { keys });
  const states: string[] = [];
  idle.store.onState((state) => states.push(state));
  await queryDatabase(url, `INSERT INTO losses (found_at, found_by, what) VALUES (1, 'somebody', 'a row')`);
  await queryDatabase(
    url,
    `CREATE TABLE said (by text);
     CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO said VALUES (current_setting('application_name')); RETURN NULL; END $$;
     CREATE TRIGGER note BEFORE INSERT ON losses FOR EACH STATEMENT EXECUTE FUNCTION note()`,
  );
  const despite = await openDespite(url);
  const parts = { store: despite, keys, clock: despite.clock };
  const path = join(tempFolder(), 'anchors');
  expect(await acceptLoss(parts, { path, accept }, despite)).toEqual(['a row']);
  // what is accepted now was not seen to by whoever goes on
  expect(states).toContain('lost');
  await idle.close();
  // and it does not say again what was accepted meanwhile
  expect(
    await queryDatabase(url, `SELECT by FROM said WHERE by = 'callgate ${idle.store.instance}'`),
  ).toEqual([]);
});

it('what was taken from the board and is back on it after a loss does not count', async () => {
  const url = freshPlace(cluster.url());
  const despite = await openDespite(url);
  await despite.board.put('sign-in', 'signed out', 'ada', { lifeMs: 3_600_000 });
  await queryDatabase(url, `INSERT INTO losses (found_at, found_by, what) VALUES (1, 'somebody', 'a row')`);
  const parts = { store: despite, keys, clock: despite.clock };
  await acceptLoss(parts, { path: join(tempFolder(), 'anchors'), accept }, despite);
  expect(await despite.board.get('sign-in', 'signed out')).toBeUndefined();
});

it('whoever only reads writes nothing either to what has lost rows', async () => {
  const url = freshPlace(cluster.url());
  const store = await openPostgresStore({ url, keys });
  await writeEntry(store, 'one');
  await store.close();
  await queryDatabase(url, 'DELETE FROM record; DELETE FROM numbered');
  await queryDatabase(url, `INSERT INTO losses (found_at, found_by, what) VALUES (1, 'somebody', 'a row')`);
  const { read, close } = await openPostgresReader(url);
  afterTest(close);
  expect((await read.head()).seq).toBe(0);
  await queryDatabase(url, 'UPDATE losses SET accepted_at = 1');
  expect((await read.head()).seq).toBe(1);
});
