import * as fs from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@callgate/gate/sqlite';
import type { SqliteStore } from '@callgate/gate/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYNC_WITHIN_MS, WalSync } from '../src/store/sqlite/store-files.ts';
import { sampleEntry } from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';
import { tempFolder } from './office.ts';

// all of the module as spies would be all streams of this process as spies, also those of files that come later
vi.mock(import('node:fs'), async (original) => {
  const spied = { ...(await original()) };
  for (const name of ['fdatasync', 'fdatasyncSync', 'openSync', 'closeSync'] as const) vi.spyOn(spied, name);
  return spied;
});

const failed = (): NodeJS.ErrnoException => Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });

/** A disk that lost what was written. As Linux does, it tells each open file of that once. */
const loseWrites = (): void => {
  const told = new Set<number>();
  const tell = (file: number): Error | null => (told.has(file) ? null : (told.add(file), failed()));
  vi.mocked(fs.fdatasync).mockImplementation((file, done) => {
    const error = tell(file);
    // the thread has heard of it before the event loop has
    setImmediate(() => done(error));
  });
  vi.mocked(fs.fdatasyncSync).mockImplementation((file) => {
    const error = tell(file);
    if (error !== null) throw error;
  });
};

/** Syncs beside the event loop that have begun, to be ended by the test. */
const holdSyncs = (): (() => void)[] => {
  const held: (() => void)[] = [];
  vi.mocked(fs.fdatasync).mockImplementation((_file, done) => void held.push(() => done(null)));
  return held;
};

let path = '';
const faults: unknown[] = [];
const openLog = (): WalSync => {
  fs.writeFileSync(`${path}-wal`, '');
  return new WalSync(path, (error) => void faults.push(error));
};

beforeEach(() => {
  path = join(tempFolder(), 'store.db');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
  faults.length = 0;
});

const pass = (): unknown => vi.advanceTimersByTime(SYNC_WITHIN_MS);

describe('the log', () => {
  it('is synced again for what was written while a sync was under way', async () => {
    const held = holdSyncs();
    const sync = openLog();
    sync.later();
    pass();
    expect(held).toHaveLength(1);
    sync.later();
    pass();
    held[0]?.();
    await Promise.resolve();
    pass();
    expect(held).toHaveLength(2);
    held[1]?.();
    await sync.close();
  });

  it('tells of what was lost at the next sync, whichever sync heard of it first', async () => {
    const sync = openLog();
    loseWrites();
    sync.later();
    pass();
    expect(() => sync.now()).toThrow('EIO');
    await sync.close();
    expect(faults).toHaveLength(1);
  });

  it('is synced and let go when it is closed', async () => {
    const sync = openLog();
    sync.later();
    const before = vi.mocked(fs.fdatasyncSync).mock.calls.length;
    await sync.close();
    expect(vi.mocked(fs.fdatasyncSync).mock.calls.length).toBe(before + 1);
    expect(stillOpen()).toEqual([]);
  });
});

/** Logs that were opened here and not closed. */
const stillOpen = (): readonly unknown[] => {
  const closed = new Set(vi.mocked(fs.closeSync).mock.calls.map(([file]) => file));
  return vi
    .mocked(fs.openSync)
    .mock.calls.flatMap(([name], index) =>
      String(name).endsWith('-wal') ? [vi.mocked(fs.openSync).mock.results[index]?.value] : [],
    )
    .filter((file) => typeof file === 'number' && !closed.has(file));
};

const open = (): Promise<SqliteStore> => openSqliteStore({ path, keys: suiteKeys() });

describe('a store', () => {
  it('leaves no log open where the first sync fails', async () => {
    vi.mocked(fs.fdatasyncSync).mockImplementationOnce(() => {
      throw failed();
    });
    await expect(open()).rejects.toThrow('EIO');
    expect(stillOpen()).toEqual([]);
  });

  it('that fails in its last sync breaks, and keeps its log', async () => {
    const store = await open();
    await store.transact(async (tx) => {
      tx.syncLater();
      await tx.append(sampleEntry());
    });
    const { fdatasyncSync } = await vi.importActual<typeof fs>('node:fs');
    vi.mocked(fs.fdatasyncSync)
      .mockImplementationOnce(fdatasyncSync)
      .mockImplementation(() => {
        throw failed();
      });
    await store.close();
    expect(store.broken?.code).toBe('STORE_UNKNOWN');
    expect(fs.statSync(`${path}-wal`).size).toBeGreaterThan(0);
  });
});
