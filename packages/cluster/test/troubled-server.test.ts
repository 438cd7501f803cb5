import { randomUUID } from 'node:crypto';
import { startSession } from '@callgate/core';
import { memoryKeys } from '@callgate/gate';
import type { PostgresStore } from '@callgate/cluster';
import { openPostgresStore, verifyJournals } from '@callgate/cluster';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './postgres/cluster.ts';
import { until } from '../../gate/test/faults/until.ts';
import { Relay } from './relay.ts';
import { afterTest } from '../../gate/test/office.ts';
import { freshPlace } from './store-place.ts';
import { queryDatabase, listEntryTools, writeEntry } from './query-database.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const keys = memoryKeys();

const opened = async (url: string, busyMs: number = 3000): Promise<PostgresStore> => {
  const store = await openPostgresStore({ url, keys, busyMs });
  afterTest(() => store.close());
  return store;
};

/** The store fails with this error of the server at this table, as a full disk would make it. */
const breakTable = async (url: string, table: string, when: string, code: string): Promise<void> => {
  await queryDatabase(
    url,
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$;
     CREATE TRIGGER fail BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`,
  );
};
const mendTable = (url: string): Promise<unknown> => queryDatabase(url, 'DROP FUNCTION fail CASCADE');

it.each([
  ['journal', 'INSERT'],
  ['chains', 'UPDATE'],
])(
  'a full disk at the table %s undoes the work, says so, and keeps nobody from trying again',
  async (table, when) => {
    const url = freshPlace(cluster.url());
    const store = await opened(url);
    await writeEntry(store, 'before');
    await breakTable(url, table, when, '53100');
    const states: string[] = [];
    store.onState((state) => states.push(state));
    const both = await Promise.allSettled([writeEntry(store, 'one', 'a'), writeEntry(store, 'two', 'b')]);
    expect(both).toMatchObject([
      { status: 'rejected', reason: { code: 'STORE_FULL' } },
      { status: 'rejected', reason: { code: 'STORE_FULL' } },
    ]);
    await mendTable(url);
    await writeEntry(store, 'after');
    expect(states).toEqual([]);
    expect(await listEntryTools(store)).toEqual(['before', 'after']);
    expect(await verifyJournals(url)).toMatchObject({ ok: true, waiting: 0 });
  },
);

it('what the database refuses for a reason of its own is told as that', async () => {
  const url = freshPlace(cluster.url());
  const store = await opened(url);
  await breakTable(url, 'journal', 'INSERT', '42501');
  await expect(writeEntry(store, 'forbidden')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await mendTable(url);
  await writeEntry(store, 'after');
  expect(await listEntryTools(store)).toEqual(['after']);
});

it('whichever of its connections an administrator ends, it goes on, and hears of what others do', async () => {
  const url = freshPlace(cluster.url());
  const [store, other] = [await opened(url), await opened(url)];
  let heard = 0;
  store.onChange(() => (heard += 1));
  await writeEntry(store, 'first');
  await listEntryTools(store);
  const mine = `FROM pg_stat_activity WHERE application_name = 'callgate ${store.instance}'`;
  const before = await queryDatabase(url, `SELECT pid ${mine}`);
  expect(before.length).toBeGreaterThan(3);
  for (const { pid } of before) {
    await queryDatabase(url, `SELECT pg_terminate_backend(${String(pid)})`);
    await until(() =>
      writeEntry(store, `after ${String(pid)}`).then(
        () => true,
        () => false,
      ),
    );
    const sofar = heard;
    await writeEntry(other, `beside ${String(pid)}`);
    await until(() => heard > sofar);
    expect((await listEntryTools(store)).at(-1)).toBe(`beside ${String(pid)}`);
  }
  expect(await verifyJournals(url)).toMatchObject({ ok: true, waiting: 0 });
});

it('a time limit for statements that the administrator has set does not end the wait for others', async () => {
  const url = freshPlace(cluster.url());
  await queryDatabase(url, "ALTER ROLE callgate SET statement_timeout = '100ms'");
  afterTest(() => queryDatabase(url, 'ALTER ROLE callgate RESET statement_timeout').then(() => {}));
  const [one, other] = [await opened(url), await opened(url)];
  const go = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = one.transact(async (tx) => {
    await tx.session('s');
    begun.resolve();
    await go.promise;
  });
  await begun.promise;
  const waiting = writeEntry(other, 'patient');
  await until(
    async () =>
      (
        await queryDatabase(
          url,
          `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND now() - query_start > '300ms'`,
        )
      ).length > 0,
  );
  go.resolve();
  await Promise.all([slow, waiting]);
  expect(await listEntryTools(other)).toEqual(['patient']);
});

it('a server that has no connection left is away, and comes back with the first that is free', async () => {
  const small = await Cluster.start({ settings: { max_connections: '25' } });
  afterTest(() => small.remove());
  const url = freshPlace(small.url());
  const store = await opened(url);
  await writeEntry(store, 'before');
  const crowd: postgres.Sql[] = [];
  const come = async (): Promise<void> => {
    const client = postgres(small.url(), { max: 1, onnotice: () => {}, idle_timeout: 0 });
    await client`SELECT 1`;
    crowd.push(client);
  };
  const [pid] = await queryDatabase(
    url,
    `SELECT a.pid FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
     WHERE a.application_name = 'callgate ${store.instance}' AND l.locktype = 'advisory'`,
  );
  for (let full = false; !full;)
    full = await come().then(
      () => false,
      () => true,
    );
  const [killer] = crowd;
  await killer?.unsafe(`SELECT pg_terminate_backend(${String(pid?.['pid'])})`);
  await come().catch(() => {});
  await until(() => store.state === 'away');
  await expect(writeEntry(store, 'crowded out')).rejects.toMatchObject({ code: 'STORE_AWAY' });
  await Promise.all(crowd.map((client) => client.end()));
  await until(() => store.state === 'ready');
  await writeEntry(store, 'after');
  expect(await listEntryTools(store)).toEqual(['before', 'after']);
});

it('tables that a newer version has changed meanwhile are not written to, and are again once they are known', async () => {
  const url = freshPlace(cluster.url());
  const store = await opened(url);
  await queryDatabase(url, 'UPDATE meta SET version = version + 1, oldest = version + 1');
  await expect(writeEntry(store, 'too old')).rejects.toMatchObject({ code: 'STORE_NEWER' });
  expect(store.state).toBe('away');
  await until(() =>
    writeEntry(store, 'still').then(
      () => true,
      ({ message }: Error) => message.includes('newer version'),
    ),
  );
  await queryDatabase(url, 'UPDATE meta SET version = version - 1, oldest = version - 1');
  await until(() => store.state === 'ready');
  await writeEntry(store, 'after');
  expect(await listEntryTools(store)).toEqual(['after']);
});

it('a chain that is not as its opener left it takes nothing more', async () => {
  const url = freshPlace(cluster.url());
  const store = await opened(url);
  await writeEntry(store, 'before');
  await queryDatabase(url, 'UPDATE chains SET commits = commits + 1 WHERE place > 0');
  await expect(writeEntry(store, 'behind another')).rejects.toMatchObject({ code: 'STORE_AWAY' });
  await until(() => store.state === 'lost');
  await expect(writeEntry(store, 'more')).rejects.toMatchObject({ code: 'STORE_LOST' });
  expect(await queryDatabase(url, 'SELECT place FROM journal')).toHaveLength(1);
});

it('a server that lets nobody write is away until it does', async () => {
  const own = await Cluster.start();
  afterTest(() => own.remove());
  const url = freshPlace(own.url());
  const store = await opened(url);
  await writeEntry(store, 'before');
  const letWrite = async (yes: boolean): Promise<void> => {
    own.configure({ default_transaction_read_only: yes ? 'off' : 'on' });
    await queryDatabase(url, 'SELECT pg_reload_conf()');
  };
  await letWrite(false);
  await until(() =>
    writeEntry(store, 'refused').then(
      () => false,
      () => store.state === 'away',
    ),
  );
  await expect(writeEntry(store, 'refused')).rejects.toMatchObject({ code: 'STORE_AWAY' });
  await expect(openPostgresStore({ url, keys })).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
  await letWrite(true);
  await until(() => store.state === 'ready');
  await writeEntry(store, 'after');
  expect((await listEntryTools(store)).at(-1)).toBe('after');
});

it('a server whose answers come late, where what was taken for granted is no longer so, is no failure', async () => {
  const schema = new URL(freshPlace(cluster.url())).searchParams.get('schema') ?? '';
  const relay = await Relay.to(cluster.port);
  afterTest(() => relay.close());
  const [one, other] = [await opened(relay.url(schema)), await opened(`${cluster.url()}?schema=${schema}`)];
  const raise = (store: PostgresStore): Promise<void> =>
    store.transact(async (tx) => {
      const session = (await tx.session('s')) ?? startSession('s');
      // asked of the server, which has heard by then that the session is as it was
      await tx.labels('principal', randomUUID());
      await tx.saveSession('s', { ...session, kept: session.kept + 1 });
    });
  await raise(one);
  await raise(one);
  await raise(other);
  const letAnswer = relay.holdAnswers();
  const raising = raise(one);
  // by then an answer no longer tells the time, and the server is asked again
  setTimeout(letAnswer, 1000);
  await raising;
  expect(await other.transact((tx) => tx.session('s'))).toMatchObject({ kept: 4 });
});
