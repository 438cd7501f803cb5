import { memoryKeys } from '@callgate/gate';
import type { PostgresStore } from '@callgate/cluster';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { afterTest } from '../../gate/test/office.ts';
import { until } from '../../gate/test/faults/until.ts';
import { Cluster } from './postgres/cluster.ts';
import { holdRows } from './hold-rows.ts';
import { listEntryTools, queryDatabase, writeEntry } from './query-database.ts';
import { freshPlace } from './store-place.ts';

const keys = memoryKeys();
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const open = async (url: string): Promise<PostgresStore> => {
  const store = await openPostgresStore({ url, keys });
  afterTest(() => store.close());
  return store;
};

const openTwo = async (): Promise<readonly [PostgresStore, PostgresStore]> => {
  const url = freshPlace(cluster.url());
  return [await open(url), await open(url)];
};

const put = (store: PostgresStore, name: string, text: string): Promise<void> =>
  store.settings.write([{ name, make: () => text }]);

/** Writes down what it goes by. */
const decide = (store: PostgresStore, call: string): Promise<unknown> =>
  store.transact((tx) =>
    tx.append({
      event: 'blocked',
      outcome: 'denied',
      principal: 'p',
      tool: `${call} ${store.settings.read('n')?.text ?? 'nothing'}`,
      call: null,
      detail: {},
    }),
  );

it('what was written at one counts for the very next piece of work at the other, which works all the time', async () => {
  const [one, other] = await openTwo();
  for (let round = 1; round <= 40; round += 1) {
    const before = Array.from({ length: 3 }, (_, n) => decide(other, `before${round}.${n}`));
    await put(one, 'n', String(round));
    await Promise.all([...before, decide(other, `after${round}`)]);
  }
  const entries = await listEntryTools(one);
  expect(entries).toHaveLength(160);
  expect(entries.filter((tool) => tool.startsWith('after'))).toEqual(
    Array.from({ length: 40 }, (_, n) => `after${n + 1} ${n + 1}`),
  );
});

it('a process that decides nothing hears of it soon, and listeners can read it', async () => {
  const [one, other] = await openTwo();
  const heard: unknown[] = [];
  const end = other.settings.onChange(() => heard.push(other.settings.read('a')?.text));
  await put(one, 'a', 'x');
  await until(() => heard.length > 0);
  expect(heard).toEqual(['x']);
  end();
  await put(one, 'b', 'y');
  await until(() => other.settings.read('b') !== undefined);
  expect(heard).toHaveLength(1);
  expect(other.settings.names).toEqual(['a', 'b']);
});

it('changes made at once by two processes are both made, one on top of the other', async () => {
  const [one, other] = await openTwo();
  const add = (store: PostgresStore, word: string): Promise<void> =>
    store.settings.write([{ name: 'list', make: (text) => [text, word].filter(Boolean).join(' ') }]);
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(n % 2 === 0 ? one : other, `w${n}`)));
  await put(one, 'end', '');
  await put(other, 'end', '-');
  for (const store of [one, other])
    expect(store.settings.read('list')?.text?.split(' ').toSorted()).toEqual(
      Array.from({ length: 20 }, (_, n) => `w${n}`).toSorted(),
    );
});

it('all changes of one write count, or none', async () => {
  const [one, other] = await openTwo();
  const failing = one.settings.write([
    { name: 'a', make: () => 'x' },
    {
      name: 'b',
      make: () => {
        throw new Error('no');
      },
    },
  ]);
  await expect(failing).rejects.toThrow('no');
  await put(other, 'c', 'z');
  await one.settings.write([{ name: 'c', make: () => null }]);
  expect(one.settings.names).toEqual(['c']);
});

it('a text that was not sealed by the key, or was sealed for another name, cannot be read', async () => {
  const url = freshPlace(cluster.url());
  const one = await open(url);
  await put(one, 'a', 'x');
  await put(one, 'b', 'y');
  await queryDatabase(
    url,
    `UPDATE settings SET revision = revision + 10, sealed = CASE name WHEN 'a' THEN 'forged'
      ELSE (SELECT sealed FROM settings WHERE name = 'a') END`,
  );
  await writeEntry(one, 'p', 't');
  expect(['a', 'b'].map((name) => one.settings.read(name)?.text)).toEqual([null, null]);
});

it('a change whose process is gone half-way leaves nothing, and holds nobody up', async () => {
  const url = freshPlace(cluster.url());
  const [one, other] = [await open(url), await open(url)];
  for (const name of ['a', 'b']) await put(one, name, 'before');
  const release = await holdRows(url, "SELECT 1 FROM settings WHERE name = 'b' FOR UPDATE");
  const dying = one.settings.write(['a', 'b'].map((name) => ({ name, make: () => 'after' })));
  dying.catch(() => {});
  const waits = "FROM pg_stat_activity WHERE application_name LIKE 'callgate %' AND wait_event_type = 'Lock'";
  await until(async () => (await queryDatabase(url, `SELECT pid ${waits}`)).length > 0);
  await queryDatabase(url, `SELECT pg_terminate_backend(pid) ${waits}`);
  await expect(dying).rejects.toMatchObject({ code: 'STORE_AWAY' });
  await release();
  await put(other, 'c', 'after');
  expect(['a', 'b', 'c'].map((name) => other.settings.read(name)?.text)).toEqual([
    'before',
    'before',
    'after',
  ]);
});

it('work that waited while the settings changed is done again by what they are now, alone and beside other work', async () => {
  const [one, other] = await openTwo();
  for (const isTogether of [false, true]) {
    await put(other, 'n', 'before');
    const runs: unknown[] = [];
    const waiting = one.transact(async (tx) => {
      const said = one.settings.read('n')?.text;
      runs.push(said);
      await tx.append({
        event: 'blocked',
        outcome: 'denied',
        principal: 'p',
        tool: String(said),
        call: null,
        detail: {},
      });
      // in the second run, which is alone, once more
      if (runs.length < 3) await put(other, 'n', `after${runs.length}`);
    });
    await Promise.all([waiting, ...(isTogether ? [decide(one, 'beside')] : [])]);
    expect(runs.at(-1)).toBe('after2');
    expect(runs).toHaveLength(3);
  }
  const entries = await listEntryTools(one);
  expect(entries.toSorted()).toEqual(['after2', 'after2', expect.stringMatching(/^beside after/)]);
});

it('settings that the database has no more let nothing be decided by them', async () => {
  const url = freshPlace(cluster.url());
  const one = await open(url);
  for (const name of ['a', 'b']) await put(one, name, 'x');
  await queryDatabase(url, "DELETE FROM settings WHERE name = 'b'");
  await expect(decide(one, 'after')).rejects.toMatchObject({ code: 'STORE_LOST' });
  expect(one.state).toBe('lost');
});

it('settings whose number others have given anew are noticed to be lost by who connects again', async () => {
  const url = freshPlace(cluster.url());
  const one = await open(url);
  for (const name of ['a', 'b']) await put(one, name, 'x');
  await decide(one, 'before');
  await queryDatabase(url, "UPDATE settings SET name = 'c' WHERE name = 'b'");
  await queryDatabase(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'callgate ${one.instance}'`,
  );
  await until(() => one.state === 'lost');
  await expect(decide(one, 'after')).rejects.toMatchObject({ code: 'STORE_LOST' });
});
