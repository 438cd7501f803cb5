import type { Keys } from '@callgate/gate';
import { memoryKeys } from '@callgate/gate';
import { openPostgresReader, openPostgresStore } from '@callgate/cluster';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { copyStore } from '@callgate/gateway/store';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { call, office, tempFolder } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, writeEntry } from './query-database.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const opensWith = async (url: string, keys: Keys): Promise<string> => {
  try {
    const store = await openPostgresStore({ url, keys });
    await store.close();
    return 'opened';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'something else';
  }
};

it('a process with another key than the first is not let in; who only reads needs none', async () => {
  const url = freshPlace(cluster.url());
  const keys = memoryKeys();
  const store = await openPostgresStore({ url, keys });
  const opening = openPostgresStore({ url, keys: memoryKeys() });
  await expect(opening).rejects.toMatchObject({
    code: 'STORE_KEY',
    help: expect.stringContaining('callgate.key'),
  });
  await store.close();
  expect(await opensWith(url, memoryKeys())).toBe('STORE_KEY');
  expect(await opensWith(url, keys)).toBe('opened');
  const reader = await openPostgresReader(url);
  expect((await reader.read.head()).seq).toBe(0);
  await reader.close();
});

it('of two who come first at once with different keys, one is let in', async () => {
  const url = freshPlace(cluster.url());
  const ends = await Promise.all([opensWith(url, memoryKeys()), opensWith(url, memoryKeys())]);
  expect(ends.toSorted()).toEqual(['STORE_KEY', 'opened']);
});

it('the name of a key is not enough: it must open what the first one sealed', async () => {
  const url = freshPlace(cluster.url());
  const [keys, other] = [memoryKeys(), memoryKeys()];
  expect(await opensWith(url, keys)).toBe('opened');
  await queryDatabase(url, `UPDATE sealing SET key = '${other.id}'`);
  expect(await opensWith(url, other)).toBe('STORE_KEY');
  expect(await opensWith(url, keys)).toBe('STORE_KEY');
});

it('a copy is written by the same key', async () => {
  const [from, to] = [freshPlace(cluster.url()), freshPlace(cluster.url())];
  const keys = memoryKeys();
  const store = await openPostgresStore({ url: from, keys });
  await writeEntry(store, 'copied');
  await store.close();
  // somebody looked at the place before
  expect(await opensWith(to, memoryKeys())).toBe('opened');
  await copyStore(from, to);
  expect(await opensWith(to, memoryKeys())).toBe('STORE_KEY');
  expect(await opensWith(to, keys)).toBe('opened');
});

it('a copy of a file is written by the key that signed its record', async () => {
  const { gate, store, keys, path } = await office();
  await gate.begin(call('add_note'));
  await gate.close();
  await store.close();
  const to = freshPlace(cluster.url());
  await copyStore(path, to);
  expect(await opensWith(to, memoryKeys())).toBe('STORE_KEY');
  expect(await opensWith(to, keys)).toBe('opened');
  const back = join(tempFolder(), 'back.db');
  await copyStore(to, back);
  await (await openSqliteStore({ path: back, keys })).close();
});

it('a store that has lost rows is not copied before somebody accepted it', async () => {
  const [from, to] = [freshPlace(cluster.url()), freshPlace(cluster.url())];
  expect(await opensWith(from, memoryKeys())).toBe('opened');
  await queryDatabase(from, "INSERT INTO losses (found_at, found_by, what) VALUES (1, 'somebody', 'a row')");
  await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'STORE_LOST' });
});
