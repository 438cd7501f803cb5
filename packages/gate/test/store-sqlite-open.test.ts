import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteStore } from '../src/store/sqlite/index.ts';
import { openSqliteReader, openSqliteStore } from '../src/store/sqlite/index.ts';
import { fullSession, sampleCall, sampleEntry } from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-open-'));
  path = join(folder, 'store.db');
});

afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const open = (file: string = path): Promise<SqliteStore> =>
  openSqliteStore({ path: file, keys: suiteKeys() });

/** Changes the file behind the back of everybody; nobody may have it open. */
const edit = (sql: string): void => {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
};

describe('the file of a store', () => {
  it('belongs to its owner alone, with everything beside it', async () => {
    const store = await open(join(folder, 'new', 'store.db'));
    await store.transact((tx) => tx.append(sampleEntry()));
    const modes = readdirSync(join(folder, 'new')).map((name) => [
      name,
      statSync(join(folder, 'new', name)).mode & 0o777,
    ]);
    expect(Object.fromEntries(modes)).toEqual({
      'store.db': 0o600,
      'store.db-wal': 0o600,
      'store.db-shm': 0o600,
      'store.db-openers': 0o700,
    });
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
    await store.close();
    expect(readdirSync(join(folder, 'new')).toSorted()).toEqual(['store.db', 'store.db-openers']);
    expect(readdirSync(join(folder, 'new', 'store.db-openers'))).toEqual([]);
  });

  it('is opened by many at once, also before it exists', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open()));
    await Promise.all(stores.map((store) => store.transact((tx) => tx.append(sampleEntry()))));
    expect((await stores[3]?.read.head())?.seq).toBe(8);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('is brought up to date where an older version wrote it, and then read by all', async () => {
    const first = await open();
    await first.transact((tx) => tx.append(sampleEntry({ event: 'heard' })));
    await first.close();
    edit(
      'DROP TABLE counted; DROP TABLE calls_recent; DROP TABLE record_index; CREATE INDEX record_of_call ON record (call) WHERE call IS NOT NULL; CREATE INDEX record_hash ON record (seq, hash); DROP INDEX record_of_no_call; ALTER TABLE grants DROP COLUMN server_identity; PRAGMA user_version = 1',
    );
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'STORE_OLDER' });
    await (await open()).close();
    const { read, close } = await openSqliteReader(path);
    expect(await read.rowsOfNoCall({ since: 0, until: Number.MAX_SAFE_INTEGER }, 9)).toHaveLength(1);
    await close();
  });

  it('is refused where a newer version wrote it', async () => {
    await (await open()).close();
    edit('PRAGMA user_version = 99');
    await expect(open()).rejects.toMatchObject({ code: 'STORE_NEWER' });
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'STORE_NEWER' });
  });

  it('is refused where it is of something else', async () => {
    edit('CREATE TABLE mine (n)');
    await expect(open()).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
    edit('PRAGMA user_version = 1');
    await expect(open()).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
    const db = new DatabaseSync(path);
    expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'mine' }]);
    db.close();
  });

  it('is refused where it is no database at all', async () => {
    writeFileSync(path, 'not a database, but long enough to have a header of some kind'.repeat(100));
    await expect(open()).rejects.toMatchObject({ code: 'STORE_OPEN' });
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'STORE_OPEN' });
    expect(readFileSync(path, 'utf8')).toMatch(/^not a database/);
  });

  it('is refused where somebody put code into it', async () => {
    await (await open()).close();
    edit('CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM votes; END');
    await expect(open()).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it('leaves no trace of an opening that failed', async () => {
    edit('CREATE TABLE mine (n)');
    await expect(open()).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
    expect(readdirSync(`${path}-openers`)).toEqual([]);
  });

  it('holds what people said and tools answered only in a form that nobody can read', async () => {
    const store = await open();
    const secret = 'canary-5519-of-the-session';
    const session = fullSession();
    await store.transact(async (tx) => {
      await tx.saveSession('key', {
        ...session,
        said: [{ text: secret, via: 'host' }],
        created: [{ server: 'files', resource: 'file', id: secret }],
        seen: session.seen.map((seen) => ({ ...seen, result: { text: secret } })),
      });
      await tx.append(sampleEntry({ detail: { shown: 'canary-in-the-record' } }));
    });
    await store.close();
    const bytes = readFileSync(path).toString('latin1');
    expect(bytes).toContain('canary-in-the-record');
    expect(bytes).not.toContain(secret);
    expect(bytes).not.toContain(Buffer.from(secret).toString('base64').slice(2, 20));
  });

  it('moves what was committed out of its log from time to time', async () => {
    const store = await openSqliteStore({ path, keys: suiteKeys(), durable: false });
    const before = statSync(path).size;
    for (let round = 0; round < 40; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          store.transact((tx) => tx.append(sampleEntry({ detail: { text: 'x'.repeat(20_000) } }))),
        ),
      );
    // a thread moves most of it
    await expect.poll(() => statSync(path).size, { timeout: 20_000 }).toBeGreaterThan(before + 10_000_000);
    expect(statSync(`${path}-wal`).size).toBeLessThan(40_000_000);
    await store.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

describe('a store that is only read', () => {
  it('needs no keys, registers nobody and changes nothing', async () => {
    const store = await open();
    const call = sampleCall();
    await store.transact(async (tx) => {
      await tx.insertCall(call);
      await tx.append(sampleEntry());
    });
    const { read, close } = await openSqliteReader(path);
    expect(await read.call(call.id)).toEqual(call);
    await store.transact((tx) => tx.append(sampleEntry()));
    expect((await read.head()).seq).toBe(2);
    expect(readdirSync(`${path}-openers`)).toHaveLength(1);
    await close();
    await expect(read.head()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await store.close();
    const before = readFileSync(path);
    const alone = await openSqliteReader(path);
    expect(await alone.read.rows(1, 10)).toHaveLength(2);
    await alone.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('may lie where nothing can be written', async () => {
    // a mode keeps everybody out but root, whom a medium that is read-only does
    const isRoot = process.getuid?.() === 0;
    const mount = (...words: readonly string[]): void => {
      if (isRoot) execFileSync('mount', words);
    };
    const store = await open();
    await store.transact((tx) => tx.append(sampleEntry()));
    await store.close();
    const medium = join(folder, 'medium');
    mkdirSync(medium);
    mount('-t', 'tmpfs', 'tmpfs', medium);
    copyFileSync(path, join(medium, 'copy.db'));
    chmodSync(medium, 0o500);
    mount('-o', 'remount,ro', medium);
    const { read, close } = await openSqliteReader(join(medium, 'copy.db'));
    expect((await read.head()).seq).toBe(1);
    await close();
    expect(readdirSync(medium)).toEqual(['copy.db']);
    if (isRoot) execFileSync('umount', [medium]);
    else chmodSync(medium, 0o700);
  });

  it('must be there', async () => {
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'STORE_PLACE' });
    writeFileSync(path, '');
    await expect(openSqliteReader(path)).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
    expect(existsSync(`${path}-openers`)).toBe(false);
  });
});
