import type { Store, Tx } from '@callgate/gate/store';
import { memoryKeys } from '@callgate/gate';
import { openPostgresStore } from '@callgate/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  fullSession,
  sampleCall,
  sampleEntry,
  sampleLabels,
  sampleSeen,
} from '../../gate/test/harness/store-suite/samples.ts';
import { afterTest } from '../../gate/test/office.ts';
import { Random, cases, seedOf } from '../../gate/test/random.ts';
import { Cluster } from './postgres/cluster.ts';
import { listEntryTools, queryDatabase, writeEntry } from './query-database.ts';
import { freshPlace } from './store-place.ts';

// the database's own time: only by that is anything taken to be as it was
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const keys = memoryKeys();

const openSome = async (count: number): Promise<{ url: string; stores: readonly Store[] }> => {
  const url = freshPlace(cluster.url());
  const stores: Store[] = [];
  for (let n = 0; n < count; n += 1) stores.push(await openPostgresStore({ url, keys }));
  afterTest(async () => {
    for (const store of stores) await store.close();
  });
  return { url, stores };
};

const openOne = async (): Promise<{ url: string; store: Store }> => {
  const { url, stores } = await openSome(1);
  const [store] = stores;
  if (store === undefined) throw new Error('no store');
  return { url, store };
};

const openTwo = async (): Promise<{ url: string; one: Store; other: Store }> => {
  const { url, stores } = await openSome(2);
  const [one, other] = stores;
  if (one === undefined || other === undefined) throw new Error('no stores');
  return { url, one, other };
};

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

const commitsOf = async (url: string): Promise<number> =>
  Number((await queryDatabase(url, 'SELECT sum(commits) AS commits FROM chains'))[0]?.['commits']);

const identityOf = (call: ReturnType<typeof sampleCall>): Parameters<Tx['twinOf']>[0] => ({
  kind: call.kind,
  server: call.server,
  target: call.target,
  argumentsDigest: call.argumentsDigest,
  principal: call.principal.subject,
});

const SETTLED = { endedAt: 2, fault: null, released: true } as const;

it('work that comes at once shares commits, and each piece of it counts', async () => {
  const { url, store } = await openOne();
  await writeEntry(store, 'first');
  const before = await commitsOf(url);
  await Promise.all(numbers(40).map((n) => writeEntry(store, `entry ${n}`, `session ${n}`)));
  expect((await commitsOf(url)) - before).toBeLessThan(10);
  expect((await listEntryTools(store)).toSorted()).toEqual(
    ['first', ...numbers(40).map((n) => `entry ${n}`)].toSorted(),
  );
});

it.each([
  ['before', false],
  ['after', true],
])('work that fails %s it wrote an entry leaves what came with it as it was', async (_when, writes) => {
  const { store } = await openOne();
  await writeEntry(store, 'first');
  const ended = await Promise.allSettled(
    numbers(12).map((n) =>
      store.transact(async (tx) => {
        await tx.session(`session ${n}`);
        if (n === 5 && !writes) throw new Error('no');
        await tx.append(sampleEntry({ tool: `entry ${n}` }));
        await tx.saveSession(`session ${n}`, fullSession());
        if (n === 5) throw new Error('no');
      }),
    ),
  );
  expect(ended.map(({ status }) => status)).toEqual(
    numbers(12).map((n) => (n === 5 ? 'rejected' : 'fulfilled')),
  );
  const tools = (await listEntryTools(store)).filter((tool) => tool.startsWith('entry'));
  expect(tools.toSorted()).toEqual(
    numbers(12)
      .filter((n) => n !== 5)
      .map((n) => `entry ${n}`)
      .toSorted(),
  );
  expect(await store.transact((tx) => tx.session('session 5'))).toBeUndefined();
  expect(await store.transact((tx) => tx.session('session 6'))).toEqual(fullSession());
});

