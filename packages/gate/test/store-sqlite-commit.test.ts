import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../src/environment/clock.ts';
import type { CallRow } from '../src/record/call-row.ts';
import { SqliteConnection } from '../src/store/sqlite/sqlite-connection.ts';
import type { SqliteOptions, SqliteStore } from '../src/store/sqlite/index.ts';
import { openSqliteStore } from '../src/store/sqlite/index.ts';
import { ReplicaLocks } from '../src/store/sqlite/replica-locks.ts';
import { MIGRATIONS } from '../src/store/sqlite/schema.ts';
import { SqliteTables } from '../src/store/sqlite/sqlite-tx.ts';
import { SqliteWriter } from '../src/store/sqlite/sqlite-writer.ts';
import { WalSync } from '../src/store/sqlite/store-files.ts';
import type { Store } from '../src/store/store.ts';
import { fullSession, sampleAlert, sampleCall, sampleEntry } from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

let folder = '';
let path = '';
const opened: Store[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-commit-'));
  path = join(folder, 'store.db');
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

const open = async (options: Partial<SqliteOptions> = {}): Promise<SqliteStore> => {
  const store = await openSqliteStore({ path, keys: suiteKeys(), ...options });
  opened.push(store);
  return store;
};

/** How often the file changed while `act` ran: once for each commit that somebody could see. */
const commitsDuring = async (act: () => Promise<unknown>): Promise<number> => {
  const watcher = new DatabaseSync(path, { readOnly: true });
  const version = watcher.prepare('PRAGMA data_version');
  const rows = watcher.prepare('SELECT count(*) AS count FROM record');
  const seen = new Set<unknown>();
  const state = { over: false };
  const watch = async (): Promise<void> => {
    while (!state.over) {
      version.get();
      seen.add(rows.get()?.['count']);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const watching = watch();
  await act();
  state.over = true;
  await watching;
  seen.add(rows.get()?.['count']);
  watcher.close();
  return seen.size - 1;
};

const append = (store: Store): Promise<unknown> => store.transact((tx) => tx.append(sampleEntry()));

describe('a commit', () => {
  it('is shared by all work that waits for one', async () => {
    const store = await open();
    const all = (): Promise<unknown> => Promise.all(Array.from({ length: 32 }, () => append(store)));
    expect(await commitsDuring(all)).toBe(1);
    expect((await store.read.head()).seq).toBe(32);
  });

  it('is not shared where that was switched off', async () => {
    const store = await open({ groupCommit: false });
    const all = (): Promise<unknown> => Promise.all(Array.from({ length: 8 }, () => append(store)));
    expect(await commitsDuring(all)).toBe(8);
  });

  it('of work that comes while others are at it is the next one', async () => {
    const store = await open();
    const late: Promise<unknown>[] = [];
    const all = async (): Promise<void> => {
      await store.transact(async (tx) => {
        await tx.append(sampleEntry());
        late.push(append(store), append(store));
      });
      await Promise.all(late);
    };
    expect(await commitsDuring(all)).toBe(2);
    expect((await store.read.head()).seq).toBe(3);
  });

  it('is seen by readers only when it is done, and they keep nobody waiting', async () => {
    const store = await open();
    await append(store);
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('BEGIN');
    const count = reader.prepare('SELECT count(*) AS count FROM record');
    expect(count.get()).toEqual({ count: 1 });
    await append(store);
    await append(store);
    expect(count.get()).toEqual({ count: 1 });
    reader.exec('COMMIT');
    expect(count.get()).toEqual({ count: 3 });
    reader.close();
  });

  it('is not made where nothing changed, and nobody is told', async () => {
    const store = await open();
    let told = 0;
    store.onChange(() => {
      told += 1;
    });
    for (let time = 0; time < 3; time += 1) await store.transact((tx) => tx.head());
    await expect(store.transact(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await pause(250);
    expect(told).toBe(0);
  });
});

describe('work', () => {
  it('that waits for something else is given up, and all other work goes on', async () => {
    const store = await open();
    const call = sampleCall();
    const elsewhere = Promise.withResolvers<undefined>();
    const after = Promise.withResolvers<unknown>();
    const waiting = store.transact(async (tx) => {
      await tx.insertCall(call);
      await elsewhere.promise;
      after.resolve(await tx.addAlert(sampleAlert()).catch((error: unknown) => error));
    });
    const others = [append(store), append(store)];
    await expect(waiting).rejects.toMatchObject({ code: 'STORE_WORK_WAITED' });
    await Promise.all(others);
    elsewhere.resolve(undefined);
    expect(await after.promise).toMatchObject({ code: 'STORE_TX_OVER' });
    expect(await store.read.call(call.id)).toBeUndefined();
    expect((await store.read.head()).seq).toBe(2);
  });

  it('that waits for more work of the same store is given up', async () => {
    const store = await open();
    const outer = store.transact(async (tx) => {
      await tx.append(sampleEntry());
      await append(store);
    });
    await expect(outer).rejects.toMatchObject({ code: 'STORE_WORK_WAITED' });
    await append(store);
    expect((await store.read.head()).seq).toBe(2);
  });

  it('that is no promise at all fails alone', async () => {
    const store = await open();
    const thrower = (): Promise<never> => {
      throw new TypeError('at once');
    };
    const [thrown, done] = await Promise.allSettled([store.transact(thrower), append(store)]);
    expect(thrown).toMatchObject({ status: 'rejected', reason: new TypeError('at once') });
    expect(done?.status).toBe('fulfilled');
  });

  it('that fails in the middle of a commit takes nothing of the others with it', async () => {
    const store = await open();
    const [first, second, third, last] = Array.from({ length: 4 }, () => sampleCall());
    const save = (call: CallRow, fails: boolean): Promise<void> =>
      store.transact(async (tx) => {
        await tx.insertCall(call);
        await tx.saveSession(call.id, { ...fullSession(), context: call.id });
        await tx.keep(`kept ${fails}`, 'text');
        await tx.append(sampleEntry({ call: call.id }));
        if (fails) throw new Error('no');
      });
    const calls = [first, second, third, last].filter((call) => call !== undefined);
    const ended = await Promise.allSettled(calls.map((call, at) => save(call, at === 1 || at === 2)));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    await store.close();
    const again = await open();
    const there = await Promise.all(calls.map(({ id }) => again.read.call(id)));
    expect(there).toEqual([first, undefined, undefined, last]);
    const sessions = await again.transact((tx) => Promise.all(calls.map(({ id }) => tx.session(id))));
    expect(sessions.map((session) => session?.context)).toEqual([first?.id, undefined, undefined, last?.id]);
    expect(sessions[0]?.seen).toEqual(fullSession().seen);
    expect((await again.read.rows(1, 10)).map(({ call }) => call)).toEqual([first?.id, last?.id]);
    expect([await again.read.kept('kept true'), await again.read.kept('kept false')]).toEqual([
      undefined,
      'text',
    ]);
  });

  it('that was undone leaves no decision behind that others would refer to', async () => {
    const store = await open();
    const [before, undone, after] = Array.from({ length: 3 }, () => sampleCall());
    const insert = (call: CallRow | undefined, fails = false): Promise<void> =>
      store.transact(async (tx) => {
        if (call !== undefined) await tx.insertCall(call);
        if (fails) throw new Error('no');
      });
    await Promise.allSettled([insert(before), insert(undone, true), insert(after)]);
    for (const call of [before, after]) expect(await store.read.call(call?.id ?? '')).toEqual(call);
    expect(await store.read.call(undone?.id ?? '')).toBeUndefined();
  });

  it('that gives something unstorable is refused, and the store goes on', async () => {
    const store = await open();
    const half = store.transact((tx) => tx.insertCall(sampleCall({ receivedAt: 1.5 })));
    await expect(half).rejects.toMatchObject({ code: 'STORE_REFUSED' });
    const lone = store.transact((tx) => tx.append(sampleEntry({ detail: { text: '\ud800' } })));
    await expect(lone).rejects.toMatchObject({ code: 'JSON_NOT_CANONICAL' });
    expect(store.broken).toBeUndefined();
    await append(store);
  });
});

describe('a store that somebody else holds', () => {
  const hold = (): DatabaseSync => {
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    return other;
  };

  it('is waited for while everything else goes on', async () => {
    const store = await open();
    const other = hold();
    let done = false;
    const waiting = append(store).then(() => {
      done = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await pause(2);
    expect(done).toBe(false);
    expect((await store.read.head()).seq).toBe(0);
    other.exec('COMMIT');
    await waiting;
    other.close();
    expect((await store.read.head()).seq).toBe(1);
  });

  it('is busy after a while, nothing was written, and it goes on when it is free', async () => {
    const store = await open({ busyMs: 60 });
    const other = hold();
    const works = await Promise.allSettled([append(store), append(store)]);
    expect(works).toMatchObject([
      { status: 'rejected', reason: { code: 'STORE_BUSY' } },
      { status: 'rejected', reason: { code: 'STORE_BUSY' } },
    ]);
    expect(store.broken).toBeUndefined();
    other.exec('ROLLBACK');
    other.close();
    await append(store);
    expect((await store.read.head()).seq).toBe(1);
  });

  it('is not opened meanwhile', async () => {
    await (await open()).close();
    const other = hold();
    await expect(open({ busyMs: 60 })).rejects.toMatchObject({ code: 'STORE_BUSY' });
    other.close();
  });
});

describe('a storage without space', () => {
  const limited = (
    between: () => void = () => {},
  ): { readonly writer: SqliteWriter; readonly connection: SqliteConnection } => {
    const connection = new SqliteConnection(new DatabaseSync(path));
    connection.db.exec(`PRAGMA journal_mode = WAL; ${MIGRATIONS[0] ?? ''}`);
    const openers = new ReplicaLocks(path, '0'.repeat(26));
    const tables = new SqliteTables(connection, openers, systemClock, suiteKeys(), {
      sessions: 10,
      characters: 1000,
    });
    const options = {
      sync: new WalSync(null, () => {}),
      busyMs: 100,
      most: 100,
      committed: () => {},
      between,
      gone: () => undefined,
      brokeDown: () => {},
    };
    return { writer: new SqliteWriter(tables, options), connection };
  };
  const large = sampleEntry({ detail: { text: 'x'.repeat(1_000_000) } });

  it('refuses all work that shared the commit, and goes on when there is space', async () => {
    const { writer, connection } = limited();
    const add = (entry = sampleEntry()): Promise<unknown> => writer.transact((tx) => tx.append(entry));
    await add();
    const pages = Number(connection.query('PRAGMA page_count').get()?.['page_count']);
    connection.db.exec(`PRAGMA max_page_count = ${pages + 10}`);
    const first = add();
    const own = writer.transact(() => Promise.reject(new Error('own')));
    const swallowed = writer.transact((tx) => tx.append(large).catch(() => 'never mind'));
    const works = await Promise.allSettled([first, own, swallowed, add()]);
    expect(works).toMatchObject([
      { status: 'rejected', reason: { code: 'STORE_FULL' } },
      { status: 'rejected', reason: new Error('own') },
      { status: 'rejected', reason: { code: 'STORE_FULL' } },
      { status: 'rejected', reason: { code: 'STORE_FULL' } },
    ]);
    expect(writer.broken).toBeUndefined();
    expect(connection.inTransaction).toBe(false);
    expect(await writer.transact((tx) => tx.head())).toMatchObject({ seq: 1 });
    connection.db.exec('PRAGMA max_page_count = 1000000');
    await add(large);
    expect(await writer.transact((tx) => tx.head())).toMatchObject({ seq: 2 });
    connection.db.close();
  });

  it('that fails in any other way breaks the store for good', async () => {
    const { writer, connection } = limited();
    await writer.transact((tx) => tx.append(sampleEntry()));
    connection.db.exec('DROP TABLE votes');
    const add = writer.transact((tx) => tx.append(sampleEntry()));
    const failing = writer.transact((tx) => tx.votes('call-1').catch(() => []));
    const works = await Promise.allSettled([add, failing, writer.transact((tx) => tx.head())]);
    expect(works).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'rejected', reason: { code: 'STORE_UNKNOWN' } })),
    );
    expect(writer.broken).toMatchObject({ code: 'STORE_UNKNOWN' });
    await expect(writer.transact((tx) => tx.head())).rejects.toMatchObject({ code: 'STORE_BROKEN' });
    expect(connection.inTransaction).toBe(false);
    connection.db.close();
  });

  it('that fails while the log is moved breaks the store, and what was promised is kept', async () => {
    const fault = Object.assign(new Error('disk I/O error'), { errcode: 1034 });
    const { writer, connection } = limited(() => {
      throw fault;
    });
    const add = (): Promise<unknown> => writer.transact((tx) => tx.append(sampleEntry()));
    await Promise.all([add(), add()]);
    await expect(add()).rejects.toMatchObject({ code: 'STORE_BROKEN' });
    expect(writer.broken).toMatchObject({ code: 'STORE_UNKNOWN', cause: fault });
    expect(connection.query('SELECT count(*) AS count FROM record').get()).toEqual({ count: 2 });
    connection.db.close();
  });
});
