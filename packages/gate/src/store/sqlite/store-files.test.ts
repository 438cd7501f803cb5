import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../../test/office.ts';
import { openWriter } from './open-database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { OFTEN_MS, WalCheckpointer } from './store-files.ts';
import { WalThread } from './wal-thread.ts';

const MOST = 20_000;

let path = '';
let connection: SqliteConnection;
const faults: unknown[] = [];
const closing: (() => Promise<void>)[] = [];

const makeThread = (file: string): WalThread => {
  const thread = new WalThread(file, (error) => void faults.push(error));
  closing.push(() => thread.close());
  return thread;
};

beforeEach(async () => {
  path = join(tempFolder(), 'store.db');
  connection = await openWriter(path, true, 0);
  connection.db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)');
});

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
  connection.db.close();
  faults.length = 0;
});

/** Fills the log with new pages. The file grows when they are moved into it. */
const fillLog = (): void => {
  connection.db.exec('BEGIN');
  for (let row = 0; row < 300; row += 1)
    connection.query('INSERT INTO t (text) VALUES (?)').run('x'.repeat(8000));
  connection.db.exec('COMMIT');
};
const fileSize = (): number => statSync(path).size;

describe('a log that fills often', () => {
  it('is moved by a thread, and what came meanwhile by the event loop', async () => {
    const thread = makeThread(path);
    const move = vi.spyOn(thread, 'move');
    const checkpointer = new WalCheckpointer(connection, thread);
    fillLog();
    checkpointer.after(MOST);
    const before = fileSize();
    fillLog();
    checkpointer.after(MOST);
    expect(move).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(fileSize()).toBeGreaterThan(before + 2_000_000), 10_000);
    fillLog();
    const between = fileSize();
    await vi.waitFor(() => {
      checkpointer.after(1);
      expect(fileSize()).toBeGreaterThan(between + 2_000_000);
    }, 10_000);
    // nothing is left in the log: it begins anew
    const log = statSync(`${path}-wal`).size;
    fillLog();
    expect(statSync(`${path}-wal`).size).toBe(log);
    expect(faults).toEqual([]);
  });

  it('is moved by the event loop where no thread can open it', async () => {
    const thread = makeThread(join(path, 'nowhere'));
    const checkpointer = new WalCheckpointer(connection, thread);
    fillLog();
    checkpointer.after(MOST);
    fillLog();
    checkpointer.after(MOST);
    const before = fileSize();
    await vi.waitFor(() => {
      checkpointer.after(1);
      expect(fileSize()).toBeGreaterThan(before + 2_000_000);
    }, 10_000);
    expect(thread.move(() => {})).toBe(false);
    expect(faults).toEqual([]);
  });
});

it('a log that fills seldom needs no thread', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const moved: (() => void)[] = [];
  const move = (onMoved: () => void): boolean => moved.push(onMoved) > 0;
  const checkpointer = new WalCheckpointer(connection, { move, close: async () => {} });
  for (let round = 0; round < 3; round += 1) {
    fillLog();
    const before = fileSize();
    checkpointer.after(MOST);
    expect(fileSize()).toBeGreaterThan(before);
    vi.advanceTimersByTime(OFTEN_MS);
  }
  expect(moved).toEqual([]);
  checkpointer.after(MOST);
  vi.advanceTimersByTime(OFTEN_MS - 1);
  checkpointer.after(MOST);
  expect(moved).toHaveLength(1);
});