it('work on one session that comes at once at several gates is done one after the other', async () => {
  const { stores } = await openSome(3);
  await Promise.all(
    stores.flatMap((store) =>
      numbers(10).map((n) =>
        store.transact(async (tx) => {
          const session = (await tx.session('shared')) ?? fullSession();
          const seen = [...session.seen, sampleSeen(`${store.instance} ${n}`)];
          await tx.saveSession('shared', { ...session, seen, kept: session.kept + 1 });
        }),
      ),
    ),
  );
  for (const store of stores) {
    const session = await store.transact((tx) => tx.session('shared'));
    expect(session?.kept).toBe(fullSession().kept + 30);
    expect(session?.seen).toHaveLength(fullSession().seen.length + 30);
  }
});

it('a session that another gate has changed is not taken to be as it was', async () => {
  const { one, other } = await openTwo();
  await one.transact((tx) => tx.saveSession('s', { ...fullSession(), kept: 0 }));
  for (let n = 0; n < 10; n += 1) {
    const store = n % 3 === 0 ? other : one;
    const kept = await store.transact(async (tx) => {
      const session = (await tx.session('s')) ?? fullSession();
      await tx.saveSession('s', { ...session, kept: session.kept + 1 });
      return session.kept;
    });
    expect(kept).toBe(n);
  }
});

it('labels that another gate has raised are seen by who knew them as they were', async () => {
  const { one, other } = await openTwo();
  const read = (store: Store) => store.transact((tx) => tx.labels('principal', 'p'));
  expect(await read(one)).toBeUndefined();
  expect(await read(one)).toBeUndefined();
  for (const call of ['c1', 'c2', 'c3']) {
    await other.transact((tx) => tx.saveLabels('principal', 'p', sampleLabels(call)));
    expect(await read(one)).toEqual(sampleLabels(call));
    expect(await read(one)).toEqual(sampleLabels(call));
  }
});

it('a call that another gate has sent is found by who never sent one like it', async () => {
  const { one, other } = await openTwo();
  const call = sampleCall({ state: 'dispatching', dispatchedAt: 1 });
  await one.transact((tx) => tx.session('s'));
  await other.transact((tx) => tx.insertCall(call));
  const twin = await one.transact((tx) => tx.twinOf(identityOf(call)));
  expect(twin?.id).toBe(call.id);
});

it('of equal calls that come at once, each finds the one before it', async () => {
  const { one, other } = await openTwo();
  await one.transact((tx) => tx.session('s'));
  const calls = numbers(8).map((n) => sampleCall({ state: 'dispatching', dispatchedAt: n + 1 }));
  const twins = await Promise.all(
    calls.map((call, n) =>
      (n % 4 === 0 ? other : one).transact(async (tx) => {
        const twin = await tx.twinOf(identityOf(call));
        await tx.insertCall(call);
        return twin?.id;
      }),
    ),
  );
  expect(twins.filter((twin) => twin === undefined)).toHaveLength(1);
});

it('a call that two settle at once is settled once', async () => {
  const { one, other } = await openTwo();
  const calls = numbers(6).map((n) => sampleCall({ state: 'dispatching', dispatchedAt: n + 1 }));
  await Promise.all(calls.map((call) => one.transact((tx) => tx.insertCall(call))));
  const settle = (store: Store, id: string) =>
    store.transact((tx) => tx.moveCall(id, 'dispatching', 'done', SETTLED));
  const moved = await Promise.all(
    calls.flatMap(({ id }) => [settle(one, id), settle(one, id), settle(other, id)]),
  );
  for (const n of calls.keys())
    expect(moved.slice(n * 3, n * 3 + 3).toSorted()).toEqual([false, false, true]);
  for (const { id } of calls)
    expect(await other.transact((tx) => tx.call(id))).toMatchObject({ state: 'done', endedAt: 2 });
});

