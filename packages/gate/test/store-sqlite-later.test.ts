import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Session } from '@callgate/core';
import { startSession } from '@callgate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteOptions, SqliteStore } from '../src/store/sqlite/index.ts';
import { openSqliteReader, openSqliteStore } from '../src/store/sqlite/index.ts';
import { fullSession, heldCall, sampleCall, sampleEntry, sampleSeen } from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

let folder = '';
let path = '';
const stores: SqliteStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-later-'));
  path = join(folder, 'store.db');
});

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

const open = async (
  file: string = path,
  options: Pick<SqliteOptions, 'busyMs' | 'sessions'> = {},
): Promise<SqliteStore> => {
  const store = await openSqliteStore({ path: file, keys: suiteKeys(), ...options });
  stores.push(store);
  return store;
};

/** What a process that is killed now leaves. */
const copyAsKilled = (): string => {
  const copy = join(folder, 'copy.db');
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
  return copy;
};

const countIn = (file: string, table: string): number => {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare(`SELECT count(*) AS count FROM ${table}`).get();
  db.close();
  return Number(row?.['count']);
};

/** So many steps of promises, and no turn of the event loop. */
const steps = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await undefined;
};

describe('calls that left a moment ago', () => {
  it('are in no list yet, and in every list that somebody asks for', async () => {
    const store = await open();
    const call = sampleCall();
    await store.transact((tx) => tx.insertCall(call));
    expect([countIn(path, 'calls'), countIn(path, 'calls_recent')]).toEqual([0, 1]);
    const { items } = await store.read.search({}, { limit: 9 });
    expect(items).toEqual([call]);
    expect([countIn(path, 'calls'), countIn(path, 'calls_recent')]).toEqual([1, 0]);
  });

  it('are listed in the end though nobody asks', async () => {
    const store = await open();
    await store.transact((tx) => tx.insertCall(sampleCall()));
    await expect.poll(() => countIn(path, 'calls'), { timeout: 10_000 }).toBe(1);
  });

  it('are listed in the end where they shared the commit that listed others', async () => {
    const store = await open();
    await store.transact((tx) => tx.insertCall(sampleCall()));
    const under = store.transact(async (tx) => {
      await steps(300);
      await tx.head();
    });
    await steps(20);
    // asking lists the first call; the second one is the next work in the same commit
    const asked = store.read.call('none');
    await steps(50);
    await Promise.all([under, asked, store.transact((tx) => tx.insertCall(sampleCall()))]);
    await expect.poll(() => countIn(path, 'calls'), { timeout: 10_000 }).toBe(2);
  });

  it('are in no list that lacks them: who asks hears that the store is busy', async () => {
    const store = await open(path, { busyMs: 60 });
    await store.transact((tx) => tx.insertCall(sampleCall()));
    const reader = await openSqliteReader(path);
    const db = new DatabaseSync(path);
    db.exec('BEGIN IMMEDIATE');
    for (const { read } of [store, reader])
      await expect(read.search({}, { limit: 9 })).rejects.toMatchObject({ code: 'STORE_BUSY' });
    db.close();
    for (const { read } of [store, reader])
      expect((await read.search({}, { limit: 9 })).items).toHaveLength(1);
    await reader.close();
  });

  it('cannot be asked for in a closed store', async () => {
    const store = await open();
    await store.close();
    await expect(store.read.search({}, { limit: 9 })).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  it('are found by whoever opens what a killed process left, and by who only reads it', async () => {
    const store = await open();
    const call = sampleCall({ instance: store.instance });
    await store.transact((tx) => tx.insertCall(call));
    const copy = copyAsKilled();
    const reader = await openSqliteReader(copy);
    expect((await reader.read.search({}, { limit: 9 })).items).toEqual([call]);
    await reader.close();
    const next = await open(copy);
    expect(await next.transact((tx) => tx.callsOfInstance(store.instance, ['dispatching'], 9))).toEqual([
      call,
    ]);
  });

  it('are seen and moved on by another process, and keep their place among all', async () => {
    const [one, other] = [await open(), await open()];
    const call = sampleCall();
    await one.transact((tx) => tx.insertCall(call));
    expect(await other.transact((tx) => tx.twinOf({ ...call, principal: 'local' }))).toEqual(call);
    expect(
      await other.transact((tx) => tx.moveCall(call.id, 'dispatching', 'done', { released: true })),
    ).toBe(true);
    expect(await one.transact((tx) => tx.call(call.id))).toMatchObject({ state: 'done', released: true });
    expect(await one.transact((tx) => tx.moveCall(call.id, 'dispatching', 'failed', {}))).toBe(false);
  });

  it('count for limits and as the latest of those alike, wherever they lie', async () => {
    const store = await open();
    const first = sampleCall({ key: 'k' });
    await store.transact((tx) => tx.insertCall(first));
    await store.read.search({}, { limit: 1 });
    const second = sampleCall({ key: 'k2' });
    await store.transact((tx) => tx.insertCall(second));
    const asked = await store.transact(async (tx) => [
      await tx.running({ server: 'files' }),
      await tx.running({ principal: 'nobody' }),
      (await tx.twinOf({ ...first, principal: 'local' }))?.id,
      (await tx.callByKey(first.session, 'k'))?.id,
      (await tx.callByKey(first.session, 'k2'))?.id,
    ]);
    expect(asked).toEqual([2, 0, second.id, first.id, second.id]);
  });

  it('are as they were where a piece of work is undone, moved to lists or not', async () => {
    const store = await open();
    const call = sampleCall();
    await store.transact((tx) => tx.insertCall(call));
    const undone = store.transact(async (tx) => {
      await tx.moveCall(call.id, 'dispatching', 'done', {});
      await tx.insertCall(sampleCall());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const listed = store.transact(async (tx) => {
      await tx.callsOfInstance('an-opener', ['dispatching'], 9);
      await tx.insertCall(heldCall());
      throw new Error('undone');
    });
    await expect(listed).rejects.toThrow('undone');
    expect(countIn(path, 'calls_recent')).toBe(1);
    expect(await store.transact((tx) => tx.moveCall(call.id, 'dispatching', 'done', {}))).toBe(true);
    const { items } = await store.read.search({}, { limit: 9 });
    expect(items).toEqual([{ ...call, state: 'done' }]);
  });
});

/** A store that nobody else has written to for a while. */
const openAlone = async (options: Pick<SqliteOptions, 'sessions'> = {}): Promise<SqliteStore> => {
  const store = await open(path, options);
  for (let at = 0; at < 101; at += 1) await store.transact((tx) => tx.head());
  return store;
};

const KEY = '["local","context-1"]';

const see = async (store: SqliteStore, session: Session, name: string): Promise<Session> => {
  const seen = {
    ...sampleSeen(name),
    private: session.unkept.some ? ('possible' as const) : ('none' as const),
  };
  const next = { ...session, seen: [...session.seen, seen], kept: session.kept + seen.size };
  await store.transact(async (tx) => {
    tx.syncLater();
    await tx.saveSession(KEY, next);
  });
  return next;
};

const sessionIn = (store: SqliteStore): Promise<Session | undefined> =>
  store.transact((tx) => tx.session(KEY));

describe('results that harmless reads showed', () => {
  it('are in memory first, and forgotten where the process is killed', async () => {
    const store = await openAlone();
    const start = fullSession();
    await store.transact((tx) => tx.saveSession(KEY, start));
    const after = await see(store, await see(store, start, 'call-8'), 'call-9');
    expect(await sessionIn(store)).toEqual(after);
    const killed = await sessionIn(await open(copyAsKilled()));
    expect(killed).toMatchObject({ seen: start.seen, kept: start.kept, unkept: { some: true } });
    expect(killed?.dropped.results).toBeGreaterThanOrEqual(start.dropped.results + 2);
  });

  it('that may be private count as forgotten private content from the first on', async () => {
    const store = await openAlone();
    const start = { ...fullSession(), unkept: { some: false, awaited: [] } };
    await store.transact((tx) => tx.saveSession(KEY, start));
    const plain = await see(store, start, 'call-8');
    expect((await sessionIn(await open(copyAsKilled())))?.unkept.some).toBe(false);
    const own = { ...sampleSeen('call-9'), private: 'known' as const };
    await store.transact(async (tx) => {
      tx.syncLater();
      await tx.saveSession(KEY, { ...plain, seen: [...plain.seen, own], kept: plain.kept + own.size });
    });
    const killed = await sessionIn(await openCopy());
    expect(killed?.seen.some(({ call }) => call === 'call-9') || killed?.unkept.some).toBe(true);
  });

  it('that may be untrusted count as forgotten untrusted content, from which an agent may have quoted', async () => {
    const store = await openAlone();
    const { labels } = startSession('context-1');
    const start = { ...fullSession(), labels, unkept: { some: false, awaited: [] } };
    await store.transact((tx) => tx.saveSession(KEY, start));
    const add = async (name: string, origin: 'trusted' | 'untrusted'): Promise<void> =>
      await store.transact(async (tx) => {
        tx.syncLater();
        const session = (await tx.session(KEY)) ?? start;
        const seen = { ...sampleSeen(name), origin, private: 'none' as const };
        await tx.saveSession(KEY, {
          ...session,
          seen: [...session.seen, seen],
          kept: session.kept + seen.size,
        });
      });
    await add('call-8', 'trusted');
    expect((await sessionIn(await openCopy()))?.unkept).toEqual({ some: false, awaited: [] });
    await add('call-9', 'untrusted');
    const killed = await sessionIn(await openCopy());
    expect(killed?.seen.some(({ call }) => call === 'call-9') || killed?.unkept.untrusted).toBe(true);
    await add('call-10', 'untrusted');
    const later = await sessionIn(await openCopy());
    expect(later?.seen.some(({ call }) => call === 'call-10') || later?.unkept.untrusted).toBe(true);
  });

  it('are all there after the store was closed, hundreds of them, the earliest forgotten', async () => {
    const store = await openAlone();
    let session: Session = fullSession();
    await store.transact((tx) => tx.saveSession(KEY, session));
    for (let at = 0; at < 200; at += 1) {
      session = await see(store, session, `call-${at}`);
      if (session.seen.length > 70) {
        const [first, ...seen] = session.seen;
        session = { ...session, seen, kept: session.kept - (first?.size ?? 0) };
        await store.transact((tx) => tx.saveSession(KEY, session));
      }
    }
    session = await see(store, session, 'call-last');
    await store.close();
    expect(await sessionIn(await open())).toEqual(session);
  });

  it('stay in memory though there is no room for their session', async () => {
    const store = await openAlone({ sessions: { count: 1, characters: 1_000_000 } });
    const start = fullSession();
    await store.transact((tx) => tx.saveSession(KEY, start));
    const after = await see(store, start, 'call-8');
    await store.transact((tx) => tx.saveSession('["local","context-2"]', fullSession()));
    expect(await sessionIn(store)).toEqual(after);
    await store.close();
    expect(await sessionIn(await open())).toEqual(after);
  });

  it('are written with the next work where writing them was undone', async () => {
    const store = await openAlone();
    const start = fullSession();
    await store.transact((tx) => tx.saveSession(KEY, start));
    const after = await see(store, start, 'call-8');
    const db = new DatabaseSync(path);
    db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON record_index BEGIN SELECT RAISE(ABORT, 'no'); END`);
    await store.transact((tx) => tx.append(sampleEntry()));
    await store.read.search({}, { limit: 1 });
    db.exec('DROP TRIGGER refuse');
    db.close();
    await store.close();
    expect(await sessionIn(await open())).toEqual(after);
  });

  it('wait for nobody where another process writes too', async () => {
    const [one, other] = [await openAlone(), await open()];
    const start = fullSession();
    await one.transact((tx) => tx.saveSession(KEY, start));
    const after = await see(one, start, 'call-8');
    expect(await sessionIn(other)).toEqual(after);
    const heard = { ...after, said: [] };
    await other.transact((tx) => tx.saveSession(KEY, heard));
    expect(await sessionIn(one)).toEqual(heard);
  });

  it('wait for nobody where the work is synced at once', async () => {
    const store = await openAlone();
    await store.transact((tx) => tx.saveSession(KEY, fullSession()));
    const next = { ...fullSession(), seen: [...fullSession().seen, sampleSeen('call-9')], kept: 18 };
    await store.transact(async (tx) => {
      await tx.saveSession(KEY, next);
      await tx.append(sampleEntry());
    });
    expect(await sessionIn(await open(copyAsKilled()))).toEqual(next);
  });
});

let copies = 0;

/** The copy of now, under a name that no earlier copy has. */
const openCopy = async (): Promise<SqliteStore> => {
  copies += 1;
  const copy = join(folder, `copy-${copies}.db`);
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
  return await open(copy);
};