it('work reads what it has written itself', async () => {
  const { store } = await openOne();
  await store.transact((tx) => tx.session('s'));
  const call = sampleCall({ state: 'dispatching', dispatchedAt: 1 });
  await store.transact(async (tx) => {
    await tx.insertCall(call);
    expect((await tx.call(call.id))?.id).toBe(call.id);
    expect(await tx.moveCall(call.id, 'dispatching', 'done', SETTLED)).toBe(true);
    expect((await tx.call(call.id))?.state).toBe('done');
  });
});

it('work that the database refuses hears why, and not of what it sent after that', async () => {
  const { store } = await openOne();
  const work = store.transact(async (tx) => {
    const inserted = tx.insertCall(sampleCall({ receivedAt: 2 ** 80 }));
    inserted.catch(() => {});
    await tx.append(sampleEntry());
    await tx.saveSession('s', fullSession());
    await inserted;
  });
  await expect(work).rejects.toMatchObject({ code: 'STORE_REFUSED' });
  await writeEntry(store, 'after');
  expect(await listEntryTools(store)).toEqual(['after']);
});

it('a gate that was taken for dead writes nothing, and comes back as another', async () => {
  const { url, store } = await openOne();
  const { instance } = store;
  await writeEntry(store, 'before');
  await queryDatabase(url, `DELETE FROM instances WHERE instance = '${instance}'`);
  await expect(writeEntry(store, 'fenced')).rejects.toMatchObject({ code: 'STORE_AWAY' });
  await expect.poll(() => store.instance, { timeout: 60_000 }).not.toBe(instance);
  await expect
    .poll(
      () =>
        writeEntry(store, 'after').then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  expect(await listEntryTools(store)).toEqual(['before', 'after']);
});

it('whatever work of three gates meets, each piece counts once or not at all', async () => {
  const random = new Random(seedOf('whatever work of three gates meets'));
  const { stores } = await openSome(3);
  const sessions = numbers(4).map((n) => `session ${n}`);
  const counted = new Map(sessions.map((key) => [key, 0]));
  const written: string[] = [];
  const piece = async (store: Store, name: string): Promise<void> => {
    const key = random.pick(sessions);
    const also = random.pick(sessions);
    const [reads, raises, repeats, fails] = [0.3, 0.1, 0.3, 0.1].map((share) => random.chance(share));
    const call = sampleCall({ state: 'dispatching', dispatchedAt: 1, ...(repeats ? {} : { target: name }) });
    await store.transact(async (tx) => {
      const session = (await tx.session(key)) ?? { ...fullSession(), kept: 0 };
      await tx.labels('principal', 'p');
      if (reads) await tx.session(also);
      const twin = await tx.twinOf(identityOf(call));
      if (raises) await tx.saveLabels('principal', 'p', sampleLabels(name));
      await tx.insertCall({ ...call, twin: twin?.id ?? null });
      await tx.saveSession(key, { ...session, kept: session.kept + 1 });
      await tx.append(sampleEntry({ tool: name }));
      if (fails) throw new Error('no');
    });
    counted.set(key, (counted.get(key) ?? 0) + 1);
    written.push(name);
    await store.transact((tx) => tx.moveCall(call.id, 'dispatching', 'done', SETTLED));
  };
  const pieces = cases(240, 5000);
  await Promise.all(
    stores.flatMap((store, of) =>
      numbers(8).map(async (client) => {
        for (let n = 0; n < pieces / 24; n += 1)
          await piece(store, `${of} ${client} ${n}`).catch((error: unknown) => {
            if (!(error instanceof Error) || error.message !== 'no') throw error;
          });
      }),
    ),
  );
  const [store] = stores;
  if (store === undefined) throw new Error('no store');
  for (const [key, count] of counted)
    expect((await store.transact((tx) => tx.session(key)))?.kept ?? 0).toBe(count);
  const tools = (await listEntryTools(store)).filter((tool) => /^\d/.test(tool));
  expect(tools.toSorted()).toEqual(written.toSorted());
  expect(await store.transact((tx) => tx.running({}))).toBe(0);
});
